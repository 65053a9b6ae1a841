import type { PlantStoreCallOptions } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import {
  baseUrl,
  failureAfter,
  failureOf,
  plant,
  recordingFetch,
  requestOf,
  testClient,
} from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { PLANT_JSON, respond } from "../support/fetch-stubs.ts";
import { throwing } from "../support/throwing.ts";

test.each<[client: PlantStoreCallOptions, call: PlantStoreCallOptions, status: number, attempts: number]>([
  [{}, {}, 429, 3],
  [{ maxRetries: 5 }, { maxRetries: undefined }, 429, 6],
  [{ maxRetries: 0 }, { maxRetries: 1 }, 429, 2],
  [{ maxRetries: 5 }, { maxRetries: 0 }, 429, 1],
  [{}, {}, 503, 1],
  [{ retryUnknown: true }, { retryUnknown: undefined }, 503, 3],
  [{ retryUnknown: true }, { retryUnknown: false }, 503, 1],
  [{ retryUnknown: false }, { retryUnknown: true }, 503, 3],
])("with %j of a client and %j of a call, a %i gets %i tries", async (ofClient, ofCall, status, attempts) => {
  jumpFromTimerToTimer();
  const { fetch, sent } = recordingFetch(respond(status, "", { "retry-after": "0" }));
  const error = await failureOf(testClient({ ...ofClient, fetch }).safeCreatePlant(plant, ofCall));
  expect(error).toMatchObject({ kind: "unexpected-response", response: { status }, attempts });
  expect(sent).toHaveLength(attempts);
});

test.each([
  { limit: undefined, bytes: 1_048_576 },
  { limit: 40, bytes: 40 },
])("a body of maxResponseBytes ($limit) is accepted, a longer one is an error", async ({ limit, bytes }) => {
  const ofLength = (length: number) => PLANT_JSON.padEnd(length);
  const { fetch } = recordingFetch(respond(200, ofLength(bytes)), respond(200, ofLength(bytes + 1)));
  const client = testClient({ fetch, maxResponseBytes: limit });
  expect(await client.safeCreatePlant(plant)).toMatchObject({ success: true });
  const error = await failureOf(client.safeCreatePlant(plant));
  expect(error).toMatchObject({ kind: "unexpected-response", outcome: "created", attempts: 1 });
  expect(error.message).toContain(`larger than \`maxResponseBytes\` (${bytes})`);
});

test("the global fetch is looked up for every call, so that interceptors can replace it later", async () => {
  const client = testClient({});
  const { fetch, sent } = recordingFetch();
  vi.stubGlobal("fetch", fetch);
  await client.createPlant(plant);
  expect(sent).toHaveLength(1);
});

test("fetch is called with a string and an init with exactly these fields", async () => {
  const { url, init } = await requestOf();
  expect(url).toBe(`${baseUrl}/plants`);
  expect(Object.keys(init).sort()).toEqual(["body", "headers", "method", "next", "redirect", "signal"]);
  expect(init).toMatchObject({ method: "POST", redirect: "manual", body: '{"id":1,"name":"Fern"}' });
  expect(init.signal).toBeInstanceOf(AbortSignal);
});

test("a fetch that throws synchronously causes a connection error", async () => {
  const error = await failureAfter(throwing(new TypeError("no network today")));
  expect(error).toMatchObject({ kind: "connection", outcome: "unknown", attempts: 1 });
});
