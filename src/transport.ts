/** Sends a request by ky: attempts and the waits between them. The only file that knows ky. */
import ky from "ky";
import type { Call } from "./call.ts";
import { ownFailures, PlantStoreConfigurationError, PlantStoreConnectionError } from "./errors.ts";
import { readNetworkFailure } from "./network-error.ts";
import { mayRetryStatus, parseRetryAfter, waitBeforeRetry } from "./retry.ts";
import { nextToken } from "./token.ts";

/**
 * Posts a JSON text, again where an attempt may be repeated, and gives the last answer's status and headers,
 * its body still to be read.
 *
 * ky sends each attempt by our `fetch` below. Given the body, it would clone it; given the token, its errors would
 * hold it; given the signal, it would chain two more to it. The rounds are ours: ky's clone the request each time,
 * and wait where the deadline cannot end them.
 *
 * @throws a PlantStoreFailure, or the deadline's reason once the call has ended.
 */
export function send(call: Call, json: string): Promise<Response> {
  if (!(call.settings.fetch ?? globalThis.fetch)) {
    throw new PlantStoreConfigurationError("fetch", "is missing: pass it, or update Node");
  }
  // In a race, whatever it is waiting for: a token, an answer, or its next attempt.
  return call.deadline.race(sendUntilAnswered(call, json));
}

async function sendUntilAnswered(call: Call, json: string): Promise<Response> {
  for (;;) {
    const answer = await attempt(call, json);
    if (typeof answer !== "number") return answer;
    await call.deadline.sleep(answer);
  }
}

/** The answer, or how long to wait for the next attempt, ms. */
async function attempt(call: Call, json: string): Promise<Response | number> {
  const { settings, deadline } = call;
  deadline.throwIfEnded();
  const token = await nextToken(call);
  let response: Response;
  try {
    response = await ky.post(call.url, {
      fetch: () => request(call, json, token),
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
    });
  } catch (thrown) {
    deadline.throwIfEnded();
    if (ownFailures.has(thrown as object)) throw thrown;
    return waitAfterLoss(call, (thrown as Error).cause ?? thrown);
  }
  deadline.throwIfEnded();
  const wait = mayRetryStatus(response.status, settings.retryUnknown)
    ? waitBeforeRetry(call, parseRetryAfter(response))
    : undefined;
  if (wait === undefined) return response;
  discard(response);
  call.retrying(wait);
  return wait;
}

/** @throws an Error whose `cause` is what `fetch` threw: so packed, ky passes it on, and it is not taken for ours. */
async function request(call: Call, json: string, token: string): Promise<Response> {
  const { settings, deadline } = call;
  deadline.throwIfEnded();
  call.requesting();
  const fetch = settings.fetch ?? globalThis.fetch;
  let response: Response;
  try {
    response = (await fetch(call.url, {
      method: "POST",
      headers: { ...settings.headers, "content-type": "application/json", authorization: `Bearer ${token}` },
      body: json,
      // Followed, a redirect would turn the POST into a GET, or take the plant and the token elsewhere.
      redirect: "manual",
      signal: deadline.signal,
    })) as Response;
  } catch (cause) {
    throw new Error("fetch failed", { cause });
  }
  // A `fetch` that does not heed its signal may still answer, to nobody.
  if (deadline.endedBy) discard(response);
  deadline.throwIfEnded();
  if (!isResponse(response)) {
    throw new PlantStoreConfigurationError("fetch", "must give a Response", call.details);
  }
  call.responded(response.status);
  return response;
}

/**
 * After an attempt that brought no status: how long to wait for the next.
 *
 * @throws PlantStoreConnectionError where there is no next.
 */
function waitAfterLoss(call: Call, thrown: unknown): number {
  const { reached, reason, ...details } = readNetworkFailure(thrown, call.echo);
  call.attemptOutcome = reached === "unknown" ? "unknown" : "not-created";
  const mayRetry = reached === "no-connection" || (reached === "unknown" && call.settings.retryUnknown);
  const wait = mayRetry ? waitBeforeRetry(call) : undefined;
  if (wait === undefined) {
    const problem = `${WHAT_FAILED[reached]} (${call.url}): ${reason}`;
    throw new PlantStoreConnectionError(problem, { ...call.details, ...details });
  }
  call.retrying(wait);
  return wait;
}

const WHAT_FAILED = {
  "no-connection": "Could not connect to the store",
  "untrusted-certificate": "The store's certificate is not trusted",
  unknown: "The connection failed before an answer came",
};

/** By what it has, not by `instanceof`: other realms and packages bring a Response of their own. */
function isResponse(value: Partial<Response> | null | undefined): boolean {
  return (
    typeof value?.status === "number" &&
    typeof value.headers?.get === "function" &&
    Symbol.iterator in value.headers
  );
}

/** Frees the connection of an answer that nobody will read. */
async function discard(response: Response | undefined): Promise<void> {
  try {
    await response?.body?.cancel();
  } catch {
    // There was nothing to free.
  }
}
