/** What a store records and reports, as plain data. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "./fault.ts";

/**
 * A request that the store received, and its result. Health checks, CORS preflights and other OPTIONS requests for `/plants` are
 * not recorded, nor is what a server responds to itself, such as `GET /`.
 */
export interface RecordedRequest {
  method: string;
  url: string;
  /** The headers, with lower-case names. Without `authorization`, `proxy-authorization` and `cookie`. */
  headers: Record<string, string>;
  /** When the request had arrived completely, ms since 1970. */
  time: number;
  /** The body as text; only the first MiB of a larger body. The command keeps 16 KiB. */
  body: string;
  /** The plant in the body, if it is valid. Its id is a number if that is exact, otherwise a bigint. */
  plant?: NewPlant | undefined;
  /** Whether the request has created its plant, whatever the client was told. */
  created: boolean;
  /** The bearer token, if one was sent. */
  token?: string | undefined;
  /**
   * The number of the last request with the same body, `user-agent` and, on a port, client address, if that ended at most 10 s
   * before, and its response was lost or was a 408, 421, 500 or 502 to 504. Many clients send a POST again by themselves.
   */
  resentOf?: number | undefined;
  /** Response status; absent until a response is sent, and if none is sent. */
  status?: number | undefined;
  /** What was sent back; absent until then, and if nothing is sent. */
  response?: RecordedResponse | undefined;
  /** From its arrival to its end, ms; absent until then. */
  duration?: number | undefined;
  /**
   * Why the request was rejected, in the mock's words even if the rules replace the message; or that it got the response to
   * an earlier request with its `idempotency-key`.
   */
  reason?: string | undefined;
  /** Whether it was rejected because of its token; otherwise absent. */
  unauthorized?: true | undefined;
  /** The fault that was applied, without the fields that say to which requests it applies. */
  fault?: Fault | undefined;
}

/** A response, as far as it was sent. */
export interface RecordedResponse {
  /** The headers of the store, with lower-case names. An adapter may add others, such as `date`. */
  headers: Record<string, string>;
  /** The first 16,384 characters of the body. */
  body: string;
  /** Whether the connection was dropped before the end of the body; otherwise absent. */
  incomplete?: true | undefined;
}

/**
 * A recorded request without the bearer token, unless the command runs with `--show-tokens`. If a token of 8 or more characters
 * is also elsewhere in the request, such as in the URL or the body, `[token]` replaces it there.
 */
export type SubscribedRequest = Omit<RecordedRequest, "token">;

/** What happens in a store, as plain data. Every listener gets a copy of its own. */
export type MockStoreEvent =
  /** A request was recorded: it arrived completely, and the fault that applies to it is known. */
  | { type: "received"; index: number; request: SubscribedRequest }
  /** A request is over: its response was handed to the adapter, or its connection is dropped. */
  | { type: "ended"; index: number; request: SubscribedRequest }
  /** `store.clear()` was called. Requests that it interrupts still end after this event. */
  | { type: "clear" }
  /** The queue of faults changed: read `store.faults`. */
  | { type: "faults" }
  /** The settings were changed: read `store.settings`. */
  | { type: "settings" }
  /** Plants were added without a request: read `store.plants`. */
  | { type: "plants" }
  /** The recorded requests were removed. */
  | { type: "requests" };

/** Is called for every event, in order. */
export type MockStoreListener = (event: MockStoreEvent) => unknown;
