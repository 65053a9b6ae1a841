/** Tokens to search for, and calls that fail with them. */
import type { PlantStoreFailure } from "plant-store-sdk";
import { failureAfter } from "../support/client.ts";
import type { FetchStub } from "../support/fetch-stubs.ts";

export const CANARY = "canary-0123456789/abcdef";

/** A token that is also a valid header name, with letters of both cases. */
export const HEADER_SAFE_CANARY = "Canary-0123456789.aBc+dEf~gHi|jKl";

/** The failure of a call that sends the canary as its token. */
export function canaryFailureAfter(fetch: FetchStub, options: object = {}): Promise<PlantStoreFailure> {
  return failureAfter(fetch, { token: CANARY, ...options });
}

/** Rejects with an error that contains the request, and so the token, in many places, as those of HTTP libraries do. */
export const rejectWithRequest: FetchStub = async (url, init) => {
  const request = new Request(url, { ...init, signal: null });
  const { authorization } = init.headers as Record<string, string>;
  const cause = Object.assign(new Error(`header authorization: ${authorization}`), { config: init });
  throw Object.assign(new TypeError(`POST failed with ${authorization}`, { cause }), {
    name: `Error for ${authorization}`,
    code: `E_${authorization}`,
    request,
    init,
    options: { headers: init.headers },
    response: { config: init },
    [Symbol("state")]: init,
  });
};
