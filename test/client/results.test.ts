import { inspect } from "node:util";
import {
  type CreatePlantOptions,
  type CreatePlantResult,
  createPlant,
  type NewPlant,
  PlantStoreClient,
  PlantStoreError,
  safeCreatePlant,
} from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import {
  baseUrl,
  create,
  failureOf,
  plant,
  recordingFetch,
  TOKEN,
  testClient,
  testOptions,
  tooManyRequests,
} from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { jsonResponse, respond, succeed } from "../support/fetch-stubs.ts";

const resultFrom = (sent: NewPlant, body: BodyInit, options?: object) =>
  testClient({ fetch: async () => jsonResponse(body), ...options }).safeCreatePlant(sent);

const plantFrom = async (text: string): Promise<unknown> => (await resultFrom(plant, text)).data;

const rejecting = respond(400, '{"error":7,"message":"no room left"}');

test.each([
  ['{"name":"Fern","tag":"indoor"}', { name: "Fern", tag: "indoor" }],
  ['{"tag":"","name":"Fern"}', { name: "Fern", tag: "" }],
  [' {\n"name" : "F\\u0065rn"\t} ', { name: "Fern" }],
  ['\ufeff{"name":"Fern"}', { name: "Fern" }],
  ['{"name":"Moss","name":"Fern"}', { name: "Fern" }],
])("the response %j is a plant", async (text, data) => {
  expect(await plantFrom(text)).toStrictEqual(data);
});

test("a response that arrives byte by byte is read, even if its characters are split", async () => {
  const bytes = Array.from(Buffer.from('{"name":"Fougère 🌿"}'), (byte) => Uint8Array.of(byte));
  const body = new ReadableStream({
    pull: (to) => (bytes.length > 0 ? to.enqueue(bytes.shift()) : to.close()),
  });
  const data = { name: "Fougère 🌿" };
  expect(await resultFrom({ id: 1, ...data }, body)).toMatchObject({ data });
});

test("unknown fields of a response are kept unchanged", async () => {
  const text = '{"name":"Fern","id":7,"at":{"row":1.5,"free":null},"seen":[true,"x"],"":0,"constructor":1}';
  expect(await plantFrom(text)).toStrictEqual(JSON.parse(text));
});

test.each([
  ["9007199254740991", 9007199254740991],
  ["-9007199254740992", -9007199254740992n],
  ["123456789012345678901234567890", 123456789012345678901234567890n],
  ["9".repeat(999), BigInt("9".repeat(999))],
  ["9".repeat(1_000), Number.POSITIVE_INFINITY],
  ["1234567890.1234567", 1234567890.1234567],
  ["9007199254740993.0", 9007199254740992],
  ["-0", -0],
  ['"9007199254740993"', "9007199254740993"],
])("only integers beyond 2^53 in unknown fields become bigints: %s", async (written, value) => {
  const text = `{"name":"Fern","row":${written},"at":[{"row":${written}}]}`;
  expect(await plantFrom(text)).toStrictEqual({ name: "Fern", row: value, at: [{ row: value }] });
});

test("large integers are rounded in a runtime that does not pass the source text to revivers", async () => {
  const { parse } = JSON;
  vi.spyOn(JSON, "parse").mockImplementation((text, reviver) =>
    parse(text, reviver && ((key, value) => reviver.call({}, key, value))),
  );
  const fields = '"name":"Fern","row":9007199254740993,"shelf":1.5';
  expect(await plantFrom(`{${fields}}`)).toEqual({ name: "Fern", row: 9007199254740992, shelf: 1.5 });
});

test.each(["true", "9007199254740993"])("a field __proto__ with %s changes no prototype", async (value) => {
  const created = await plantFrom(`{"name":"Fern","__proto__":{"polluted":${value}}}`);
  expect(Object.getPrototypeOf(created)).toBe(Object.prototype);
  expect(created).not.toHaveProperty("polluted");
  expect({}).not.toHaveProperty("polluted");
});

test("a success has the plant, the response, the attempts, whether there may be a duplicate, and what it shows otherwise", async () => {
  const fetch = respond(200, '{"name":"Fern","tag":"indoor"}', { "x-shelf": "3" });
  const result = await create(fetch);
  expect(result).toEqual({
    success: true,
    data: { name: "Fern", tag: "indoor" },
    attempts: 1,
    possibleDuplicate: false,
    changedFields: ["tag"],
    response: { status: 200 }, // `headers` is not enumerable.
  });
  expect(result.success && result.response.headers.get("x-shelf")).toBe("3");
});

test("a failure has only the error", async () => {
  const result = await create(rejecting);
  expect(result).toEqual({ success: false, error: expect.objectContaining({ kind: "rejected", error: 7 }) });
});

// createPlant and safeCreatePlant, as functions and as methods of a client

test("the client and the standalone functions send the same requests, and return the same results", async () => {
  jumpFromTimerToTimer();
  const { fetch, sent } = recordingFetch(...Array(4).fill([tooManyRequests, succeed]).flat(), rejecting);
  const callOptions = { maxRetries: 1, headers: { "x-shelf": "3" } };
  const options = { ...testOptions, fetch, ...callOptions };
  const client = testClient({ fetch });
  const calls = [
    async () => (await client.safeCreatePlant(plant, callOptions)).data,
    async () => (await safeCreatePlant(plant, options)).data,
    () => client.createPlant(plant, callOptions),
    () => createPlant(plant, options),
  ];
  for (const call of calls) expect(await call()).toEqual({ name: "Fern" });
  const requests = sent.map(({ url, body, headers }) => ({ url, body, headers: [...headers] }));
  expect(requests).toHaveLength(8);
  for (const request of requests) expect(request).toEqual(requests[0]);

  const errors = [
    await failureOf(client.safeCreatePlant(plant)),
    await failureOf(safeCreatePlant(plant, options)),
    await client.createPlant(plant).catch((error: unknown) => error),
    await createPlant(plant, options).catch((error: unknown) => error),
  ];
  for (const error of errors) expect(error).toBeInstanceOf(PlantStoreError);
  expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
});

test.each([
  ["no arguments", []],
  ["options that are null", [plant, null]],
  ["an invalid base URL", [plant, { baseUrl: "plants", token: TOKEN }]],
])("safeCreatePlant does not reject, and createPlant does not throw at once, for %s", async (_, values) => {
  const passed = values as unknown as [NewPlant, CreatePlantOptions];
  const failure = { kind: "configuration", outcome: "not-created" };
  expect(await safeCreatePlant(...passed)).toMatchObject({ error: failure });
  await expect(createPlant(...passed)).rejects.toMatchObject(failure);
});

test("a response may be nested 5,000 levels deep", async () => {
  const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  expect(await plantFrom(`{"name":"Fern","x":${deep}}`)).toHaveProperty("name", "Fern");
});

test("several set-cookie headers stay separate", async () => {
  const headers = new Headers({ "set-cookie": "a=1" });
  headers.append("set-cookie", `b=${TOKEN}`);
  const fetch = async () => new Response('{"name":"Fern"}', { headers });
  const result = await create(fetch);
  expect(result.success && result.response.headers.getSetCookie()).toEqual(["a=1", "b=[token]"]);
});

test("the methods of a client work when they are destructured", async () => {
  const { createPlant, safeCreatePlant, ...others } = testClient({ fetch: succeed });
  expect(await createPlant(plant)).toEqual({ name: "Fern" });
  expect(await safeCreatePlant(plant)).toMatchObject({ success: true });
  const names = Object.getOwnPropertyNames(PlantStoreClient.prototype);
  const methods = Object.keys({ createPlant, safeCreatePlant, ...others }).filter(
    (name) => name !== "baseUrl",
  );
  expect(methods.sort()).toEqual(names.filter((name) => name !== "constructor").sort());
});

test("a printed client shows its base URL and its methods", () => {
  const methods = "createPlant: [Function: createPlant],\n  safeCreatePlant: [Function: safeCreatePlant]";
  expect(inspect(testClient())).toBe(`PlantStoreClient {\n  baseUrl: '${baseUrl}',\n  ${methods}\n}`);
  expect(inspect(testClient(), { showHidden: true, depth: null })).not.toContain(TOKEN);
});

test("a method of the prototype needs a client, whatever the environment says", async () => {
  vi.stubEnv("PLANT_STORE_BASE_URL", baseUrl);
  const { safeCreatePlant } = PlantStoreClient.prototype;
  const call = async () => safeCreatePlant.call({} as PlantStoreClient, plant);
  await expect(call()).rejects.toThrow("`this` is not a PlantStoreClient");
});

test("a proxy may replace all that it reads from a result, as Vue's `reactive` does", async () => {
  const get = (target: object, key: string): unknown => {
    const value = Reflect.get(target, key);
    return Object(value) === value ? new Proxy(value, { get }) : value;
  };
  for (const fetch of [succeed, rejecting]) {
    const result: CreatePlantResult = new Proxy(await create(fetch), { get } as object);
    const head = result.success ? result.response : result.error.response;
    expect(head?.headers).toBeDefined();
  }
});

test("a stub on the prototype replaces the method of clients that exist", async () => {
  const { fetch, sent } = recordingFetch();
  const { createPlant } = testClient({ fetch });
  const stub = vi.spyOn(PlantStoreClient.prototype, "createPlant").mockResolvedValue({ name: "Stub" });
  expect(await createPlant(plant)).toEqual({ name: "Stub" });
  expect(stub).toHaveBeenCalledWith(plant);
  expect(sent).toEqual([]);
});

test("a spy on a client calls its method, or replaces it", async () => {
  const { fetch, sent } = recordingFetch();
  const client = testClient({ fetch });
  const spy = vi.spyOn(client, "createPlant");
  expect(await client.createPlant(plant)).toEqual({ name: "Fern" });
  spy.mockResolvedValue({ name: "Spy" });
  expect(await client.createPlant(plant)).toEqual({ name: "Spy" });
  expect(spy).toHaveBeenCalledTimes(2);
  expect(sent).toHaveLength(1);
});

test("the override of a subclass counts, also if the method is destructured", async () => {
  class LoggingClient extends PlantStoreClient {
    readonly created: unknown[] = [];
    override async createPlant(...args: Parameters<PlantStoreClient["createPlant"]>) {
      const created = await super.createPlant(...args);
      this.created.push(created);
      return created;
    }
  }
  const client = new LoggingClient({ ...testOptions, fetch: succeed });
  const { createPlant } = client;
  await createPlant(plant);
  expect(client.created).toEqual([{ name: "Fern" }]);
});
