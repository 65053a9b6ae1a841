/** Creates clients for tests, records their requests, and returns the errors of their calls. */
import {
  type CreatePlantOptions,
  type CreatePlantResult,
  type NewPlant,
  type PlantStoreCallOptions,
  PlantStoreClient,
  type PlantStoreClientOptions,
  PlantStoreConfigurationError,
  type PlantStoreFailure,
  type PlantStoreFetch,
  safeCreatePlant,
} from "plant-store-sdk";
import { expect } from "vitest";
import { type FetchStub, respond, stubFetch, succeed } from "./fetch-stubs.ts";

export const baseUrl = "https://plants.example/api";
export const TOKEN = "secret-token-of-the-tests";
export const plant: NewPlant = { id: 1, name: "Fern" };

/** The options that every call requires. */
export const testOptions = { baseUrl, token: TOKEN };

export function testClient(options?: PlantStoreClientOptions): PlantStoreClient {
  return new PlantStoreClient({ ...testOptions, ...options });
}

/** Responds 429, and does not ask for a longer wait than the backoff. */
export const tooManyRequests = respond(429, "busy", { "retry-after": "0" });

/** A `fetch` that records requests, oldest first. It uses the stubs in turn; without stubs, every call succeeds. */
export function recordingFetch(...stubs: FetchStub[]) {
  const sent: { url: string; init: RequestInit; headers: Headers; body: string }[] = [];
  const stub = stubs.length === 0 ? succeed : stubFetch(...stubs);
  const fetch: PlantStoreFetch = (url, init) => {
    sent.push({ url, init, headers: new Headers(init.headers), body: String(init.body) });
    return stub(url, init);
  };
  return { fetch, sent };
}

/** The request of a client's call, which succeeds. */
export async function requestOf(options?: PlantStoreClientOptions, own?: PlantStoreCallOptions) {
  const { fetch, sent } = recordingFetch();
  await testClient({ fetch, ...options }).createPlant(plant, own);
  expect(sent).toHaveLength(1);
  return sent[0] as (typeof sent)[number];
}

/** The failure of a client's call, before it sends anything. */
export async function failureBeforeSending(options?: PlantStoreClientOptions, own?: PlantStoreCallOptions) {
  const { fetch, sent } = recordingFetch();
  const failure = await failureOf(testClient({ fetch, ...options }).safeCreatePlant(plant, own));
  expect(sent).toEqual([]);
  return failure;
}

export const create = (fetch: FetchStub, options?: CreatePlantOptions): Promise<CreatePlantResult> =>
  safeCreatePlant(plant, { ...testOptions, fetch, ...options });

/** The failure of a call; fails the test if the call succeeds. */
export async function failureOf(call: Promise<CreatePlantResult>): Promise<PlantStoreFailure> {
  const result = await call;
  if (result.success) expect.fail("The call succeeded.");
  return result.error;
}

/** The failure of a call with this `fetch`. By default, the call is not retried. */
export function failureAfter(fetch: FetchStub, options: object = {}): Promise<PlantStoreFailure> {
  return failureOf(create(fetch, { maxRetries: 0, ...options }));
}

/** The configuration error that a function throws; fails the test if it throws none. */
export function configurationErrorOf(run: () => unknown): PlantStoreConfigurationError {
  try {
    run();
  } catch (error) {
    if (error instanceof PlantStoreConfigurationError) return error;
    throw error;
  }
  return expect.fail("The options were accepted.");
}
