import {
  type CreatePlantOptions,
  createPlant,
  type NewPlant,
  PlantStoreClient,
  PlantStoreError,
  safeCreatePlant,
} from "plant-store-sdk";
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import {
  baseUrl,
  failureOf,
  plant,
  recordingFetch,
  TOKEN,
  testClient,
  testOptions,
  tooManyRequests,
} from "../support/client.ts";
import { respond, succeed } from "../support/fetch-stubs.ts";
import { failures } from "./failures.ts";

/** The plant that a call gives for the text of a 200. */
function answered(text: string): Promise<unknown> {
  return createPlant(plant, { ...testOptions, fetch: respond(200, text) });
}

const refusing = respond(400, '{"error":7,"message":"no room left"}');

// The plant

test.each([
  ['{"name":"Fern"}', { name: "Fern" }],
  ['{"name":"Fern","tag":"indoor"}', { name: "Fern", tag: "indoor" }],
  ['{"tag":"","name":""}', { name: "", tag: "" }],
  [' {\n"name" : "F\\u0065rn"\t} ', { name: "Fern" }],
  ['\ufeff{"name":"Fern"}', { name: "Fern" }],
  ['{"name":"Fern","name":"Moss"}', { name: "Moss" }],
])("the answer %j gives a plant", async (text, data) => {
  expect(await answered(text)).toStrictEqual(data);
});

test("unknown fields of an answer are kept as they came", async () => {
  const text = '{"name":"Fern","id":7,"at":{"row":1.5,"free":null},"seen":[true,"x"],"":0,"constructor":1}';
  expect(await answered(text)).toStrictEqual(JSON.parse(text));
});

test.each([
  ["9007199254740991", 9007199254740991],
  ["-9007199254740991", -9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["9223372036854775807", 2n ** 63n - 1n],
  ["123456789012345678901234567890", 123456789012345678901234567890n],
  ["1234567890.1234567", 1234567890.1234567],
  ["0.1", 0.1],
  ["1e3", 1000],
  ["-0", -0],
  ['"9007199254740993"', "9007199254740993"],
])("an unknown integer beyond 2^53 becomes a bigint, and nothing else does: %s", async (written, value) => {
  expect(await answered(`{"name":"Fern","row":${written}}`)).toStrictEqual({ name: "Fern", row: value });
  expect(await answered(`{"name":"Fern","at":[{"row":${written}}]}`)).toStrictEqual({
    name: "Fern",
    at: [{ row: value }],
  });
});

test("an answer with a field called __proto__ reaches no prototype", async () => {
  const created = await answered('{"name":"Fern","__proto__":{"polluted":true}}');
  expect(Object.getPrototypeOf(created)).toBe(Object.prototype);
  expect((created as { polluted?: boolean }).polluted).toBeUndefined();
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

// The shape of a result

test("a success holds the plant, the answer, the attempts, and whether there may be a duplicate", async () => {
  const answer = respond(200, '{"name":"Fern","tag":"indoor"}', { "x-shelf": "3" });
  const result = await safeCreatePlant(plant, { ...testOptions, fetch: answer });
  if (!result.success) throw result.error;
  expect(Object.keys(result).sort()).toEqual([
    "attempts",
    "data",
    "possibleDuplicate",
    "response",
    "success",
  ]);
  expect(result).toMatchObject({
    success: true,
    data: { name: "Fern", tag: "indoor" },
    attempts: 1,
    possibleDuplicate: false,
  });
  expect(Object.keys(result.response).sort()).toEqual(["headers", "status"]);
  expect(result.response.status).toBe(200);
  expect(result.response.headers.get("x-shelf")).toBe("3");
});

test("a failure holds the error alone", async () => {
  const result = await safeCreatePlant(plant, { ...testOptions, fetch: refusing });
  expect(Object.keys(result).sort()).toEqual(["error", "success"]);
  expect(result).toMatchObject({ success: false, error: { kind: "rejected", error: 7 } });
});

// createPlant and safeCreatePlant, the client and the functions that stand alone

test("createPlant rejects with the very error that safeCreatePlant gives", async () => {
  const client = testClient({ fetch: refusing });
  const thrown = await client.createPlant(plant).catch((error: unknown) => error);
  const given = await failureOf(client.safeCreatePlant(plant));
  expect(thrown).toBeInstanceOf(PlantStoreError);
  expect(JSON.stringify(thrown)).toBe(JSON.stringify(given));
});

test("the client and the functions that stand alone send the same and give the same", async () => {
  const { fetch, sent } = recordingFetch(
    tooManyRequests,
    succeed,
    tooManyRequests,
    succeed,
    tooManyRequests,
    succeed,
    tooManyRequests,
    succeed,
  );
  const clientOptions = { ...testOptions, fetch };
  const callOptions = { maxRetries: 1, headers: { "x-shelf": "3" } };
  const client = new PlantStoreClient(clientOptions);
  const safe = [
    await client.safeCreatePlant(plant, callOptions),
    await safeCreatePlant(plant, { ...clientOptions, ...callOptions }),
  ];
  expect(safe[0]).toMatchObject({ success: true, attempts: 2 });
  expect(safe[1]).toMatchObject({ success: true, attempts: 2 });
  expect(await client.createPlant(plant, callOptions)).toEqual({ name: "Fern" });
  expect(await createPlant(plant, { ...clientOptions, ...callOptions })).toEqual({ name: "Fern" });
  const requests = sent.map(({ url, body, headers }) => ({ url, body, headers: [...headers] }));
  expect(requests).toHaveLength(8);
  for (const request of requests) expect(request).toEqual(requests[0]);
});

test("the client and the functions that stand alone fail alike", async () => {
  const client = testClient({ fetch: refusing });
  const options = { ...testOptions, fetch: refusing };
  const errors = [
    await failureOf(client.safeCreatePlant(plant)),
    await failureOf(safeCreatePlant(plant, options)),
    await client.createPlant(plant).catch((error: unknown) => error),
    await createPlant(plant, options).catch((error: unknown) => error),
  ];
  for (const error of errors) expect(error).toBeInstanceOf(PlantStoreError);
  expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
});

test("createPlant and safeCreatePlant give plain promises", async () => {
  const client = testClient({ fetch: succeed });
  for (const promise of [client.createPlant(plant), client.safeCreatePlant(plant)]) {
    expect(Object.getPrototypeOf(promise)).toBe(Promise.prototype);
    expect(Reflect.ownKeys(promise)).toEqual([]);
    await promise;
  }
});

test("calls of one client at the same time do not disturb each other", async () => {
  const store = createPlantStore();
  const client = testClient({ fetch: store.fetch });
  const ids = Array.from({ length: 50 }, (_, id) => id);
  const names = await Promise.all(ids.map(async (id) => client.createPlant({ id, name: `Fern ${id}` })));
  expect(names).toEqual(ids.map((id) => ({ name: `Fern ${id}` })));
  expect(store.plants).toHaveLength(50);
});

// safeCreatePlant never rejects

test.each(Object.entries(failures))(
  "safeCreatePlant does not reject where the kind is %s",
  async (kind, provoke) => {
    expect(await provoke()).toMatchObject({ kind });
  },
);

test.each(
  Object.entries({
    "no arguments": [],
    "no options": [plant],
    "options that are null": [plant, null],
    "options that are a string": [plant, "options"],
    "a base URL that is none": [plant, { baseUrl: "plants", token: TOKEN }],
    "a token that is none": [plant, { baseUrl, token: "" }],
    "a timeout that is none": [plant, { ...testOptions, timeout: -1 }],
  }),
)("safeCreatePlant does not reject for %s, and createPlant does not throw", async (_, values) => {
  const passed = values as unknown as [NewPlant, CreatePlantOptions];
  expect(await safeCreatePlant(...passed)).toMatchObject({
    success: false,
    error: { kind: "configuration" },
  });
  await expect(createPlant(...passed)).rejects.toMatchObject({
    kind: "configuration",
    outcome: "not-created",
  });
});

test("a client's safeCreatePlant does not reject for wrong options of the call", async () => {
  const client = testClient();
  const error = await failureOf(client.safeCreatePlant(plant, { maxRetries: -1 }));
  expect(error).toMatchObject({ kind: "configuration", option: "maxRetries" });
});

// A token that the store echoes

test("an answer may be nested as deep as JSON can be read", async () => {
  const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  expect(await answered(`{"name":"Fern","x":${deep}}`)).toHaveProperty("name", "Fern");
});

test("a number is no echo, though it is written as the token is", async () => {
  const fetch = respond(200, '{"name":"Fern","row":1.000e+3}');
  const result = await safeCreatePlant(plant, { baseUrl, token: "1.000e+3", fetch });
  expect(result).toMatchObject({ data: { name: "Fern", row: 1000 } });
});

test("a name that ends as the token begins is kept as it came", async () => {
  const fetch = respond(200, '{"name":"My greenhouse"}', { "x-place": "greenhouse" });
  const result = await safeCreatePlant(plant, { baseUrl, token: "greenhouse-4711", fetch });
  if (!result.success) throw result.error;
  expect(result.data.name).toBe("My greenhouse");
  expect(result.response.headers.get("x-place")).toBe("greenhouse");
});

test("several cookies of an answer stay several", async () => {
  const headers = new Headers({ "set-cookie": "a=1" });
  headers.append("set-cookie", `b=${TOKEN}`);
  const fetch = async () => new Response('{"name":"Fern"}', { headers });
  const result = await safeCreatePlant(plant, { ...testOptions, fetch });
  expect(result.success && result.response.headers.getSetCookie()).toEqual(["a=1", "b=[token]"]);
});
