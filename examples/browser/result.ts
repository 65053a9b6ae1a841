/** Shows the result of a call in plain words. */
import type {
  CreatePlantResult,
  NewPlant,
  Plant,
  PlantStoreFailure,
  PlantStoreSuccess,
} from "plant-store-sdk";
import { find, make } from "./dom.ts";
import { explain } from "./explain.ts";

const section = find("#result", HTMLElement);
/** Screen readers announce this element's content. */
const status = find("#result [role=status]", HTMLElement);
const details = find("#result details", HTMLDetailsElement);
const errorText = find("#result pre", HTMLElement);

export function showRunning(plant: NewPlant): void {
  setData({ state: "running" });
  status.replaceChildren(make("p", "headline", `Creating ${describe(plant)} …`));
}

export function showResult(plant: NewPlant, result: CreatePlantResult, isMock: boolean): void {
  if (result.success) showSuccess(plant, result);
  else showFailure(result.error, isMock);
}

/** On a small screen, the result is far from the button. */
export function scrollToResult(): void {
  section.scrollIntoView({ block: "nearest" });
}

/** Shows a problem of the page itself. */
export function showPageError(message: string): void {
  setData({ state: "empty" });
  status.replaceChildren(make("p", "headline", message));
}

function showSuccess(plant: NewPlant, { attempts, possibleDuplicate }: PlantStoreSuccess<Plant>): void {
  setData({ state: "success", attempts: String(attempts) });
  const duplicateWarning =
    "There may be a duplicate: an earlier attempt may have created the plant too. Ask the service's operator.";
  status.replaceChildren(
    make("p", "headline", `Created ${describe(plant)}.`),
    make(
      "p",
      "",
      `The service responded 200 ${afterAttempts(attempts)}.${possibleDuplicate ? ` ${duplicateWarning}` : ""}`,
    ),
  );
}

function showFailure(error: PlantStoreFailure, isMock: boolean): void {
  const { kind, outcome, attempts } = error;
  const { happened, created, next } = explain(error, isMock);
  setData({ state: "failure", kind, outcome, attempts: String(attempts) });
  const codes = [make("code", "", `kind: "${kind}"`), " ", make("code", "", `outcome: "${outcome}"`)];
  status.replaceChildren(
    make("p", "headline", happened),
    make(
      "dl",
      "",
      ...[make("dt", "", "Was the plant created?"), make("dd", "", created)],
      ...[make("dt", "", "What to do"), make("dd", "", next)],
      ...[make("dt", "", "The error"), make("dd", "", ...codes, ` ${afterAttempts(attempts)}`)],
    ),
  );
  errorText.textContent = JSON.stringify(error, null, 2);
  details.hidden = false;
}

/** Sets data attributes for the style sheet and the tests. */
function setData(data: { state: string; kind?: string; outcome?: string; attempts?: string }): void {
  for (const name of Object.keys(section.dataset)) delete section.dataset[name];
  Object.assign(section.dataset, data);
  details.hidden = true;
}

function describe({ id, name }: NewPlant): string {
  return `${name || "a plant without a name"} (id ${id ?? "missing"})`;
}

function afterAttempts(attempts: number): string {
  if (attempts === 0) return "without a request";
  return attempts === 1 ? "after 1 attempt" : `after ${attempts} attempts`;
}
