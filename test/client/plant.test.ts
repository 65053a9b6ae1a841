import { type NewPlant, safeCreatePlant } from "plant-store-sdk";
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, onTestFinished, test, vi } from "vitest";
import { baseUrl, failureOf, recordingFetch, TOKEN, testOptions } from "../support/client.ts";

/** The text that goes over the wire for a plant. */
async function sentFor(plant: unknown): Promise<string | undefined> {
  const { fetch, sent } = recordingFetch();
  const result = await safeCreatePlant(plant as NewPlant, { ...testOptions, fetch });
  expect(result).toMatchObject({ success: true, attempts: 1 });
  return sent[0]?.body;
}

/** What is wrong with a plant, of which nothing may be sent. */
async function refusalOf(plant: unknown) {
  const fetch = vi.fn();
  const askForToken = vi.fn(() => TOKEN);
  const error = await failureOf(safeCreatePlant(plant as NewPlant, { baseUrl, token: askForToken, fetch }));
  expect(fetch).not.toHaveBeenCalled();
  expect(askForToken).not.toHaveBeenCalled();
  if (error.kind !== "invalid-plant") expect.fail(`The error is of kind ${error.kind}: ${error.message}`);
  expect(error).toMatchObject({ outcome: "not-created", attempts: 0 });
  expect(error.message).toMatch(/^The plant is invalid: .+\. Nothing was sent\.$/);
  return error;
}

const NO_OBJECT = "must be an object with an id and a name";
const NO_INT64 = "must be an integer from -9223372036854775808 to 9223372036854775807";
const NOT_EXACT = "is beyond 2^53-1, so a number is not exact; pass a bigint";

// What is refused

test.each(
  [null, undefined, [], [{ id: 1, name: "Fern" }], "Fern", "", 1, true, 5n, () => {}, class Fern {}].map(
    (plant) => ({ plant }),
  ),
)("$plant is no plant", async ({ plant }) => {
  const error = await refusalOf(plant);
  expect(error.issues).toEqual([{ path: [], message: NO_OBJECT }]);
  expect(error.message).toContain(`the plant ${NO_OBJECT}`);
});

const withField = (field: string, values: unknown[], message: string) =>
  values.map((value) => ({ field, value, message }));

test.each([
  ...withField("name", [undefined], "is missing; pass a string"),
  ...withField("name", [null, 1, 1n, true, {}, ["Fern"], Symbol("Fern"), () => "Fern"], "must be a string"),
  ...withField("tag", [null, 1, false, {}, [], Symbol("indoor")], "must be a string"),
  ...withField("id", [undefined], "is missing; pass an integer"),
  ...withField("id", [null, true, {}, [1], Symbol("1"), () => 1], NO_INT64),
  ...withField("id", ["1", ""], `${NO_INT64}, not a string`),
  ...withField("id", [1.5, -0.1, 5e-324, -(2 ** 63) - 2048, Number.NaN, Number.POSITIVE_INFINITY], NO_INT64),
  ...withField("id", [Number.NEGATIVE_INFINITY, 1e300, 2 ** 64, -(2 ** 64)], NO_INT64),
  ...withField("id", [2 ** 53, -(2 ** 53), 2 ** 60, 2 ** 53 + 2, 2 ** 63, -(2 ** 63)], NOT_EXACT),
  ...withField("id", [2n ** 63n, -(2n ** 63n) - 1n, 10n ** 30n], NO_INT64),
])("the field $field may not be $value", async ({ field, value, message }) => {
  const error = await refusalOf({ id: 1, name: "Fern", tag: "indoor", [field]: value });
  expect(error.issues).toEqual([{ path: [field], message }]);
  expect(error.message).toContain(`\`${field}\` ${message}`);
});

test("a field that is absent is missing", async () => {
  expect((await refusalOf({ name: "Fern" })).issues).toEqual([
    { path: ["id"], message: "is missing; pass an integer" },
  ]);
  expect((await refusalOf({ id: 1 })).issues).toEqual([
    { path: ["name"], message: "is missing; pass a string" },
  ]);
});

test("a field that only the prototype has is missing, as it is in JSON", async () => {
  const error = await refusalOf(Object.create({ id: 1, name: "Fern" }));
  expect(error.issues.map(({ path }) => path)).toEqual([["id"], ["name"]]);
});

test("everything that is wrong is named at once, in one message", async () => {
  const error = await refusalOf({ id: "1", tag: 2 });
  expect(error.issues.map(({ path }) => path)).toEqual([["id"], ["name"], ["tag"]]);
  expect(error.message).toBe(
    `The plant is invalid: \`id\` ${NO_INT64}, not a string; \`name\` is missing; pass a string; \`tag\` must be a string. Nothing was sent.`,
  );
});

test("an issue is a path and a message, and holds no value of the plant", async () => {
  const error = await refusalOf({ id: "canary", name: ["canary"], tag: { canary: "canary" } });
  expect(error.issues).toHaveLength(3);
  for (const issue of error.issues) expect(Object.keys(issue)).toEqual(["path", "message"]);
  expect(JSON.stringify(error)).not.toContain("canary");
  expect(error.stack).not.toContain("canary");
  expect(error.cause).toBeUndefined();
});

test("a revoked proxy is no plant", async () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect((await refusalOf(proxy)).issues).toMatchObject([{ path: [] }]);
});

// The id on the wire

test.each([
  [0, "0"],
  [-0, "0"],
  [1, "1"],
  [-1, "-1"],
  [Number.MAX_SAFE_INTEGER, "9007199254740991"],
  [Number.MIN_SAFE_INTEGER, "-9007199254740991"],
  [0n, "0"],
  [42n, "42"],
  [2n ** 53n, "9007199254740992"],
  [2n ** 53n + 1n, "9007199254740993"],
  [1234567890123456789n, "1234567890123456789"],
  [2n ** 63n - 1n, "9223372036854775807"],
  [-(2n ** 63n), "-9223372036854775808"],
])("the id %s goes over the wire as the bare integer %s", async (id, digits) => {
  expect(await sentFor({ id, name: "Fern" })).toBe(`{"id":${digits},"name":"Fern"}`);
});

test.each([2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n])(
  "the id %d reaches the store exact to the last digit",
  async (id) => {
    const store = createPlantStore();
    await safeCreatePlant({ id, name: "Fern" }, { ...testOptions, fetch: store.fetch });
    expect(store.plants).toEqual([{ id, name: "Fern" }]);
  },
);

test.each([
  ["gives a string", () => "canary"],
  ["gives a rounded number", () => 1],
  ["gives undefined", () => undefined],
  ["gives an object", () => ({ bigint: true })],
  [
    "throws",
    () => {
      throw new Error("canary");
    },
  ],
])("a bigint stays exact where a BigInt.prototype.toJSON of the host program %s", async (_, toJSON) => {
  Object.defineProperty(BigInt.prototype, "toJSON", { value: toJSON, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(BigInt.prototype, "toJSON");
  });
  expect(await sentFor({ id: 2n ** 63n - 1n, name: "Fern", row: 2n ** 64n })).toBe(
    '{"id":9223372036854775807,"name":"Fern","row":18446744073709551616}',
  );
});

test("a nested bigint stays exact where a BigInt.prototype.toJSON of the host program gives a string", async () => {
  Object.defineProperty(BigInt.prototype, "toJSON", { value: () => "canary", configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(BigInt.prototype, "toJSON");
  });
  expect(await sentFor({ id: 1, name: "Fern", at: { row: 2n ** 63n, shelves: [1n, -(2n ** 70n)] } })).toBe(
    '{"id":1,"name":"Fern","at":{"row":9223372036854775808,"shelves":[1,-1180591620717411303424]}}',
  );
});

// Names and tags

test.each([
  "",
  " ",
  'Fern\n\t"quoted" \\ / \u2028',
  "Fougère \u{1f33f}",
  "\ud800",
  "\0",
  "x".repeat(100_000),
])("a name and a tag may be any text: %j", async (text) => {
  expect(await sentFor({ id: 1, name: text, tag: text })).toBe(
    JSON.stringify({ id: 1, name: text, tag: text }),
  );
});

test("tag: undefined is not sent", async () => {
  expect(await sentFor({ id: 1, name: "Fern", tag: undefined })).toBe('{"id":1,"name":"Fern"}');
});

// Unknown fields, and the plant as an object

test.each<[what: string, plant: object]>([
  ["in the caller's order", { z: 1, name: "Fern", a: 2, id: 1 }],
  [
    "of every JSON type",
    { id: 1, name: "Fern", a: null, b: true, c: 1.5, d: "x", e: [1, "2"], f: { g: {} } },
  ],
  [
    "undefined, functions and symbols left out",
    { id: 1, name: "Fern", a: undefined, b() {}, c: Symbol("c") },
  ],
  ["null for these in an array", { id: 1, name: "Fern", a: [undefined, () => {}, Symbol("c")] }],
  ["null for numbers that JSON lacks", { id: 1, name: "Fern", a: Number.NaN, b: [Number.NEGATIVE_INFINITY] }],
  ["a Date as its ISO text", { id: 1, name: "Fern", planted: new Date(0), watered: [new Date(86_400_000)] }],
  ["an invalid Date as null", { id: 1, name: "Fern", planted: new Date(Number.NaN) }],
  ["a URL as its text", { id: 1, name: "Fern", photo: new URL("https://photos.example/1") }],
  ["wrapped primitives unwrapped", { id: 1, name: "Fern", a: Object("x"), b: Object(1), c: Object(true) }],
  ["a Map and a RegExp as empty objects", { id: 1, name: "Fern", a: new Map([[1, 2]]), b: /x/ }],
  ["names escaped", { id: 1, name: "Fern", 'a"b\n\u2028': 1, "": 2, constructor: 3, toString: 4 }],
  [
    "what toJSON gives",
    { id: 1, name: "Fern", a: { toJSON: () => ({ b: 1 }) }, c: { toJSON: () => undefined } },
  ],
  ["what a function's toJSON gives", { id: 1, name: "Fern", a: Object.assign(() => 1, { toJSON: () => 2 }) }],
  ["toJSON told the field's name", { id: 1, name: "Fern", shelf: { toJSON: (key: string) => `on ${key}` } }],
  ["a toJSON of the plant itself", { toJSON: (key: string) => ({ id: 1, name: `Fern${key}`, a: 1 }) }],
  ["a toJSON that is no function", { id: 1, name: "Fern", toJSON: "yes" }],
  ["symbol keys left out", { id: 1, name: "Fern", [Symbol("shelf")]: 3 }],
  ["without a prototype", Object.assign(Object.create(null), { id: 1, name: "Fern", a: 1 })],
])("unknown fields are sent as JSON.stringify writes them: %s", async (_, plant) => {
  expect(await sentFor(plant)).toBe(JSON.stringify(plant));
});

test("fields that are not enumerable are left out, as JSON.stringify does", async () => {
  const plant = Object.defineProperty({ id: 1, name: "Fern" }, "secret", { value: "canary" });
  expect(await sentFor(plant)).toBe('{"id":1,"name":"Fern"}');
});

test("a class instance may be a plant", async () => {
  class Tree {
    id = 1;
    name = "Oak";
    #age = 300;
    get age() {
      return this.#age;
    }
  }
  expect(await sentFor(new Tree())).toBe('{"id":1,"name":"Oak"}');
});

test("an own field called __proto__ is sent, and reaches no prototype", async () => {
  const plant = JSON.parse('{"id":1,"name":"Fern","__proto__":{"polluted":true}}');
  expect(await sentFor(plant)).toBe('{"id":1,"name":"Fern","__proto__":{"polluted":true}}');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("a toJSON of the plant is what is checked", async () => {
  expect((await refusalOf({ id: 1, name: "Fern", toJSON: () => ({ id: 1 }) })).issues).toMatchObject([
    { path: ["name"] },
  ]);
  expect((await refusalOf({ id: 1, name: "Fern", toJSON: () => "Fern" })).issues).toEqual([
    { path: [], message: NO_OBJECT },
  ]);
});

test("a toJSON of the plant may give an id as a bigint", async () => {
  expect(await sentFor({ toJSON: () => ({ id: 2n ** 62n, name: "Fern" }) })).toBe(
    '{"id":4611686018427387904,"name":"Fern"}',
  );
});

// What cannot be read or written

const cause = new Error("out of order");
const throwing = () => {
  throw cause;
};

test.each([
  ["a toJSON that throws", { toJSON: throwing }],
  ["a nested toJSON that throws", { rows: [{ toJSON: throwing }] }],
  ["a nested getter that throws", Object.defineProperty({}, "row", { get: throwing, enumerable: true })],
  ["a proxy that throws", new Proxy({}, { ownKeys: throwing })],
])("an unknown field with %s is named, with what was thrown as the cause", async (_, shelf) => {
  const error = await refusalOf({ id: 1, name: "Fern", shelf });
  expect(error.issues).toMatchObject([{ path: ["shelf"] }]);
  expect(error.message).toContain("`shelf` cannot be written as JSON");
  expect(error.cause).toBe(cause);
});

test("an unknown field with a cycle is named", async () => {
  const shelf: { plants: unknown[] } = { plants: [] };
  shelf.plants.push({ shelf });
  const error = await refusalOf({ id: 1, name: "Fern", shelf });
  expect(error.issues).toMatchObject([{ path: ["shelf"] }]);
  expect(error.cause).toBeInstanceOf(TypeError);
});

test("a plant that holds itself is refused with the name of the field", async () => {
  const plant: Record<string, unknown> = { id: 1, name: "Fern" };
  plant.neighbours = [plant];
  expect((await refusalOf(plant)).issues).toMatchObject([{ path: ["neighbours"] }]);
});

test("an object that occurs twice without a cycle is sent twice", async () => {
  const shelf = { row: 1 };
  expect(await sentFor({ id: 1, name: "Fern", from: shelf, to: shelf })).toBe(
    '{"id":1,"name":"Fern","from":{"row":1},"to":{"row":1}}',
  );
});

test.each(["id", "name", "tag", "shelf"])(
  "a getter of %s that throws is refused with its name",
  async (field) => {
    const plant = Object.defineProperty({ id: 1, name: "Fern" }, field, { get: throwing, enumerable: true });
    const error = await refusalOf(plant);
    expect(error.issues).toMatchObject([{ path: [field] }]);
    expect(error.cause).toBe(cause);
  },
);

test("a toJSON of the plant that throws is the plant's fault as a whole", async () => {
  const error = await refusalOf({ id: 1, name: "Fern", toJSON: throwing });
  expect(error.issues).toMatchObject([{ path: [] }]);
  expect(error.message).toContain("the plant cannot be read");
  expect(error.cause).toBe(cause);
});

test("each property is read once, so that what is checked is what is sent", async () => {
  const reads: PropertyKey[] = [];
  const changing: Record<string, unknown[]> = { id: [1, "one"], name: ["Fern", 2], shelf: [3, 4] };
  const plant = new Proxy(Object.fromEntries(Object.keys(changing).map((key) => [key, undefined])), {
    get(_target, key) {
      if (!(key in changing)) return undefined;
      reads.push(key);
      return changing[String(key)]?.shift();
    },
  });
  expect(await sentFor(plant)).toBe('{"id":1,"name":"Fern","shelf":3}');
  expect(reads).toEqual(["id", "name", "shelf"]);
});

// The caller's objects

test("neither the plant nor what it holds nor the options are modified", async () => {
  const deepFreeze = <T extends object>(value: T): T => {
    for (const member of Object.values(value)) if (typeof member === "object") deepFreeze(member);
    return Object.freeze(value);
  };
  const plant = deepFreeze({ id: 1n, name: "Fern", tag: undefined, at: { rows: [1n, { shelf: 2 }] } });
  const { fetch, sent } = recordingFetch();
  const options = deepFreeze({ ...testOptions, fetch, headers: { "X-Shelf": "3" } });
  const before = structuredClone(plant);
  expect(await safeCreatePlant(plant, options)).toMatchObject({ success: true });
  expect(plant).toStrictEqual(before);
  expect(sent[0]?.body).toBe('{"id":1,"name":"Fern","at":{"rows":[1,{"shelf":2}]}}');
});

test("a plant that its caller changes after the call is sent as it was", async () => {
  const plant: NewPlant = { id: 1, name: "Fern" };
  const { fetch, sent } = recordingFetch();
  const call = safeCreatePlant(plant, { baseUrl, token: async () => TOKEN, fetch });
  plant.name = "Moss";
  expect(await call).toMatchObject({ success: true });
  expect(sent[0]?.body).toBe('{"id":1,"name":"Fern"}');
});
