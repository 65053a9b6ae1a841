/** Sends a request by ky: attempts and the waits between them. The only file that knows ky. */
import ky, { ForceRetryError } from "ky";
import type { Call } from "./call.ts";
import { PlantStoreConfigurationError, PlantStoreConnectionError } from "./errors.ts";
import { readNetworkFailure } from "./network-error.ts";
import { mayRetryStatus, parseRetryAfter, waitBeforeRetry } from "./retry.ts";
import { nextToken } from "./token.ts";

/**
 * Posts a JSON text, again where an attempt may be repeated, and gives the last answer's status and headers,
 * its body still to be read.
 *
 * ky makes the rounds, and our `fetch` below makes each request. Given the body, ky would clone it for every
 * attempt; given the token, its errors would hold it; given the signal, it would chain two more to it.
 *
 * @throws a PlantStoreFailure, or the deadline's reason once the call has ended.
 */
export async function send(call: Call, json: string): Promise<Response> {
  const response = ky.post(call.url, {
    fetch: () => attempt(call, json),
    retry: call.settings.maxRetries,
    timeout: false,
    throwHttpErrors: false,
  });
  // Whatever it is waiting for: a token, an answer, or its next round.
  return call.deadline.race(response);
}

/** One round: a request, and the decision whether there will be another. */
async function attempt(call: Call, json: string): Promise<Response> {
  const { settings, deadline } = call;
  deadline.throwIfEnded();
  // Here and not in ky, whose wait the deadline could not end.
  if (call.wait > 0) await deadline.sleep(call.wait);
  const token = await nextToken(call);
  deadline.throwIfEnded();
  call.requesting();
  let response: Response;
  try {
    response = await request(call, json, token);
  } catch (thrown) {
    if (deadline.endedBy !== undefined) throw thrown;
    throw connectionError(call, thrown);
  }
  if (!isResponse(response)) {
    throw new PlantStoreConfigurationError(
      "fetch",
      "must give a Response: status, headers and body",
      call.details,
    );
  }
  call.responded(response.status);
  if (mayRetryStatus(response.status, settings.retryUnknown)) {
    retryIfAnyLeft(call, parseRetryAfter(response.headers.get("retry-after")), response);
  }
  return response;
}

async function request(call: Call, json: string, token: string): Promise<Response> {
  const { settings, deadline } = call;
  const fetch = settings.fetch ?? globalThis.fetch;
  const response = (await fetch(call.url, {
    method: "POST",
    headers: { ...settings.headers, "content-type": "application/json", authorization: `Bearer ${token}` },
    body: json,
    // Followed, a redirect would turn the POST into a GET, or take the plant and the token elsewhere.
    redirect: "manual",
    signal: deadline.signal,
  })) as Response;
  // A `fetch` that does not heed its signal may still answer, to nobody.
  if (deadline.endedBy !== undefined) discard(response);
  deadline.throwIfEnded();
  return response;
}

/** What became of an attempt that brought no status, unless there is a further attempt. */
function connectionError(call: Call, thrown: unknown): PlantStoreConnectionError {
  const { reached, code, reason, cause } = readNetworkFailure(thrown, call.tokens);
  call.attemptOutcome = reached === "unknown" ? "unknown" : "not-created";
  if (reached === "no-connection" || (reached === "unknown" && call.settings.retryUnknown)) {
    retryIfAnyLeft(call);
  }
  const problem = `${WHAT_FAILED[reached]} (${call.url}): ${reason}`;
  return new PlantStoreConnectionError(problem, { ...call.details, code, cause });
}

const WHAT_FAILED = {
  "no-connection": "Could not connect to the store",
  "untrusted-certificate": "The store's certificate is not trusted",
  unknown: "The connection failed before an answer came",
};

/** Where there is a further attempt, throws what makes ky call {@link attempt} again. */
function retryIfAnyLeft(call: Call, retryAfter?: number, response?: Response): void {
  const wait = waitBeforeRetry(call, retryAfter);
  if (wait === undefined) return;
  discard(response);
  call.retrying(wait);
  throw new ForceRetryError({ delay: 0 });
}

/** By what it has, not by `instanceof`: other realms and packages bring a Response of their own. */
function isResponse(value: Partial<Response> | null | undefined): boolean {
  return typeof value?.status === "number" && typeof value.headers?.get === "function";
}

/** Frees the connection of an answer that nobody will read. */
async function discard(response: Response | undefined): Promise<void> {
  try {
    await response?.body?.cancel();
  } catch {
    // There was nothing to free.
  }
}
