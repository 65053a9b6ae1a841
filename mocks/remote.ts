/**
 * Controls and observes a Plant Store mock that runs in another process. Needs neither Node nor `msw`.
 *
 * @module plant-store-sdk/mocks/remote
 */
import { parseBaseUrl, withoutTrailingSlashes } from "../src/common/parse-base-url.ts";
import { type OptionRules, readOptions } from "../src/common/read-options.ts";
import { requireNode } from "../src/common/require-node.ts";
import type { NewPlant } from "../src/contract/schemas.ts";
import type { Fault } from "./parts/fault.ts";
import { optionErrorOf } from "./parts/option-error.ts";
import type { MockStoreEvent, SubscribedRequest } from "./parts/recorded-request.ts";
import { isSessionName, SESSION_NAME, sessionPath } from "./parts/session-name.ts";
import { AdminClient } from "./remote/admin-client.ts";
import type { MockStoreSettings } from "./service/settings.ts";

export * from "./common.ts";

/**
 * Options of `connectMockStore`.
 *
 * @expand
 */
export interface ConnectOptions {
  /**
   * Name of a session, such as the name of a test: 1 to 200 characters, except for `.` and `..`.
   * @default the default store
   */
  session?: string | undefined;
}

/** A recorded request. `index` numbers them from 1. The `token` is only there if the command runs with `--show-tokens`. */
export type RemoteRequest = SubscribedRequest & { index: number; token?: string | undefined };

/** An event of the store, or the number of events that were left out because this program did not read fast enough. */
export type RemoteEvent = MockStoreEvent | { type: "dropped"; count: number };

/**
 * A Plant Store mock in another process. Every method rejects with an Error that names the URL if the mock cannot be
 * reached, does not respond within 10 s, or rejects the request. An id is a number if that is exact, otherwise a bigint.
 */
export interface RemoteMockStore {
  /** The base URL for clients: that of the server, or that of the session. */
  readonly baseUrl: string;
  /** Lists the plants, oldest first. */
  plants(): Promise<NewPlant[]>;
  /** Lists the recorded requests, oldest first. */
  requests(): Promise<RemoteRequest[]>;
  /** Lists the queued faults, next one first. */
  faults(): Promise<Fault[]>;
  /** Queues faults. Each `POST /plants` takes the first one that applies to it. */
  enqueue(...faults: Fault[]): Promise<void>;
  /** Lets all requests of this session that a `hold` holds go on, in their order. */
  release(): Promise<void>;
  /** Empties the queue of faults. */
  clearFaults(): Promise<void>;
  /** Removes the recorded requests. */
  clearRequests(): Promise<void>;
  /** Returns the rules, the latency and the random faults of the store. */
  settings(): Promise<MockStoreSettings>;
  /** Changes settings of the store, until `clear()`. Settings that are absent stay as they are. */
  configure(settings: Partial<MockStoreSettings>): Promise<void>;
  /** Adds plants without a request, until `clear()`: such as those that one test expects, in its session. */
  addPlants(...plants: NewPlant[]): Promise<void>;
  /** Restores the initial state. With `keepAdded`, plants that `addPlants` added stay. */
  clear(options?: { keepAdded?: boolean | undefined }): Promise<void>;
  /**
   * Subscribes to what happens in the store from now on. Leave the loop to end the subscription.
   *
   * @param options `signal`: ends it, too; the loop then throws the reason of the signal
   * @example
   * for await (const event of await store.events()) {
   *   if (event.type === "ended" && event.request.plant?.id === 42) break;
   * }
   */
  events(options?: {
    signal?: AbortSignal | null | undefined;
  }): Promise<AsyncGenerator<RemoteEvent, void, void>>;
  /** Lists the sessions of the server, whichever store this is. */
  sessions(): Promise<string[]>;
  /** Removes this session, if it exists. It can be created again. Rejects for the default store. */
  removeSession(): Promise<void>;
}

const RULES = { session: [isSessionName, SESSION_NAME] } satisfies OptionRules<ConnectOptions>;

const invalidUrl = () =>
  new TypeError(
    "connectMockStore: the first argument must be the URL of a mock, such as http://127.0.0.1:4010, without query, fragment or credentials.",
  );

/**
 * Connects to a mock that another process runs, with the command or with `listen` and its option `admin`. Sends nothing
 * yet.
 *
 * @param url URL of the server, such as `http://127.0.0.1:4010`
 * @throws TypeError if an argument is invalid
 * @throws Error on Node before 22.13
 */
export function connectMockStore(url: string | URL, options: ConnectOptions = {}): RemoteMockStore {
  requireNode("connectMockStore");
  const { session } = readOptions(options, RULES, optionErrorOf("connectMockStore"));
  const serverUrl = withoutTrailingSlashes(parseBaseUrl(`${url}`, invalidUrl)?.href ?? "");
  if (!serverUrl) throw invalidUrl();
  const baseUrl = session === undefined ? serverUrl : serverUrl + sessionPath(session);
  const admin = new AdminClient(`${baseUrl}/__admin`);
  const server = new AdminClient(serverUrl);
  return {
    baseUrl,
    plants: async () => (await admin.read<{ plants: NewPlant[] }>("plants", "plants")).plants,
    requests: async () => (await admin.read<{ requests: RemoteRequest[] }>("requests", "requests")).requests,
    faults: async () => (await admin.read<{ faults: Fault[] }>("faults", "faults")).faults,
    enqueue: (...faults) => admin.change("POST", "faults", 201, faults),
    release: () => admin.change("POST", "release", 204),
    clearFaults: () => admin.change("DELETE", "faults", 204),
    clearRequests: () => admin.change("DELETE", "requests", 204),
    settings: () => admin.read<MockStoreSettings>("settings", "rules"),
    configure: (settings) => admin.change("PATCH", "settings", 200, settings),
    addPlants: (...plants) => admin.change("POST", "plants", 201, plants),
    clear: (options = {}) => admin.change("POST", "clear", 204, options),
    async events({ signal } = {}) {
      if (session !== undefined) await server.change("PUT", sessionPath(session).slice(1), 204);
      const events = admin.readEvents<RemoteEvent>(signal);
      await events.next(); // Connects. From now on, `return` closes the connection.
      return events as AsyncGenerator<RemoteEvent, void, void>;
    },
    sessions: async () => (await server.read<{ sessions: string[] }>("sessions", "sessions")).sessions,
    async removeSession() {
      if (session === undefined) throw new Error("connectMockStore: the default store cannot be removed.");
      await server.change("DELETE", sessionPath(session).slice(1), 204);
    },
  };
}
