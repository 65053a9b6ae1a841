/** Starts servers with the admin API, and calls it. */
import { errorSchema } from "plant-store-sdk";
import { type ListenOptions, MockStore, type MockStoreOptions } from "plant-store-sdk/mocks/server";
import { expect } from "vitest";
import { openMock } from "../../support/mock-server.ts";
import { JSON_HEADERS } from "../../support/post-plant.ts";

/** A server with the admin API and sessions, until the test ends. */
export async function openAdmin({ store: storeOptions = {}, ...options }: OpenOptions = {}) {
  const sessions = () => new MockStore(storeOptions);
  return openMock({ admin: true, sessions, ...options }, storeOptions);
}

interface OpenOptions extends ListenOptions {
  store?: MockStoreOptions;
}

/** Posts a plant to a base URL, with a token. */
export function postPlant(baseUrl: string, body: string): Promise<Response> {
  return fetch(`${baseUrl}/plants`, { method: "POST", headers: JSON_HEADERS, body });
}

/** Sends a request and returns its status and its body as text. */
export async function send(method: string, url: string, body?: BodyInit) {
  const response = await fetch(url, { method, ...(body !== undefined && { body }) });
  return { status: response.status, text: await response.text() };
}

/** The message of an Error body. Asserts that the body is one, and its status. */
export function messageOf({ status, text }: { status: number; text: string }, expected = 400): string {
  expect(status).toBe(expected);
  const body = errorSchema.parse(JSON.parse(text));
  expect(body).toEqual({ error: status, message: body.message });
  return body.message;
}
