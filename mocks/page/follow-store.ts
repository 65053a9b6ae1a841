/** Keeps the page up to date: follows the store's events, and reads what they do not contain. */
import type { NewPlant } from "plant-store-sdk";
import type { Fault, MockStoreSettings, RemoteEvent } from "plant-store-sdk/mocks/remote";
import { sleep } from "../../src/common/sleep.ts";
import { store } from "./connected-store.ts";
import type { RequestHistory } from "./request-history.ts";

/** What shows the store. */
export interface View {
  /** @param problem why the store cannot be followed; undefined if it can */
  showConnection(problem: string | undefined): void;
  showRequests(): void;
  /** The store was cleared, or is another one. */
  showCleared(): void;
  showPlants(plants: readonly NewPlant[]): void;
  showFaults(faults: readonly Fault[]): void;
  showSettings(settings: MockStoreSettings): void;
}

const RECONNECT_DELAY = 1_000;

/** A connection takes longer only if its events do not arrive, ms. */
const MAX_CONNECT_TIME = 5_000;
const NO_EVENTS = "The mock's events do not arrive. A proxy may hold them back: turn off its buffering.";

/** Follows the store as long as the page is open. */
export async function followStore(history: RequestHistory, view: View): Promise<never> {
  const reader = makeReader(history, view);
  while (true) {
    await pageIsVisible();
    await followUntilDisconnected(reader, view);
  }
}

/** Returns functions that read everything, and that show what an event tells and read what it does not. */
function makeReader(history: RequestHistory, view: View) {
  const readPlants = coalesce(async () => view.showPlants(await store.plants()));
  const readFaults = coalesce(async () => view.showFaults(await store.faults()));
  const readSettings = coalesce(async () => view.showSettings(await store.settings()));
  const readRequests = coalesce(async () => {
    if (history.load(await store.requests())) view.showCleared();
    view.showRequests();
  });
  const readAll = async () => {
    history.start();
    await Promise.all([readRequests(), readPlants(), readFaults(), readSettings()]);
  };
  const apply = (event: RemoteEvent) => {
    if (event.type === "dropped") {
      readAll().catch(ignore); // Any event may be among those that were dropped.
      return;
    }
    history.apply(event);
    view.showRequests();
    const isCleared = event.type === "clear";
    if (isCleared) view.showCleared();
    if (event.type === "ended" || isCleared) readPlants().catch(ignore);
    if (event.type === "faults" || isCleared) readFaults().catch(ignore);
    if (event.type === "settings" || isCleared) readSettings().catch(ignore);
  };
  return { readAll, apply };
}

/** If the store cannot be read, the event stream ends too, and the page says so. */
const ignore = () => {};

/** Also disconnects if the page is hidden: a browser allows six connections to a server, and each page uses one. */
async function followUntilDisconnected(reader: ReturnType<typeof makeReader>, view: View): Promise<void> {
  const controller = new AbortController();
  const disconnectIfHidden = () => document.hidden && controller.abort();
  document.addEventListener("visibilitychange", disconnectIfHidden);
  const timer = setTimeout(() => view.showConnection(NO_EVENTS), MAX_CONNECT_TIME);
  let problem = "The mock was stopped, or this session was removed.";
  try {
    const events = await store.events({ signal: controller.signal });
    clearTimeout(timer);
    await reader.readAll();
    view.showConnection(undefined);
    for await (const event of events) reader.apply(event);
  } catch (error) {
    problem = (error as Error).message;
  }
  clearTimeout(timer);
  document.removeEventListener("visibilitychange", disconnectIfHidden);
  controller.abort(); // If the store could not be read, its event stream may still be open.
  if (document.hidden) return;
  view.showConnection(problem);
  await sleep(RECONNECT_DELAY);
}

async function pageIsVisible(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}

/** Pauses between two runs, ms. */
const MIN_PAUSE = 100;

/**
 * Makes calls during a run share the next run. Pauses as long as the last run took, so that a busy store with thousands of
 * plants does not keep the page busy.
 */
function coalesce(run: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined;
  let pause: Promise<unknown> = Promise.resolve();
  const runNext = async () => {
    await pause;
    next = undefined; // What changes from now on needs another run.
    const start = performance.now();
    await run().finally(() => {
      pause = sleep(Math.max(MIN_PAUSE, performance.now() - start));
    });
  };
  return () => {
    next ??= runNext();
    return next;
  };
}
