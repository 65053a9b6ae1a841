/** Posting to a reference store as a client would, by hand. */
import { errorSchema } from "plant-store-sdk";
import type { PlantStore } from "plant-store-sdk/mocks/store";
import { expect } from "vitest";

export const PLANTS_URL = "https://plants.example/api/plants";
export const JSON_HEADERS = { authorization: "Bearer t0ken", "content-type": "application/json" };
export const FERN = '{"id":1,"name":"Fern"}';

/** Posts a body as a client would; headers that are undefined are left out. */
export function post(store: PlantStore, body: BodyInit, headers: Record<string, string | undefined> = {}) {
  const sent = Object.entries({ ...JSON_HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  return store.fetch(PLANTS_URL, { method: "POST", body, headers: sent as [string, string][] });
}

/** Asserts that a response is an Error body with its status in it, and gives its message. */
export async function errorMessageOf(response: Response, status = 400): Promise<string> {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json");
  const body = errorSchema.parse(await response.json());
  expect(Object.keys(body)).toEqual(["error", "message"]);
  expect(body.error).toBe(status);
  return body.message;
}
