/** Makes a call with the arguments of the form, and records its progress and its result. */
import { type PlantStoreFailure, safeCreatePlant } from "plant-store-sdk";
import { readOptions, readPlant, valuesOf } from "../state/call-arguments.ts";
import { change, state, store } from "../state/page.ts";

let running: AbortController | undefined;

export const abortCall = () => running?.abort();

/** Does nothing while a call runs. Never rejects, because `safeCreatePlant` does not. */
export async function submitCall(): Promise<void> {
  if (running !== undefined) return;
  running = new AbortController();
  const values = valuesOf(state);
  const plant = readPlant(values);
  const reality = { requests: new Set<number>(), stored: 0, isOver: true };
  const begun = { plant, after: state.history.last, events: [], reality, isSettled: false };
  change({ call: begun, issues: {}, heldAt: undefined }); // Also shows the requests that were held back.
  const result = await safeCreatePlant(plant, {
    ...readOptions(values, state.retryUnknown, store.baseUrl),
    signal: running.signal,
    onEvent: (event) =>
      change(({ call }) => ({ call: call && { ...call, events: [...call.events, event] } })),
  });
  running = undefined;
  change(({ call = begun, sentIds, typed }) => {
    const { id: _, ...others } = typed;
    const mayExist = result.success || result.error.outcome !== "not-created";
    return {
      call: { ...call, result },
      issues: issuesOf(result.error),
      ...(mayExist && { sentIds: [...sentIds, plant.id], typed: others }), // The next plant gets another id.
    };
  });
}

/** By the SDK's name of the field or option. */
function issuesOf(failure: PlantStoreFailure | undefined): Record<PropertyKey, string> {
  if (failure?.kind === "configuration") return { [failure.option]: `${failure.problem}.` };
  if (failure?.kind !== "invalid-plant") return {};
  return Object.fromEntries(failure.issues.map(({ path: [name = ""], message }) => [name, message]));
}
