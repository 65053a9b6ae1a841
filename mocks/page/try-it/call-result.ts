/** Shows the result of a call: the outcome as the headline, and the value that the SDK returned. */
import type { CreatePlantResult, NewPlant, PlantStoreFailure } from "plant-store-sdk";
import { plural } from "../../../src/common/format-count.ts";
import { find, make } from "../dom.ts";
import { OUTCOME_LABELS } from "../request-outcome.ts";
import { formatValue } from "../value-text.ts";
import { describeFailure, nextStep } from "./explain.ts";

const section = find("#result", HTMLElement);
/** Screen readers announce its content. */
const outcome = find("#outcome", HTMLElement);
const story = find("#story", HTMLElement);
const returned = find("#returned", HTMLElement);

/** On a narrow screen, the store is below the result. */
const toStore = Object.assign(make("a", "to-store", "See the plants in the store"), { href: "#store" });

const reality = make("p", "reality");
reality.hidden = true;

/** Says what the store did, which the caller may not know. */
export function showReality(sentences: readonly string[]): void {
  const [what = "", knowledge = ""] = sentences;
  if (reality.textContent === `${what} ${knowledge}`) return; // Screen readers would read it again.
  reality.replaceChildren(make("strong", "", what), " ", knowledge);
  reality.hidden = what === "";
}

/** Forgets the last call. */
export function clearResult(): void {
  setData({ state: "empty" });
  outcome.replaceChildren();
  returned.hidden = true;
  story.hidden = false;
}

export function showRunning(plant: NewPlant): void {
  setData({ state: "running" });
  show("Creating…", plant, "Waiting for the store.");
  returned.hidden = true;
}

export function showResult(plant: NewPlant, result: CreatePlantResult): void {
  if (result.success) showSuccess(plant, result);
  else showFailure(plant, result.error);
}

/** On a small screen, the result may be far from the button. */
export const scrollToResult = () => outcome.scrollIntoView({ block: "nearest" });

function showSuccess(plant: NewPlant, success: CreatePlantResult & { success: true }): void {
  const { data, attempts, possibleDuplicate } = success;
  setData({ state: "success", attempts: String(attempts), ...(possibleDuplicate && { duplicate: "true" }) });
  const warning =
    "An earlier attempt ended unknown: it may have created the plant too. Look at the plants in the store.";
  if (possibleDuplicate) show("Created, possible duplicate", plant, warning);
  else show("Created", plant, `The store responded 200 after ${plural(attempts, "attempt")}.`);
  showReturned("Result", { data, attempts, possibleDuplicate });
}

function showFailure(plant: NewPlant, error: PlantStoreFailure): void {
  const { kind, attempts, outcome } = error;
  setData({ state: "failure", kind, outcome, attempts: String(attempts) });
  const headline = outcome === "created" ? "Created, but the call failed" : OUTCOME_LABELS[outcome];
  show(headline, plant, `${describeFailure(error)} ${nextStep(error)}`);
  const { name, ...fields } = error.toJSON();
  showReturned(name, fields);
}

function show(headline: string, { id, name }: NewPlant, text: string): void {
  story.hidden = true;
  const subject = make("p", "", `${name || "A plant without a name"}, id ${id ?? "missing"}`);
  outcome.replaceChildren(
    make("p", "headline", headline),
    subject,
    make("p", "text", text),
    reality,
    toStore,
  );
}

function showReturned(heading: string, value: object): void {
  returned.hidden = false;
  find("#returned-heading", HTMLElement).textContent = heading;
  find("#returned-value", HTMLElement).textContent = formatValue(value);
}

/** Sets data attributes for the style sheet. */
function setData(data: { state: string; [name: string]: string }): void {
  for (const name of Object.keys(section.dataset)) delete section.dataset[name];
  Object.assign(section.dataset, data);
}
