/** "Try it": a form that calls the SDK, and what it returns. */
import { type NewPlant, safeCreatePlant } from "plant-store-sdk";
import { reportFailure } from "../alert.ts";
import { store } from "../connected-store.ts";
import { connectCopyButton } from "../copy-button.ts";
import { find } from "../dom.ts";
import { highlight } from "../value-text.ts";
import { Attempts } from "./attempts.ts";
import { callCode } from "./call-code.ts";
import { fields, form, readOptions, showIssues } from "./call-form.ts";
import { clearResult, scrollToResult, showResult, showRunning } from "./call-result.ts";
import { freeId, nextName } from "./next-plant.ts";
import { readPlant } from "./read-plant.ts";
import type { LastCallView } from "./show-last-call.ts";

const createButton = find("#create", HTMLButtonElement);
const abortButton = find("#abort", HTMLButtonElement);
const code = find("#code", HTMLElement);
const codeHeading = find("#code-heading", HTMLElement);

/** Aborts the running call. */
let running: AbortController | undefined;

let lastCall: LastCallView;

export function setUpTryIt(view: LastCallView): void {
  lastCall = view;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (running === undefined) create();
  });
  form.addEventListener("input", ({ target }) => {
    if (target === fields.id) hasChosenId = true;
    hasCalled = false;
    showCode();
  });
  abortButton.addEventListener("click", () => running?.abort());
  find("#lose-response", HTMLButtonElement).addEventListener("click", loseResponse);
  connectCopyButton("#copy-code", () => code.textContent);
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

function showCode(heading = "The call in TypeScript"): void {
  if (hasCalled) return;
  codeHeading.textContent = heading;
  code.replaceChildren(...highlight(callCode(readPlant(fields), readOptions())));
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
  const plant = readPlant(fields);
  hasCalled = false;
  showCode("Your last call in TypeScript");
  hasCalled = true;
  showIssues(undefined);
  lastCall.begin(plant);
  const timer = setTimeout(() => {
    showRunning(plant);
    abortButton.hidden = false;
  }, MIN_SHOWN_DURATION);
  const attempts = new Attempts();
  const result = await safeCreatePlant(plant, {
    ...readOptions(),
    signal: running.signal,
    onEvent: (event) => attempts.record(event),
  });
  clearTimeout(timer);
  if (!result.success && result.error.attempts === 0) Attempts.clear();
  showResult(plant, result);
  const hasIssue = !result.success && showIssues(result.error);
  lastCall.end(result);
  if (result.success || result.error.outcome !== "not-created") advance(plant);
  if (!hasIssue) scrollToResult();
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
