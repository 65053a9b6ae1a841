/** What a caller passes, what reaches its `fetch`, and what it gets back. */
import {
  type CreatePlantResult,
  type NewPlant,
  PlantStoreConfigurationError,
  type PlantStoreFailure,
  type PlantStoreFetch,
} from "plant-store-sdk";
import { expect } from "vitest";
import { type FetchStub, respond, stubFetch, succeed } from "./fetch-stubs.ts";

export const baseUrl = "https://plants.example/api";
export const token = "secret-token-of-the-tests";
export const plant: NewPlant = { id: 1, name: "Fern" };

/** Refuses for now, and lets the next attempt follow at once. */
export const tooManyRequests = respond(429, "busy", { "retry-after": "0" });

interface SentRequest {
  url: string;
  init: RequestInit;
  headers: Headers;
  body: string;
}

/** {@link stubFetch}, and what was sent, oldest first. Without answers of its own it creates every plant. */
export function recordingFetch(...answers: FetchStub[]): { fetch: PlantStoreFetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const answering = answers.length === 0 ? succeed : stubFetch(...answers);
  const fetch: PlantStoreFetch = (url, init) => {
    sent.push({ url, init, headers: new Headers(init.headers), body: String(init.body) });
    return answering(url, init);
  };
  return { fetch, sent };
}

/** The failure of a call that must fail. */
export async function failureOf(call: Promise<CreatePlantResult>): Promise<PlantStoreFailure> {
  const result = await call;
  if (result.success) expect.fail("The call succeeded.");
  return result.error;
}

/** The configuration error of a constructor that must throw. */
export function configurationErrorOf(run: () => unknown): PlantStoreConfigurationError {
  try {
    run();
  } catch (error) {
    if (error instanceof PlantStoreConfigurationError) return error;
    throw error;
  }
  return expect.fail("The options were accepted.");
}
