/** A token to look for, and calls that fail although, or because, their peer holds it. */
import { type PlantStoreFailure, safeCreatePlant } from "plant-store-sdk";
import { baseUrl, failureOf, plant } from "../support/client.ts";
import { type FetchStub, stubFetch } from "../support/fetch-stubs.ts";

export const canary = "canary-0123456789/abcdef";

export function failureAfter(answer: FetchStub, options: object = {}): Promise<PlantStoreFailure> {
  const fetch = stubFetch(answer);
  return failureOf(safeCreatePlant(plant, { baseUrl, token: canary, fetch, maxRetries: 0, ...options }));
}

/** The error of an HTTP library that holds all that was sent, in every place that a logger would print. */
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
