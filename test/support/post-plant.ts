/** Posts plants to the mock without the SDK. */
import { errorSchema } from "plant-store-sdk";
import { type Fault, MockStore } from "plant-store-sdk/mocks/store";
import { expect } from "vitest";
import { TOKEN } from "./client.ts";

export const PLANTS_URL = "https://plants.example/api/plants";
export const JSON_HEADERS = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
export const FERN = '{"id":1,"name":"Fern"}';
export const POST = { method: "POST", body: FERN, headers: JSON_HEADERS };

/** A store that applies these faults. */
export function storeWith(...faults: Fault[]): MockStore {
  const store = new MockStore();
  store.enqueue(...faults);
  return store;
}

/** Posts a body with valid headers. Override them with `headers`; `undefined` removes one. */
export function post(store: MockStore, body: BodyInit, headers: Record<string, string | undefined> = {}) {
  const sent = Object.entries({ ...JSON_HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  return store.fetch(PLANTS_URL, { method: "POST", body, headers: sent as [string, string][] });
}

/** The message of an error response. Asserts that its body is a valid Error object with the same status. */
export async function errorMessageOf(response: Response, status = 400): Promise<string> {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json");
  const body = errorSchema.parse(await response.json());
  expect(Object.keys(body)).toEqual(["error", "message"]);
  expect(body.error).toBe(status);
  return body.message;
}

/** Waits until the store has received this many requests and applied their faults. */
export async function received(store: MockStore, requests = 1): Promise<void> {
  while (store.requests.length < requests) await new Promise(setImmediate);
  await new Promise(setImmediate);
}
