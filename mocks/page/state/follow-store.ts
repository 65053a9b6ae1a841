/** Keeps the page up to date: follows the store's events, and reads what they do not contain. */
import type { RemoteEvent, RemoteMockStore } from "plant-store-sdk/mocks/remote";
import { sleep } from "../../../src/common/sleep.ts";
import { type Change, forgetAll, forgetRequests, showRequests } from "./page-state.ts";
import { type RequestEvent, recordRequest } from "./request-history.ts";

type Store = Pick<RemoteMockStore, "events" | "plants" | "requests" | "faults" | "settings">;

interface EventRow<Event> {
  /** What the event itself says. */
  change?: (event: Event) => Change;
  /** What has to be read after it: what is not a request, or everything. */
  read?: "rest" | "all";
}

const showRequest = (event: RequestEvent): Change => {
  return ({ history }) => ({ history: recordRequest(history, event) });
};

/** A type without a row does not compile. */
const EVENTS: { readonly [T in RemoteEvent["type"]]: EventRow<RemoteEvent & { type: T }> } = {
  received: { change: showRequest },
  ended: { change: showRequest, read: "rest" },
  clear: { change: () => forgetAll, read: "rest" },
  requests: { change: () => forgetRequests },
  plants: { read: "rest" },
  faults: { read: "rest" },
  settings: { read: "rest" },
  dropped: { read: "all" }, // Any event may be among them.
};

const RECONNECT_DELAY_MS = 1_000;

/** A connection takes longer only if its events do not arrive. */
const MAX_CONNECT_TIME_MS = 5_000;
const NO_EVENTS = "The mock's events do not arrive. A proxy may hold them back: turn off its buffering.";

/** Follows the store as long as the page is open. */
export async function followStore(store: Store, change: (change: Change) => void): Promise<never> {
  const readRest = coalesce(async () => {
    const [plants, faults, settings] = await Promise.all([store.plants(), store.faults(), store.settings()]);
    change({ plants, faults, settings });
  });
  const readRequests = coalesce(async () => change(showRequests(await store.requests())));
  const readAll = () => Promise.all([readRequests(), readRest()]);
  const apply = async <T extends RemoteEvent["type"]>(event: RemoteEvent & { type: T }) => {
    const row: EventRow<typeof event> = EVENTS[event.type];
    if (row.change !== undefined) change(row.change(event));
    if (row.read === "all") await readAll(); // The next events are newer.
    if (row.read === "rest") readRest().catch(() => {}); // The event stream then ends, too, and the page says so.
  };
  const disconnected = (problem: string) =>
    change({ connection: "Disconnected", message: `${problem} This page tries to connect again.` });

  /** Also disconnects if the page is hidden: a browser allows six connections to a server, and each page uses one. */
  const followUntilDisconnected = async () => {
    const controller = new AbortController();
    const disconnectIfHidden = () => document.hidden && controller.abort();
    document.addEventListener("visibilitychange", disconnectIfHidden);
    const timer = setTimeout(() => disconnected(NO_EVENTS), MAX_CONNECT_TIME_MS);
    let problem = "The mock was stopped, or this session was removed.";
    try {
      const events = await store.events({ signal: controller.signal });
      clearTimeout(timer);
      await readAll();
      change({ connection: "Live", message: "" });
      for await (const event of events) await apply(event);
    } catch (error) {
      problem = (error as Error).message;
    }
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", disconnectIfHidden);
    controller.abort(); // If the store could not be read, its event stream may still be open.
    if (document.hidden) return;
    disconnected(problem);
    await sleep(RECONNECT_DELAY_MS);
  };
  while (true) {
    while (document.hidden)
      await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
    await followUntilDisconnected();
  }
}

/** Between two runs. */
const MIN_PAUSE_MS = 100;

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
      pause = sleep(Math.max(MIN_PAUSE_MS, performance.now() - start));
    });
  };
  return () => {
    next ??= runNext();
    return next;
  };
}
