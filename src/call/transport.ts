/** Sends a request and its retries, with ky. docs/architecture.md says why ky is used in this way. */
import ky from "ky";
import { configurationError, ownFailures, PlantStoreConnectionError } from "../errors.ts";
import type { PlantStoreRequestInit } from "../options.ts";
import type { Call } from "./call.ts";
import { describeNetworkError, type FailureStage } from "./network-error.ts";
import { isRetryableStatus, mayRetry, parseRetryAfter, retryDelay } from "./retry.ts";
import { nextToken } from "./token.ts";

/**
 * Sends the request, with retries, and returns the last response with its body unread.
 *
 * @param body JSON text
 * @throws a PlantStoreFailure, or the deadline's reason if the call timed out or was aborted
 */
export function send(call: Call, body: string | undefined): Promise<Response> {
  if (!(call.options.fetch ?? globalThis.fetch)) {
    throw configurationError("fetch", "is missing: pass one or update Node");
  }
  // Raced as a whole: the deadline ends the wait for a token, a response or the next attempt.
  return call.deadline.race(sendWithRetries(call, body));
}

async function sendWithRetries(call: Call, body: string | undefined): Promise<Response> {
  for (;;) {
    const result = await attempt(call, body);
    if (typeof result !== "number") return result;
    await call.deadline.sleep(result);
  }
}

/** Returns the final response, or the delay before the next attempt, ms. */
async function attempt(call: Call, body: string | undefined): Promise<Response | number> {
  const { options, deadline, redactor } = call;
  deadline.throwIfEnded();
  const token = await nextToken(options.token, redactor, call.details);
  let response: Response;
  try {
    // callFetch adds the body, the token and the signal: ky would clone the body, keep the token in its errors and wrap
    // the signal. ky's retries are off, because their waits ignore the deadline.
    response = await ky(call.url, {
      method: call.operation.method,
      fetch: () => callFetch(call, body, token),
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
    });
  } catch (thrown) {
    deadline.throwIfEnded();
    if (ownFailures.has(thrown as object)) throw thrown;
    return delayAfterNetworkError(call, (thrown as Error).cause ?? thrown);
  }
  deadline.throwIfEnded();
  if (!isRetryableStatus(call, response.status)) return response;
  const delay = retryDelay(call, parseRetryAfter(response));
  if (delay === undefined) return response;
  discard(response);
  call.scheduleRetry(delay);
  return delay;
}

/** Wraps what `fetch` throws in an Error, because ky handles some types of errors itself but rethrows an Error. */
async function callFetch(call: Call, body: string | undefined, token: string): Promise<Response> {
  const { options, deadline } = call;
  deadline.throwIfEnded();
  call.startAttempt();
  const fetch = options.fetch ?? globalThis.fetch;
  let response: Response;
  try {
    response = (await fetch(call.url, requestInit(call, body, token))) as Response;
  } catch (cause) {
    throw new Error("fetch failed", { cause });
  }
  // A `fetch` that ignores its signal can resolve late.
  if (deadline.endedBy) discard(response);
  deadline.throwIfEnded();
  if (!isResponse(response)) {
    throw configurationError("fetch", "must resolve with a Response", call.details);
  }
  call.receiveStatus(response.status);
  return response;
}

function requestInit(call: Call, body: string | undefined, token: string): PlantStoreRequestInit {
  const { operation, options, deadline } = call;
  const headers: Record<string, string> = { ...options.headers, authorization: `Bearer ${token}` };
  const init: PlantStoreRequestInit = {
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

/**
 * Delay before the retry of an attempt that got no response, ms.
 *
 * @throws PlantStoreConnectionError if the attempt is not retried
 */
function delayAfterNetworkError(call: Call, thrown: unknown): number {
  const { stage, reason, code, cause } = describeNetworkError(thrown, call.redactor);
  if (stage !== "unknown") call.attemptOutcome = "not-created";
  const delay = stage !== "untrusted-certificate" && mayRetry(call) ? retryDelay(call) : undefined;
  if (delay === undefined) {
    const message = call.describe(`${STAGE_SENTENCES[stage]} (${call.url}): ${reason}`);
    throw new PlantStoreConnectionError(message, { ...call.details, code, cause });
  }
  call.scheduleRetry(delay);
  return delay;
}

const STAGE_SENTENCES: Record<FailureStage, string> = {
  "no-connection": "Could not connect to the server",
  "untrusted-certificate": "The server's certificate is not trusted",
  unknown: "The connection failed before a response arrived",
};

/** Not `instanceof`: other realms and packages have a Response class of their own. */
function isResponse(value: Partial<Response> | null | undefined): boolean {
  return (
    typeof value?.status === "number" &&
    typeof value.headers?.get === "function" &&
    Symbol.iterator in value.headers
  );
}

/** Frees the connection of a response that nobody will read. */
async function discard(response: Response | undefined): Promise<void> {
  try {
    await response?.body?.cancel();
  } catch {
    // Nothing to free.
  }
}
