/** Sends one request, with ky. docs/architecture.md says why ky is used in this way. */
import ky from "ky";
import { outcomeOfHead } from "../contract/decide-outcome.ts";
import type { PlantStoreRequestInit } from "../options.ts";
import { describeNetworkError } from "./describe-network-error.ts";
import { cancel } from "./read-body.ts";
import { readHead } from "./read-head.ts";
import type { Attempt, Call } from "./start-call.ts";

const METHOD = "POST";

/**
 * The prototype of the options of `fetch`: the methods that wrappers of `fetch` may call, and nothing else of a polluted
 * Object.prototype. undici's `dispatcher` would receive the token.
 */
const PLAIN_OBJECT: object = Object.create(null, {
  hasOwnProperty: { value: Object.prototype.hasOwnProperty },
  toString: { value: Object.prototype.toString },
  valueOf: { value: Object.prototype.valueOf },
});

/**
 * Adds the attempt to the call as soon as `fetch` is called.
 *
 * @param token `null` sends none
 * @param body JSON text
 * @throws if `fetch` was not called: the deadline's reason, or an unforeseen error
 */
export async function sendRequest(call: Call, token: string | null, body: string): Promise<Attempt> {
  const { url, attempts, deadline, redactor, emit } = call;
  const attempt: Attempt = { outcome: "not-created" };

  const send = async (): Promise<Response> => {
    deadline.throwIfEnded();
    const number = attempts.length + 1;
    const started = deadline.elapsed;
    emit?.({ type: "request", attempt: number });
    deadline.throwIfEnded(); // A listener can abort the call.
    attempt.outcome = "unknown";
    attempts.push(attempt);
    const unread = await callFetch(call, requestInit(call, token, body));
    const { response } = Object.assign(attempt, readHead(unread, redactor));
    if (response) {
      attempt.outcome = outcomeOfHead(response.status, response.contentType);
      const duration = deadline.elapsed - started;
      emit?.({ type: "response", attempt: number, status: response.status, duration });
    }
    return unread;
  };

  try {
    // `send` adds the body, the token and the signal: ky would clone the body, keep the token in its errors and wrap the
    // signal. ky's retries are off, because their waits ignore the deadline.
    await deadline.race(
      ky(url, { method: METHOD, fetch: send, retry: 0, timeout: false, throwHttpErrors: false }),
    );
  } catch (thrown) {
    if (attempts.at(-1) !== attempt) throw thrown;
    // After `fetch` has resolved, ky can only complain about its result, which `readHead` has checked.
    if (!attempt.response && !attempt.defect && !deadline.endedBy) {
      attempt.failure = describeNetworkError((thrown as Error).cause ?? thrown, redactor);
      if (attempt.failure.notSent) attempt.outcome = "not-created";
    }
  }
  return attempt;
}

/** @throws an Error whose cause is what `fetch` threw, because ky handles some types of errors itself */
async function callFetch({ options, url, deadline }: Call, init: PlantStoreRequestInit): Promise<Response> {
  const fetch = options.fetch ?? globalThis.fetch;
  let response: Response;
  try {
    response = (await fetch(url, init)) as Response;
    if (response?.type === "error") throw new TypeError("`Response.error()`");
  } catch (cause) {
    throw new Error("fetch failed", { cause });
  }
  // A `fetch` that ignores its signal can resolve late.
  if (deadline.endedBy) cancel(response);
  deadline.throwIfEnded();
  return response;
}

function requestInit({ headers, deadline }: Call, token: string | null, body: string): PlantStoreRequestInit {
  const authorization = token === null ? undefined : { authorization: `Bearer ${token}` };
  const init: PlantStoreRequestInit & { __proto__: object; next: object } = {
    __proto__: PLAIN_OBJECT,
    method: METHOD,
    headers: { ...headers, ...authorization, "content-type": "application/json" },
    body,
    // A followed redirect could turn the POST into a GET, or send the token and the plant elsewhere.
    redirect: "manual",
    signal: deadline.signal,
    // Next.js can answer an equal POST from its cache. Not `cache`, which would add a preflight to every call of a page.
    next: { revalidate: 0 },
  };
  return init;
}
