/** The page: the form starts a call, and the sections show its progress and result. */
import { safeCreatePlant } from "plant-store-sdk";
import { readCallOptions, readPlant } from "./call-form.ts";
import { find } from "./dom.ts";
import { clearExchanges, showRequest } from "./exchanges.ts";
import { enableFaults, removeAppliedFaults, setUpFaults } from "./faults.ts";
import { clearIssues, clearIssuesOnEdit, showIssues } from "./issues.ts";
import { addPlant, setUpPlants } from "./plants.ts";
import { scrollToResult, showPageError, showResult, showRunning } from "./result.ts";
import { isMockChosen, startMock, storeOptions } from "./store.ts";
import { Timeline } from "./timeline.ts";
import { recordingFetch } from "./wire.ts";

const form = find("#call", HTMLFormElement);
const createButton = find("#create", HTMLButtonElement);
const abortButton = find("#abort", HTMLButtonElement);
const realStore = find("#real-store", HTMLElement);
const timelineList = find("#timeline", HTMLOListElement);

/** Aborts the running call. */
let running: AbortController | undefined;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (running === undefined) create();
});
form.addEventListener("change", showChosenStore);
abortButton.addEventListener("click", () => running?.abort());
setUpFaults();
setUpPlants();
clearIssuesOnEdit();
showChosenStore(); // A browser may restore the form after a reload.

const mockStarted = startMock().then(
  () => {
    document.documentElement.dataset.ready = "true";
  },
  (error) => showPageError(`The mock could not start: ${error}. Service workers need https or localhost.`),
);

function showChosenStore(): void {
  realStore.hidden = isMockChosen();
  enableFaults(isMockChosen());
}

/** Makes a call, and shows its progress and result. It never rejects, because `safeCreatePlant` does not. */
async function create(): Promise<void> {
  running = new AbortController();
  setRunning(true);
  const plant = readPlant();
  const options = { ...storeOptions(), ...readCallOptions() };
  const isMock = isMockChosen();
  clearIssues();
  showRunning(plant);
  clearExchanges();
  // The mock has no event for an applied fault, so poll its queue.
  const watchFaults = setInterval(removeAppliedFaults, 100);
  await mockStarted;
  const timeline = new Timeline(timelineList, options.timeout);
  const result = await safeCreatePlant(plant, {
    ...options,
    signal: running.signal,
    fetch: recordingFetch(showRequest),
    onEvent: (event) => timeline.record(event),
  });
  showResult(plant, result, isMock);
  if (result.success) addPlant(plant.id, result.data);
  else if (result.error.outcome === "created") addPlant(plant.id, plant);
  if (result.success || !showIssues(result.error)) scrollToResult();
  clearInterval(watchFaults);
  removeAppliedFaults();
  setRunning(false);
}

/** Sets `aria-disabled` on "Create plant" during a call: with `disabled`, the button would lose the focus. */
function setRunning(isRunning: boolean): void {
  createButton.ariaDisabled = String(isRunning);
  createButton.textContent = isRunning ? "Creating…" : "Create plant";
  if (!isRunning && document.activeElement === abortButton) createButton.focus();
  abortButton.disabled = !isRunning;
  if (!isRunning) running = undefined;
}
