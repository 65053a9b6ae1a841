/** Keeps the page up to date: follows the store's events, and reads what they do not contain. */

import type { NewPlant } from "plant-store-sdk";
import type { Fault, Latency, PlantStoreRules, RemoteEvent } from "plant-store-sdk/mocks/remote";
import type { RequestHistory } from "./request-history.ts";
import { store } from "./store.ts";

export type Connection = "connecting" | "live" | "lost";

/** What shows the store. */
export interface View {
  showConnection(state: Connection): void;
  showRequests(): void;
  /** The store was cleared, or is another one. */
  showReset(): void;
  showPlants(plants: readonly NewPlant[]): void;
  showFaults(faults: readonly Fault[]): void;
  showLatency(latency: Latency): void;
  showRules(rules: PlantStoreRules): void;
}

const RECONNECT_DELAY = 1_000;

/** Follows the store as long as the page is open. */
export async function followStore(history: RequestHistory, view: View): Promise<never> {
  const follower = new Follower(history, view);
  while (true) {
    await pageIsVisible();
    await follower.followUntilDisconnected();
  }
}

class Follower {
  readonly #history: RequestHistory;
  readonly #view: View;
  readonly #readRequests: () => Promise<void>;
  readonly #readPlants: () => Promise<void>;
  readonly #readFaults: () => Promise<void>;
  readonly #readSettings: () => Promise<void>;

  constructor(history: RequestHistory, view: View) {
    this.#history = history;
    this.#view = view;
    this.#readPlants = coalesce(async () => view.showPlants(await store.plants()));
    this.#readFaults = coalesce(async () => view.showFaults(await store.faults()));
    this.#readSettings = coalesce(async () => {
      const { latency, rules } = await store.settings();
      view.showLatency(latency);
      view.showRules(rules);
    });
    this.#readRequests = coalesce(async () => {
      if (history.load(await store.requests())) view.showReset();
      view.showRequests();
    });
  }

  /** Also disconnects if the page is hidden: a browser allows six connections to a server, and each page uses one. */
  async followUntilDisconnected(): Promise<void> {
    const controller = new AbortController();
    const disconnectIfHidden = () => document.hidden && controller.abort();
    document.addEventListener("visibilitychange", disconnectIfHidden);
    try {
      const events = await store.events({ signal: controller.signal });
      await this.#readAll();
      this.#view.showConnection("live");
      for await (const event of events) this.#apply(event);
    } catch {
      // The next connection shows whether the store is still there.
    }
    document.removeEventListener("visibilitychange", disconnectIfHidden);
    controller.abort(); // If the store could not be read, its event stream may still be open.
    if (document.hidden) return;
    this.#view.showConnection("lost");
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY));
  }

  async #readAll(): Promise<void> {
    this.#history.start();
    const reads = [this.#readRequests, this.#readPlants, this.#readFaults, this.#readSettings];
    await Promise.all(reads.map((read) => read()));
  }

  #apply(event: RemoteEvent): void {
    if (event.type === "dropped") {
      this.#readAll().catch(ignore); // Any event may be among those that were dropped.
      return;
    }
    this.#history.apply(event);
    this.#view.showRequests();
    const isCleared = event.type === "clear";
    if (isCleared) this.#view.showReset();
    if (event.type === "ended" || isCleared) this.#readPlants().catch(ignore);
    if (event.type === "faults" || isCleared) this.#readFaults().catch(ignore);
    if (event.type === "settings" || isCleared) this.#readSettings().catch(ignore);
  }
}

/** If the store cannot be read, the event stream ends too, and the page says so. */
const ignore = () => {};

function pageIsVisible(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", check);
      resolve();
    };
    document.addEventListener("visibilitychange", check);
    check();
  });
}

/** Pauses between two runs, ms. */
const MIN_PAUSE = 100;

/**
 * Makes calls during a run share the next run. Pauses as long as the last run took, so that a busy store with thousands of
 * plants does not keep the page busy.
 */
function coalesce(run: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined;
  let earliest = 0;
  const runNext = async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(earliest - performance.now(), 0)));
    next = undefined; // What changes from now on needs another run.
    const start = performance.now();
    await run().finally(() => {
      const end = performance.now();
      earliest = end + Math.max(MIN_PAUSE, end - start);
    });
  };
  return () => {
    next ??= runNext();
    return next;
  };
}
