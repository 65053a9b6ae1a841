/** Sends one request, with ky. docs/architecture.md says why ky is used in this way. */
import ky from "ky";
import type { PlantStoreRequestInit } from "../options.ts";
import { outcomeOfHead, type PlantStoreOutcome } from "../outcome.ts";
import { describeNetworkError, type NetworkFailure } from "./describe-network-error.ts";
import { type ReceivedResponse, receive } from "./read-head.ts";
import type { Call } from "./start-call.ts";

/** How an attempt ended. It has a response, a failure, or neither: see {@link sendRequest}. */
export interface Attempt {
  /** Whether `fetch` was called. */
  wasSent: boolean;
  /** Whether this attempt alone created something. */
  outcome: PlantStoreOutcome;
  response: ReceivedResponse | undefined;
  /** Why no response arrived. */
  failure: NetworkFailure | undefined;
}

export interface RequestParts {
  /** Number of this attempt, from 1. */
  number: number;
  /** `null` sends none. */
  token: string | null;
  /** JSON text. */
  body: string | undefined;
}

/**
 * Never rejects. The attempt has neither a response nor a failure if the deadline ended it, or if `fetch` resolved with
 * something else than a response.
 */
export async function sendRequest(call: Call, request: RequestParts): Promise<Attempt> {
  const { operation, url, deadline, redactor, emit } = call;
  const { number } = request;
  let wasSent = false;
  let hasResolved = false;
  let status: number | undefined;
  let response: ReceivedResponse | undefined;
  let failure: NetworkFailure | undefined;

  const send = async (): Promise<Response> => {
    deadline.throwIfEnded();
    const started = deadline.elapsed;
    emit({ type: "request", attempt: number });
    deadline.throwIfEnded(); // A listener can abort the call.
    wasSent = true;
    const unread = await callFetch(call, request);
    hasResolved = true;
    // Read once, and not `instanceof`: other realms and packages have a Response class of their own.
    const { status: given } = unread;
    if (typeof given !== "number") throw undefined;
    status = given;
    response = receive(unread, status, redactor);
    emit({ type: "response", attempt: number, status, duration: deadline.elapsed - started });
    return unread;
  };

  try {
    // `send` adds the body, the token and the signal: ky would clone the body, keep the token in its errors and wrap the
    // signal. ky's retries are off, because their waits ignore the deadline.
    const { method } = operation;
    await deadline.race(ky(url, { method, fetch: send, retry: 0, timeout: false, throwHttpErrors: false }));
  } catch (thrown) {
    // An error after `fetch` has resolved is about its result.
    if (!hasResolved && !deadline.endedBy) {
      failure = describeNetworkError((thrown as Error).cause ?? thrown, redactor);
    }
  }
  const createdNothing = operation.idempotent || !wasSent || failure?.notSent;
  const outcome = createdNothing ? "not-created" : outcomeOfHead(status, response?.contentType);
  return { wasSent, outcome, response, failure };
}

/** @throws an Error whose cause is what `fetch` threw, because ky handles some types of errors itself */
async function callFetch(call: Call, request: RequestParts): Promise<Response> {
  const { options, url, deadline } = call;
  const fetch = options.fetch ?? globalThis.fetch;
  let response: Response;
  try {
    response = (await fetch(url, requestInit(call, request))) as Response;
    if (response?.type === "error") throw new TypeError("`Response.error()`");
  } catch (cause) {
    throw new Error("fetch failed", { cause });
  }
  // A `fetch` that ignores its signal can resolve late.
  if (deadline.endedBy) cancel(response);
  deadline.throwIfEnded();
  return response;
}

function requestInit(
  { operation, options, deadline }: Call,
  { token, body }: RequestParts,
): PlantStoreRequestInit {
  const headers: Record<string, string> = { ...options.headers };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const init: PlantStoreRequestInit & { __proto__: null } = {
    // Nothing is inherited from a polluted Object.prototype: undici's `dispatcher` would receive the token.
    __proto__: null,
    method: operation.method,
    headers,
    // A followed redirect could turn the POST into a GET, or send the token and the plant elsewhere.
    redirect: "manual",
    signal: deadline.signal,
  };
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = body;
  }
  return init;
}

/** A response, its stream, the stream's reader, or a stream of Node. */
interface Cancellable {
  body?: Cancellable | null;
  cancel?(): Promise<void>;
  destroy?(): void;
}

/** Frees the connection of a body that nobody will read. */
export async function cancel(source: Cancellable | null | undefined): Promise<void> {
  try {
    const stream = source?.body ?? source;
    await (stream?.cancel ? stream.cancel() : stream?.destroy?.());
  } catch {
    // Nothing to free.
  }
}
