/** What the reference store answers to a plant. */
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { FERN, JSON_HEADERS, post, refusal, URL_OF_PLANTS } from "./posting.ts";

const MIB = 1_048_576;

test.each([
  ['{"id":1,"name":"Fern"}', '{"name":"Fern"}'],
  ['{"id":1,"name":"Fern","tag":"indoor"}', '{"name":"Fern","tag":"indoor"}'],
  [' { "tag" : "" , "name" : "" , "id" : 0 } ', '{"name":"","tag":""}'],
  ['{"id":1,"name":"\\u00e9\\n\\"🌿"}', '{"name":"é\\n\\"🌿"}'],
])("%s is answered with exactly %s", async (body, answer) => {
  const response = await post(createPlantStore(), body);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "*",
  });
  expect(await response.text()).toBe(answer);
});

test("a refusal is an Error body whose error is the status, byte for byte", async () => {
  const response = await post(createPlantStore(), '{"id":1}');
  expect(response.status).toBe(400);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "*",
  });
  expect(await response.text()).toBe('{"error":400,"message":"`name` is missing; pass a string"}');
});

test("the path may have any prefix and the origin may be any", async () => {
  const store = createPlantStore();
  const init = { method: "POST", body: FERN, headers: JSON_HEADERS };
  for (const url of [
    "http://localhost/plants",
    "https://a.example:8443/v1/x/plants",
    "http://[::1]/plants?q=1",
  ]) {
    expect((await store.fetch(url, init)).status).toBe(200);
  }
  expect(store.plants).toHaveLength(3);
});

test("a Request, a URL and a Request with an init are taken as fetch takes them", async () => {
  const store = createPlantStore();
  const init = { method: "POST", body: FERN, headers: JSON_HEADERS };
  await store.fetch(new Request(URL_OF_PLANTS, init));
  await store.fetch(new URL(URL_OF_PLANTS), init);
  await store.fetch(new Request(URL_OF_PLANTS), init);
  expect(store.requests.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test.each([
  ["1", 1],
  ["1.0", 1],
  ["1e3", 1000],
  ["1000E-3", 1],
  ["0.05e2", 5],
  ["-7", -7],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["9007199254740993.0", 9007199254740993n],
  ["9.223372036854775807e18", 9223372036854775807n],
  ["9223372036854775807", 9223372036854775807n],
  ["-9223372036854775808", -9223372036854775808n],
])("the id %s is kept exact, however it is written", async (text, id) => {
  const store = createPlantStore();
  expect((await post(store, `{"id":${text},"name":"Fern"}`)).status).toBe(200);
  expect(store.plants).toStrictEqual([{ id, name: "Fern" }]);
  expect(store.requests[0]?.plant).toStrictEqual({ id, name: "Fern" });
});

test("the id -0 is 0", async () => {
  const store = createPlantStore();
  await post(store, '{"id":-0,"name":"Fern"}');
  await post(store, '{"id":-0.0e5,"name":"Fern"}');
  expect(store.plants.map(({ id }) => Object.is(id, 0))).toEqual([true, true]);
});

test.each([
  ["9223372036854775808", "`id` must be an integer from -9223372036854775808 to 9223372036854775807"],
  ["-9223372036854775809", "`id` must be an integer from -9223372036854775808 to 9223372036854775807"],
  ["1e19", "`id` must be an integer from -9223372036854775808 to 9223372036854775807"],
  ["1e999999999", "`id` must be an integer from -9223372036854775808 to 9223372036854775807"],
  ["1.5", "`id` must be an integer from -9223372036854775808 to 9223372036854775807"],
  ['"1"', "`id` must be an integer from -9223372036854775808 to 9223372036854775807, not a string"],
  ["null", "`id` must be an integer from -9223372036854775808 to 9223372036854775807"],
])("the id %s is refused, with the range", async (text, message) => {
  const store = createPlantStore();
  expect(await refusal(await post(store, `{"id":${text},"name":"Fern"}`))).toBe(message);
  expect(store.plants).toEqual([]);
});

test.each([
  ["{}", "`id` is missing; pass an integer; `name` is missing; pass a string"],
  ['{"name":"Fern"}', "`id` is missing; pass an integer"],
  ['{"id":1}', "`name` is missing; pass a string"],
  ['{"id":1,"name":null}', "`name` must be a string"],
  ['{"id":1,"name":["Fern"]}', "`name` must be a string"],
  ['{"id":1,"name":"Fern","tag":null}', "`tag` must be a string"],
  ['{"id":1,"name":"Fern","tag":7}', "`tag` must be a string"],
  ['{"id":true,"name":7,"tag":[]}', /^`id` must be .+; `name` must be a string; `tag` must be a string$/],
  ["null", "the body must be an object with an id and a name"],
  ['[{"id":1,"name":"Fern"}]', "the body must be an object with an id and a name"],
  ['"Fern"', "the body must be an object with an id and a name"],
  ["42", "the body must be an object with an id and a name"],
  ["", "the body must be JSON in UTF-8"],
  ["Fern", "the body must be JSON in UTF-8"],
  ['{"id":1,"name":"Fern"', "the body must be JSON in UTF-8"],
  ["{'id':1,'name':'Fern'}", "the body must be JSON in UTF-8"],
  ['{"id":01,"name":"Fern"}', "the body must be JSON in UTF-8"],
])("%s is refused by name, and changes nothing", async (body, message) => {
  const store = createPlantStore({ plants: [{ id: 7, name: "Moss" }] });
  const told = await refusal(await post(store, body));
  if (typeof message === "string") expect(told).toBe(message);
  else expect(told).toMatch(message);
  expect(store.plants).toEqual([{ id: 7, name: "Moss" }]);
  expect(store.requests).toEqual([{ method: "POST", url: URL_OF_PLANTS, body, token: "t0ken", status: 400 }]);
});

test("of duplicate keys the last wins", async () => {
  const store = createPlantStore();
  const response = await post(store, '{"id":"no","id":1,"name":"Moss","name":"Fern"}');
  expect(await response.text()).toBe('{"name":"Fern"}');
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
  expect(await refusal(await post(store, '{"id":1,"name":"Fern","name":7}'))).toBe("`name` must be a string");
});

test("unknown fields are accepted, and neither echoed nor kept", async () => {
  const store = createPlantStore();
  const body = '{"colour":"green","id":1,"__proto__":{"tag":"x"},"name":"Fern","deep":[{"id":1e999}]}';
  const response = await post(store, body);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('{"name":"Fern"}');
  expect(store.plants).toStrictEqual([{ id: 1, name: "Fern" }]);
  expect(store.requests[0]?.body).toBe(body);
});

test("a field nested as deep as a body can hold breaks neither the answer nor the journal", async () => {
  const store = createPlantStore();
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  const response = await post(store, `{"id":1,"name":"Fern","deep":${deep}}`);
  expect(await response.text()).toBe('{"name":"Fern"}');
  expect(store.requests).toMatchObject([{ plant: { id: 1, name: "Fern" }, status: 200 }]);
});

test("a body may be 1 MiB long and not a byte longer", async () => {
  const store = createPlantStore();
  const bodyOf = (bytes: number) => `{"id":1,"name":"é${"x".repeat(bytes - FERN.length + 2)}"}`;
  const longest = bodyOf(MIB);
  expect(new TextEncoder().encode(longest)).toHaveLength(MIB);
  expect((await post(store, longest)).status).toBe(200);
  expect(await refusal(await post(store, bodyOf(MIB + 1)))).toBe(
    "the body must be at most 1048576 bytes long",
  );
  expect(store.plants).toHaveLength(1);
});

test("a body that is not UTF-8 is refused", async () => {
  const store = createPlantStore();
  const bytes = new TextEncoder().encode('{"id":1,"name":"Fern?"}');
  bytes[bytes.indexOf(0x3f)] = 0xff;
  expect(await refusal(await post(store, bytes))).toBe("the body must be JSON in UTF-8");
  expect(store.requests[0]?.body).toBe('{"id":1,"name":"Fern\ufffd"}');
  const utf16 = new Uint8Array(Uint16Array.from(FERN, (character) => character.charCodeAt(0)).buffer);
  expect(await refusal(await post(store, utf16))).toBe("the body must be JSON in UTF-8");
  expect(store.plants).toEqual([]);
});

test.each([
  "application/json",
  "application/json; charset=utf-8",
  "application/json;charset=UTF-8",
  "APPLICATION/JSON",
  "Application/Json ; Charset=utf-8; x=y",
])("the media type %s is JSON", async (mediaType) => {
  expect((await post(createPlantStore(), FERN, { "content-type": mediaType })).status).toBe(200);
});

test.each([
  "text/plain",
  "text/json",
  "application/jsonp",
  "application/vnd.plants+json",
  "application/x-www-form-urlencoded",
  "text/plain; application/json",
  undefined,
])("the media type %s is refused", async (mediaType) => {
  const store = createPlantStore();
  const body = new TextEncoder().encode(FERN); // For which fetch invents no media type.
  const response = await post(store, body, { "content-type": mediaType });
  expect(await refusal(response)).toBe("the header content-type must be application/json");
  expect(store.plants).toEqual([]);
  expect(store.requests[0]).not.toHaveProperty("plant");
});

// Each row breaks one rule fewer than the one before: the first rule that is broken is the one that is told.
test.each([
  ["authentication", { authorization: undefined, "content-type": "text/plain" }, "{", /authorization/],
  ["the media type", { "content-type": "text/plain" }, "{", /content-type/],
  ["the size", {}, `{${" ".repeat(MIB)}`, /1048576 bytes/],
  ["JSON", {}, '{"id":7,', /JSON/],
  ["the schema", {}, '{"id":7,"name":null}', /^`name` must be a string$/],
  ["duplicates", {}, '{"id":7,"name":"Fern"}', /^`id` must be new: 7 exists already$/],
])("of several things that are wrong, %s is checked first", async (_rule, headers, body, message) => {
  const store = createPlantStore({ plants: [{ id: 7, name: "Moss" }], duplicates: "reject" });
  expect(await refusal(await post(store, body, headers))).toMatch(message);
  expect(store.plants).toEqual([{ id: 7, name: "Moss" }]);
});

test("by default a second plant with the same id is a further plant", async () => {
  const store = createPlantStore({ plants: [{ id: 1, name: "Fern" }] });
  expect((await post(store, FERN)).status).toBe(200);
  expect(store.plants).toEqual([
    { id: 1, name: "Fern" },
    { id: 1, name: "Fern" },
  ]);
});

test.each([
  [1, "1"],
  [1, "1.0"],
  [1n, "1e0"],
  [0, "-0"],
  [-0, "0"],
  [9007199254740992n, "9007199254740992"],
  [-9223372036854775808n, "-9223372036854775808.0"],
])('duplicates "reject" knows the id %s of the seed in %s', async (id, text) => {
  const store = createPlantStore({ plants: [{ id, name: "Moss" }], duplicates: "reject" });
  const message = await refusal(await post(store, `{"id":${text},"name":"Fern"}`));
  expect(message).toMatch(/^`id` must be new: -?\d+ exists already$/);
  expect(store.plants).toHaveLength(1);
  expect(store.requests).toMatchObject([{ plant: { name: "Fern" }, status: 400 }]);
});

test('duplicates "reject" tells ids apart that a double does not', async () => {
  const store = createPlantStore({ duplicates: "reject" });
  expect((await post(store, '{"id":9007199254740992,"name":"Fern"}')).status).toBe(200);
  expect((await post(store, '{"id":9007199254740993,"name":"Fern"}')).status).toBe(200);
  expect(await refusal(await post(store, '{"id":9007199254740993,"name":"Fern"}'))).toBe(
    "`id` must be new: 9007199254740993 exists already",
  );
  expect(store.plants.map(({ id }) => id)).toEqual([9007199254740992n, 9007199254740993n]);
});

test('duplicates "reject" forgets at reset what was created since', async () => {
  const store = createPlantStore({ duplicates: "reject", plants: [{ id: 7, name: "Moss" }] });
  await post(store, FERN);
  store.reset();
  expect((await post(store, FERN)).status).toBe(200);
  await refusal(await post(store, '{"id":7,"name":"Fern"}'));
});
