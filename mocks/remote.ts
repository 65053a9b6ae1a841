/**
 * Controls and observes a Plant Store mock that runs in another process. Needs neither Node nor `msw`.
 *
 * @module plant-store-sdk/mocks/remote
 */
import type { PlantStoreRules } from "../src/contract/rules.ts";
import type { NewPlant } from "../src/contract/schemas.ts";
import { rejectOldNode } from "./model/exact-json.ts";
import type { Fault } from "./model/fault.ts";
import type { Latency } from "./model/latency.ts";
import { readOptions } from "./model/read-options.ts";
import type { MockStoreEvent, SubscribedRequest } from "./model/recorded-request.ts";
import { isSessionName, SESSION_NAME_RULE, sessionPath } from "./model/session-name.ts";
import { AdminClient } from "./remote/admin-client.ts";
import type { ChaosOptions } from "./service/chaos.ts";

export type { Creation, PlantStoreRules, Rejection } from "../src/contract/rules.ts";
export { describeFault, type FaultDescription, type FaultFailure } from "./model/describe-fault.ts";
export type {
  BodyFaultOptions,
  ConnectionFaultOptions,
  Fault,
  FaultOptions,
  StatusFaultOptions,
} from "./model/fault.ts";
export { faults } from "./model/faults.ts";
export type { Latency } from "./model/latency.ts";
export type {
  MockStoreEvent,
  RecordedRequest,
  RecordedResponse,
  SubscribedRequest,
} from "./model/recorded-request.ts";
export type { ChaosOptions } from "./service/chaos.ts";

/**
 * Options of `connectMockStore`.
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

/** A request that the mock received, without its bearer token unless the command runs with `--show-tokens`. `index` numbers the requests of the store from 1. */
export type RemoteRequest = SubscribedRequest & { index: number; token?: string | undefined };

/** An event of the store, or the number of events that were left out because this program did not read fast enough. */
export type RemoteEvent = MockStoreEvent | { type: "dropped"; count: number };

/**
 * A Plant Store mock in another process. Every method rejects with an Error that names the URL if the mock cannot be
 * reached or rejects the request. An id is a number if that is exact, otherwise a bigint.
 */
export interface RemoteMockStore {
  /** The base URL for clients: that of the server, or that of the session. */
  readonly baseUrl: string;
  /** Lists the plants, oldest first. */
  plants(): Promise<NewPlant[]>;
  /** Lists the recorded requests, oldest first. */
  requests(filter?: RequestFilter): Promise<RemoteRequest[]>;
  /** Lists the queued faults, next one first. */
  faults(): Promise<Fault[]>;
  /** Queues faults. Each `POST /plants` takes the first one that applies to it. */
  enqueue(...faults: Fault[]): Promise<void>;
  /** Empties the queue of faults. */
  clearFaults(): Promise<void>;
  /** Clears the recorded requests. */
  clearRequests(): Promise<void>;
  /** Returns the latency of the store. */
  latency(): Promise<Latency>;
  /** Sets the latency of the store, until `reset()`. */
  setLatency(latency: Latency): Promise<void>;
  /**
   * Adds plants to those that the store starts with, which `reset()` restores. Such as the plants that one test expects, in
   * its session.
   */
  addPlants(...plants: NewPlant[]): Promise<void>;
  /** Returns the random faults of the store, or undefined. */
  chaos(): Promise<ChaosOptions | undefined>;
  /** Sets the random faults of the store, until `reset()`, and numbers its requests from 0 again. `undefined` means none. */
  setChaos(chaos: ChaosOptions | undefined): Promise<void>;
  /** Returns the rules of the store. */
  rules(): Promise<PlantStoreRules>;
  /** Sets the rules of the store, until `reset()`. */
  setRules(rules: PlantStoreRules): Promise<void>;
  /** Restores the initial plants, latency, chaos and rules, and clears the recorded requests and the faults. */
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
  /** Lists the sessions of the server, whichever store this is. */
  sessions(): Promise<string[]>;
  /** Removes this session, if it exists. Its next use creates it again. Rejects for the default store. */
  removeSession(): Promise<void>;
}

/**
 * Connects to a mock that another process runs, with the command or with `listen` and its option `admin`. Sends nothing
 * yet.
 *
 * @param url URL of the server, such as `http://127.0.0.1:4010`
 * @throws TypeError if an argument is invalid
 * @throws Error on Node before 22
 */
export function connectMockStore(url: string | URL, options: ConnectOptions = {}): RemoteMockStore {
  rejectOldNode("connectMockStore");
  const { session } = readOptions("connectMockStore", options, { session: undefined as string | undefined });
  const serverUrl = resolveServerUrl(url);
  if (session !== undefined && !isSessionName(session))
    throw new TypeError(`connectMockStore: \`session\` ${SESSION_NAME_RULE}.`);
  const baseUrl = session === undefined ? serverUrl : serverUrl + sessionPath(session);
  const admin = new AdminClient(`${baseUrl}/__admin`);
  const server = new AdminClient(serverUrl);
  return {
    baseUrl,
    plants: () => admin.read("plants", "plants"),
    requests: (filter = {}) => admin.read(`requests${toQuery(filter)}`, "requests"),
    faults: () => admin.read("faults", "faults"),
    enqueue: (...faults) => admin.change("POST", "faults", 201, faults),
    clearFaults: () => admin.change("DELETE", "faults", 204),
    clearRequests: () => admin.change("DELETE", "requests", 204),
    latency: () =>
      admin.read("latency", "latency", (value) => typeof value === "number" || Array.isArray(value)),
    setLatency: (latency) => admin.change("PUT", "latency", 200, { latency }),
    addPlants: (...plants) => admin.change("POST", "plants", 201, plants),
    chaos: async () =>
      (await admin.read<ChaosOptions | null>("chaos", "chaos", (value) => typeof value === "object")) ??
      undefined,
    setChaos: (chaos) => admin.change("PUT", "chaos", 200, chaos ?? null),
    rules: () => admin.read("rules", "rules", (value) => typeof value === "object" && value !== null),
    setRules: (rules) => admin.change("PUT", "rules", 200, rules),
    reset: () => admin.change("POST", "reset", 204),
    async events({ signal } = {}) {
      const events = admin.readEvents<RemoteEvent>(signal);
      await events.next(); // Connects. From now on, `return` closes the connection.
      return events as AsyncGenerator<RemoteEvent, void, void>;
    },
    sessions: () => server.read("sessions", "sessions"),
    async removeSession() {
      if (session === undefined) throw new Error("connectMockStore: the default store cannot be removed.");
      await server.change("DELETE", sessionPath(session).slice(1), 204);
    },
  };
}

function toQuery(filter: RequestFilter): string {
  const fields = Object.entries(filter).filter(([, value]) => value !== undefined);
  return fields.length === 0
    ? ""
    : `?${new URLSearchParams(fields.map(([name, value]) => [name, `${value}`]))}`;
}

function resolveServerUrl(url: string | URL): string {
  const base = URL.canParse(String(url)) ? new URL(url) : undefined;
  // The client rejects the same base URLs.
  if (!base || !/^https?:$/.test(base.protocol) || /[?#]/.test(base.href) || base.username || base.password) {
    throw new TypeError(
      "connectMockStore: the first argument must be the URL of a mock, such as http://127.0.0.1:4010, without query, fragment or credentials.",
    );
  }
  return base.href.replace(/\/+$/, "");
}
