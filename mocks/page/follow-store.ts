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
  /** The store was reset, or is another one. */
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
  readonly #readLatency: () => Promise<void>;
  readonly #readRules: () => Promise<void>;

  constructor(history: RequestHistory, view: View) {
    this.#history = history;
    this.#view = view;
    this.#readPlants = coalesce(async () => view.showPlants(await store.plants()));
    this.#readFaults = coalesce(async () => view.showFaults(await store.faults()));
    this.#readLatency = coalesce(async () => view.showLatency(await store.latency()));
    this.#readRules = coalesce(async () => view.showRules(await store.rules()));
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
    const settings = [this.#readFaults, this.#readLatency, this.#readRules];
    await Promise.all([this.#readRequests, this.#readPlants, ...settings].map((read) => read()));
  }

  #apply(event: RemoteEvent): void {
    if (event.type === "dropped") {
      this.#readAll().catch(ignore); // Any event may be among those that were dropped.
      return;
    }
    this.#history.apply(event);
    this.#view.showRequests();
    const isReset = event.type === "reset";
    if (isReset) this.#view.showReset();
    if (event.type === "ended" || isReset) this.#readPlants().catch(ignore);
    if (event.type === "faults" || isReset) this.#readFaults().catch(ignore);
    if (event.type === "latency" || isReset) this.#readLatency().catch(ignore);
    if (event.type === "rules" || isReset) this.#readRules().catch(ignore);
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
