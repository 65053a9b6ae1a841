/** A token to search for, and calls that fail with it. */
import { type PlantStoreFailure, safeCreatePlant } from "plant-store-sdk";
import { baseUrl, failureOf, plant } from "../support/client.ts";
import { type FetchStub, stubFetch } from "../support/fetch-stubs.ts";

export const canary = "canary-0123456789/abcdef";

export function failureAfter(stub: FetchStub, options: object = {}): Promise<PlantStoreFailure> {
  const fetch = stubFetch(stub);
  return failureOf(safeCreatePlant(plant, { baseUrl, token: canary, fetch, maxRetries: 0, ...options }));
}

/** Rejects with an error like those of HTTP libraries, which hold the request, and so the token, in many places. */
export const tattling: FetchStub = async (url, init) => {
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
