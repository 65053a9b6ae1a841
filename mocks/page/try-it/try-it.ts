/** "Try it": a form that calls the SDK, and what it returns. */
import { type CreatePlantResult, type NewPlant, safeCreatePlant } from "plant-store-sdk";
import { reportFailure } from "../alert.ts";
import { connectCopyButton } from "../copy-button.ts";
import { find } from "../dom.ts";
import { highlight } from "../highlight.ts";
import { store } from "../store.ts";
import { Attempts } from "./attempts.ts";
import { callCode } from "./call-code.ts";
import { fields, readOptions, readPlant } from "./call-form.ts";
import { clearIssues, clearIssuesOnEdit, showIssues } from "./issues.ts";
import { freeId, nextName } from "./next-plant.ts";
import { clearResult, scrollToResult, showResult, showRunning } from "./result.ts";

const form = find("#call", HTMLFormElement);
const createButton = find("#create", HTMLButtonElement);
const abortButton = find("#abort", HTMLButtonElement);
const code = find("#code", HTMLElement);
const codeHeading = find("#code-heading", HTMLElement);

/** Aborts the running call. */
let running: AbortController | undefined;

/** Is told when a call begins and ends. */
interface CallListener {
  begin(plant: NewPlant): void;
  end(result: CreatePlantResult): void;
}

let listener: CallListener;

export function setUpTryIt(callListener: CallListener): void {
  listener = callListener;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (running === undefined) create();
  });
  form.addEventListener("input", () => {
    hasCalled = false;
    showCode();
  });
  fields.id.addEventListener("input", () => {
    hasChosenId = true;
  });
  abortButton.addEventListener("click", () => running?.abort());
  find("#lose-response", HTMLButtonElement).addEventListener("click", loseResponse);
  connectCopyButton("#copy-code", () => code.textContent);
  clearIssuesOnEdit();
  showCode();
}

/** The ids in the store, as far as the page knows. */
let storedIds: NewPlant["id"][] = [];
/** Ids that were sent from here. Their plants may still be created, even if the outcome is unknown. */
const sentIds: NewPlant["id"][] = [];
let hasChosenId = false;
/** Whether the form is as a call left it: then the code is that of the call. */
let hasCalled = false;

/** Call this with the plants in the store. Suggests a free id as long as the user has not chosen one. */
export function followPlants(plants: readonly NewPlant[]): void {
  storedIds = plants.map(({ id }) => id);
  suggestId();
}

/** Call this after a reset of the store. */
export function forgetCalls(): void {
  sentIds.length = 0;
  hasCalled = false;
  Attempts.clear();
  clearResult();
  suggestId();
}

function suggestId(): void {
  if (hasChosenId) return;
  fields.id.value = freeId([...storedIds, ...sentIds]);
  showCode();
}

function showCode(): void {
  if (hasCalled) return;
  codeHeading.textContent = "The call in TypeScript";
  code.replaceChildren(...highlight(callCode(readPlant(), readOptions())));
}

/** The story of this package in one click. */
function loseResponse(): void {
  createButton.focus(); // The button of the story disappears.
  const queued = store.enqueue({ type: "reset", afterCreate: true });
  reportFailure(queued.then(() => form.requestSubmit()));
}

/** A faster call shows only its result: the page would flicker. In ms. */
const MIN_SHOWN_DURATION = 100;

/** Makes a call, and shows its progress and result. It never rejects, because `safeCreatePlant` does not. */
async function create(): Promise<void> {
  running = new AbortController();
  createButton.ariaDisabled = "true"; // With `disabled`, the button would lose the focus.
  const plant = readPlant();
  const options = readOptions();
  hasCalled = false;
  showCode();
  hasCalled = true;
  codeHeading.textContent = "Your last call in TypeScript";
  clearIssues();
  listener.begin(plant);
  const timer = setTimeout(() => {
    showRunning(plant);
    abortButton.hidden = false;
  }, MIN_SHOWN_DURATION);
  const attempts = new Attempts();
  const result = await safeCreatePlant(plant, {
    ...options,
    signal: running.signal,
    onEvent: (event) => attempts.record(event),
  });
  clearTimeout(timer);
  if (!result.success && result.error.attempts === 0) Attempts.clear();
  showResult(plant, result);
  listener.end(result);
  if (result.success || result.error.outcome !== "not-created") advance(plant);
  if (result.success || !showIssues(result.error)) scrollToResult();
  running = undefined;
  createButton.ariaDisabled = "false";
  if (document.activeElement === abortButton) createButton.focus();
  abortButton.hidden = true;
}

/** The plant may exist now: the next one gets another id. */
function advance({ id }: NewPlant): void {
  sentIds.push(id);
  hasChosenId = false;
  fields.name.value = nextName(fields.name.value);
  suggestId();
}
