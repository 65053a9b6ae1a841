/** Sends a request and its retries, with ky. docs/architecture.md says why ky is used in this way. */
import ky from "ky";
import { configurationError, ownFailures, PlantStoreConnectionError } from "../errors.ts";
import type { PlantStoreRequestInit } from "../options.ts";
import type { Call, ReceivedHead } from "./call.ts";
import { describeNetworkError } from "./network-error.ts";
import { cancel } from "./response-body.ts";
import { isRetryableStatus, mayRetry, parseRetryAfter, planRetry } from "./retry.ts";
import { connectionProblem } from "./runtime.ts";
import { nextToken, renewToken } from "./token.ts";

/**
 * Sends the request, with retries, and returns the last response with its body unread.
 *
 * @param body JSON text
 * @throws a PlantStoreFailure, or the deadline's reason if the call timed out or was aborted
 */
export function send(call: Call, body: string | undefined): Promise<Response> {
  if (!(call.options.fetch ?? globalThis.fetch)) {
    throw configurationError("fetch", "is missing: pass one");
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
  const { deadline } = call;
  deadline.throwIfEnded();
  const token = call.renewedToken ?? (await nextToken(call, false));
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
  const delay = deadline.endedBy ? undefined : await delayAfterResponse(call, response, token);
  if (delay !== undefined || deadline.endedBy) cancel(response.body);
  deadline.throwIfEnded();
  if (delay === undefined) return response;
  call.scheduleRetry(delay);
  return delay;
}

/** Wraps what `fetch` throws in an Error, because ky handles some types of errors itself but rethrows an Error. */
async function callFetch(call: Call, body: string | undefined, token: string | null): Promise<Response> {
  const { options, deadline } = call;
  deadline.throwIfEnded();
  call.startAttempt();
  const fetch = options.fetch ?? globalThis.fetch;
  let response: Response;
  try {
    response = (await fetch(call.url, requestInit(call, body, token))) as Response;
    if (response?.type === "error") throw new TypeError("`Response.error()`");
  } catch (cause) {
    throw new Error("fetch failed", { cause });
  }
  // A `fetch` that ignores its signal can resolve late.
  if (deadline.endedBy) cancel(response?.body);
  deadline.throwIfEnded();
  call.receiveResponse(response);
  return response;
}

function requestInit(call: Call, body: string | undefined, token: string | null): PlantStoreRequestInit {
  const { operation, options, deadline } = call;
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

/** Delay before the retry of an attempt that got a response, ms. Returns undefined if the response is final. */
async function delayAfterResponse(
  call: Call,
  response: Response,
  token: string | null,
): Promise<number | undefined> {
  const { status } = call.received as ReceivedHead;
  if (status === 401) return (await renewToken(call, token)) ? 0 : undefined;
  if (!isRetryableStatus(call, status)) return undefined;
  const delay = planRetry(call, parseRetryAfter(response));
  if (typeof delay === "number") return delay;
  call.whyNoRetry = delay;
  return undefined;
}

/**
 * Delay before the retry of an attempt that got no response, ms.
 *
 * @throws PlantStoreConnectionError if the attempt is not retried
 */
function delayAfterNetworkError(call: Call, thrown: unknown): number {
  const { notSent, isPermanent, reason, code, cause } = describeNetworkError(thrown, call.redactor);
  if (notSent) call.attemptOutcome = "not-created";
  // 0 attempts: ky failed before it called `fetch`.
  if (!isPermanent && mayRetry(call) && call.attempts > 0) {
    const delay = planRetry(call);
    if (typeof delay === "number") {
      call.scheduleRetry(delay);
      return delay;
    }
  }
  const message = call.describe(`${connectionProblem(notSent)} (${call.url}): ${reason}`);
  throw new PlantStoreConnectionError(message, { ...call.details, code, cause });
}
