/** Sends a request by ky: attempts and the waits between them. The only file that knows ky. */
import ky from "ky";
import type { Call } from "./call.ts";
import { PlantStoreConfigurationError, PlantStoreConnectionError } from "./errors.ts";
import { readNetworkFailure } from "./network-error.ts";
import { mayRetryStatus, parseRetryAfter, waitBeforeRetry } from "./retry.ts";
import { nextToken } from "./token.ts";

/** Thrown to ky alone, so that it waits and calls `attempt` again. */
class Retry extends Error {
  readonly wait: number;

  constructor(wait: number) {
    super();
    this.wait = wait;
  }
}

/**
 * Posts a JSON text, again where an attempt may be repeated, and gives the last answer's status and headers,
 * its body still to be read.
 *
 * ky makes the rounds, and our `fetch` below makes each request: given the body, ky would clone it for every
 * attempt, and given the token, its errors would hold it.
 *
 * @throws a PlantStoreFailure, or the deadline's reason once the call has ended.
 */
export async function send(call: Call, json: string): Promise<Response> {
  let wait = 0;
  return ky.post(call.url, {
    fetch: () => attempt(call, json),
    signal: call.deadline.signal,
    timeout: false,
    throwHttpErrors: false,
    retry: {
      limit: call.settings.maxRetries,
      methods: ["post"],
      shouldRetry: ({ error }) => {
        if (!(error instanceof Retry)) return false;
        wait = error.wait;
        return true;
      },
      delay: () => wait,
    },
  });
}

/** One round: a request, and the decision whether there will be another. */
async function attempt(call: Call, json: string): Promise<Response> {
  const { retryUnknown } = call.settings;
  let response: Response;
  try {
    response = await request(call, json);
  } catch (thrown) {
    if (call.deadline.endedBy !== undefined || thrown instanceof PlantStoreConfigurationError) throw thrown;
    const { reached, code, reason, cause } = readNetworkFailure(thrown, call.tokens);
    call.attemptOutcome = reached === "unknown" ? "unknown" : "not-created";
    if (reached === "no-connection" || (reached === "unknown" && retryUnknown)) retryIfAnyLeft(call);
    throw new PlantStoreConnectionError(`${WHAT_FAILED[reached]} at ${call.url}: ${reason}`, {
      ...call.details,
      code,
      cause,
    });
  }
  call.responded(response.status);
  if (mayRetryStatus(response.status, retryUnknown)) {
    retryIfAnyLeft(call, parseRetryAfter(response.headers.get("retry-after")), response);
  }
  return response;
}

const WHAT_FAILED = {
  "no-connection": "No connection came about to the store",
  "untrusted-certificate": "There is no trust in the certificate of the store",
  unknown: "The connection was lost before an answer came from the store",
};

function retryIfAnyLeft(call: Call, retryAfter?: number | undefined, response?: Response): void {
  const wait = waitBeforeRetry(call, retryAfter);
  if (wait === undefined) return;
  discard(response);
  call.retrying(wait);
  throw new Retry(wait);
}

async function request(call: Call, json: string): Promise<Response> {
  const { settings, deadline } = call;
  const token = await nextToken(call);
  deadline.throwIfEnded();
  const fetch = settings.fetch ?? globalThis.fetch;
  call.requesting();
  // In a function of its own, so that a `fetch` that throws at once is treated as one that rejects.
  const answer = (async () =>
    fetch(call.url, {
      method: "POST",
      headers: { ...settings.headers, "content-type": "application/json", authorization: `Bearer ${token}` },
      body: json,
      // Followed, a redirect would turn the POST into a GET, or take the plant and the token elsewhere.
      redirect: "manual",
      signal: deadline.signal,
    }))();
  try {
    const response = await deadline.race(answer);
    if (isResponse(response)) return response;
  } catch (thrown) {
    // A `fetch` that does not heed its signal may still answer, to nobody.
    answer.then(discard, () => {});
    throw thrown;
  }
  throw new PlantStoreConfigurationError("`fetch` must give a Response; what it gave is none.", {
    ...call.details,
    option: "fetch",
  });
}

/** By what it has, not by `instanceof`: other realms and packages bring a Response of their own. */
function isResponse(value: Partial<Response> | null | undefined): boolean {
  return typeof value?.status === "number" && typeof value.headers?.get === "function";
}

/** Frees the connection of an answer that nobody will read. */
function discard(response: Response | undefined): void {
  response?.body?.cancel().catch(() => {});
}
