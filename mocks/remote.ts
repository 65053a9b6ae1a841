/**
 * Controls and observes a Plant Store mock that runs in another process. Needs neither Node nor `msw`.
 *
 * @module plant-store-sdk/mocks/remote
 */
import { stringifyJson } from "../src/contract/json.ts";
import type { NewPlant } from "../src/contract/schemas.ts";
import { exchangeLatency, list, post, readEvents } from "./admin/admin-client.ts";
import type { Fault } from "./faults/fault.ts";
import { rejectOldNode } from "./service/exact-json.ts";
import type { Latency } from "./service/latency.ts";
import { readOptions } from "./service/read-options.ts";
import { isSessionName, SESSION_NAME_RULE, sessionPath } from "./service/session-name.ts";
import type { StoreEvent, SubscribedRequest } from "./service/subscriptions.ts";

export type { Fault } from "./faults/fault.ts";
export { type FaultFilter, type FaultTiming, faults } from "./faults/faults.ts";
export type { Latency } from "./service/latency.ts";
export type { RecordedRequest } from "./service/recorded-request.ts";
export type { StoreEvent, SubscribedRequest } from "./service/subscriptions.ts";

/**
 * Options of `connectPlantStore`.
 *
 * @expand
 */
export interface ConnectOptions {
  /**
   * Name of a session: a store of its own in the same process, created when it is first used. Any text of 1 to 200
   * characters, such as the name of a test, except for `.` and `..`.
   * @default the default store
   */
  session?: string | undefined;
}

/**
 * Which requests to list.
 *
 * @expand
 */
export interface RequestFilter {
  /** Only those with a valid plant of this id. */
  id?: number | bigint | undefined;
  /** Only those with this response status. */
  status?: number | undefined;
}

/**
 * Options of `events`.
 *
 * @expand
 */
export interface EventsOptions {
  /** Ends the subscription: the loop then throws the reason of the signal. */
  signal?: AbortSignal | null | undefined;
}

/** A request that the mock received, without its bearer token. `index` numbers the requests of the store from 1. */
export type RemoteRequest = SubscribedRequest & { index: number };

/** An event of the store, or the number of events that were left out because this program did not read fast enough. */
export type RemoteEvent = StoreEvent | { type: "dropped"; count: number };

/**
 * A Plant Store mock in another process. Every method rejects with an Error that names the URL if the mock cannot be
 * reached or rejects the request. An id is a number if that is exact, otherwise a bigint.
 */
export interface RemotePlantStore {
  /** The base URL for clients: that of the server, or that of the session. */
  readonly baseUrl: string;
  /** Lists the plants, oldest first. */
  plants(): Promise<NewPlant[]>;
  /** Lists the recorded requests, oldest first. */
  requests(filter?: RequestFilter): Promise<RemoteRequest[]>;
  /** Lists the queued faults, next one first. */
  faults(): Promise<Fault[]>;
  /** Queues faults. Each applies to one `POST /plants`. */
  enqueue(...faults: Fault[]): Promise<void>;
  /** Returns the latency of the store. If a value is given, sets it first, until `reset()`. */
  latency(value?: Latency): Promise<Latency>;
  /** Restores the initial plants and latency, and clears the recorded requests and the faults. */
  reset(): Promise<void>;
  /**
   * Subscribes to what happens in the store. Everything after the promise resolves is reported. Leave the loop to end
   * the subscription.
   *
   * @example
   * for await (const event of await store.events()) {
   *   if (event.type === "ended" && event.request.plant?.id === 42) break;
   * }
   */
  events(options?: EventsOptions): Promise<AsyncGenerator<RemoteEvent, void, void>>;
}

/**
 * Connects to a mock that another process runs, with the command or with `listen` and its option `admin`. Sends nothing
 * yet.
 *
 * @param url URL of the server, such as `http://127.0.0.1:4010`
 * @throws TypeError if an argument is invalid
 * @throws Error on Node before 22
 */
export function connectPlantStore(url: string | URL, options: ConnectOptions = {}): RemotePlantStore {
  rejectOldNode("connectPlantStore");
  const baseUrl = resolveBaseUrl(url, options);
  return {
    baseUrl,
    plants: () => list(baseUrl, "plants", "plants"),
    requests: (filter = {}) => list(baseUrl, `requests${toQuery(filter)}`, "requests"),
    faults: () => list(baseUrl, "faults", "faults"),
    enqueue: async (...faults) => post(baseUrl, "faults", 201, stringifyJson(faults)),
    latency: (value) => exchangeLatency(baseUrl, value),
    reset: () => post(baseUrl, "reset", 204),
    async events({ signal } = {}) {
      const events = readEvents<RemoteEvent>(baseUrl, signal);
      await events.next(); // Connects. From now on, `return` closes the connection.
      return events as AsyncGenerator<RemoteEvent, void, void>;
    },
  };
}

function toQuery(filter: RequestFilter): string {
  const fields = Object.entries(filter).filter(([, value]) => value !== undefined);
  return fields.length === 0
    ? ""
    : `?${new URLSearchParams(fields.map(([name, value]) => [name, `${value}`]))}`;
}

function resolveBaseUrl(url: string | URL, options: ConnectOptions): string {
  const { session } = readOptions("connectPlantStore", options, { session: undefined as string | undefined });
  const base = URL.canParse(String(url)) ? new URL(url) : undefined;
  // The client rejects the same base URLs.
  if (!base || !/^https?:$/.test(base.protocol) || /[?#]/.test(base.href) || base.username || base.password) {
    throw new TypeError(
      "connectPlantStore: the first argument must be the URL of a mock, such as http://127.0.0.1:4010, without query, fragment or credentials.",
    );
  }
  const root = base.href.replace(/\/+$/, "");
  if (session === undefined) return root;
  if (!isSessionName(session)) throw new TypeError(`connectPlantStore: \`session\` ${SESSION_NAME_RULE}.`);
  return root + sessionPath(session);
}
