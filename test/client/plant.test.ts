import { type NewPlant, type PlantStoreIssue, parseNewPlant, safeCreatePlant } from "plant-store-sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { baseUrl, failureOf, recordingFetch, TOKEN, testOptions } from "../support/client.ts";
import { throwing } from "../support/throwing.ts";

async function bodyFor(plant: unknown): Promise<string | undefined> {
  const { fetch, sent } = recordingFetch();
  const result = await safeCreatePlant(plant as NewPlant, { ...testOptions, fetch });
  expect(result).toMatchObject({ success: true, attempts: 1 });
  return sent[0]?.body;
}

/** The error for an invalid plant. Asserts that nothing is sent, and that a form gets the same issues. */
async function errorFor(plant: unknown) {
  const fetch = vi.fn();
  const token = vi.fn(() => TOKEN);
  const error = await failureOf(safeCreatePlant(plant as NewPlant, { baseUrl, token, fetch }));
  expect(fetch).not.toHaveBeenCalled();
  expect(token).not.toHaveBeenCalled();
  if (error.kind !== "invalid-plant") expect.fail(`The error is of kind ${error.kind}: ${error.message}`);
  expect(error).toMatchObject({ outcome: "not-created", attempts: 0 });
  expect(error.message).toMatch(/^The plant is invalid: .+\. Nothing was sent\.$/);
  const { cause, issues } = error;
  expect(parseNewPlant(plant)).toEqual({ success: false, issues, ...(cause !== undefined && { cause }) });
  return error;
}

const NOT_AN_OBJECT = "must be an object with an id and a name";
const NOT_AN_INT64 = "must be an integer from -9223372036854775808 to 9223372036854775807";
const OUT_OF_RANGE = `is out of range: it ${NOT_AN_INT64}`;
const NOT_EXACT = "is beyond 2^53-1, so a number is not exact; pass a bigint (in JSON: only digits)";

const notPlants = [null, undefined, [], [{ id: 1, name: "Fern" }], "Fern", "", 1, true, 5n, () => {}];

test.each(notPlants.map((plant) => ({ plant })))("$plant is rejected as a plant", async ({ plant }) => {
  const error = await errorFor(plant);
  expect(error.issues).toEqual([{ path: [], message: NOT_AN_OBJECT, code: "type" }]);
  expect(error.message).toContain(`the plant ${NOT_AN_OBJECT}`);
});

const withField = (field: string, values: unknown[], message: string, code: PlantStoreIssue["code"]) =>
  values.map((value) => ({ field, value, message, code }));

test.each([
  ...withField("name", [undefined], "is missing; pass a string", "missing"),
  ...withField("name", [null, 1, 1n, {}, ["Fern"], Symbol("Fern"), () => "Fern"], "must be a string", "type"),
  ...withField("tag", [null, 1, false, {}, [], Symbol("indoor")], "must be a string", "type"),
  ...withField("id", [undefined], "is missing; pass an integer", "missing"),
  ...withField("id", [null, true, {}, [1], Symbol("1"), () => 1], NOT_AN_INT64, "type"),
  ...withField("id", ["1", ""], `${NOT_AN_INT64}, not a string`, "type"),
  ...withField("id", [1.5, -0.1, 5e-324, Number.NaN], NOT_AN_INT64, "type"),
  ...withField("id", [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], NOT_AN_INT64, "type"),
  ...withField("id", [1e300, 2 ** 64, -(2 ** 64), -(2 ** 63) - 2048], OUT_OF_RANGE, "range"),
  ...withField("id", [2 ** 53, -(2 ** 53), 2 ** 60, 2 ** 53 + 2, 2 ** 63, -(2 ** 63)], NOT_EXACT, "range"),
  ...withField("id", [2n ** 63n, -(2n ** 63n) - 1n, 10n ** 30n], OUT_OF_RANGE, "range"),
])("the field $field must not be $value", async ({ field, value, message, code }) => {
  const error = await errorFor({ id: 1, name: "Fern", tag: "indoor", [field]: value });
  expect(error.issues).toEqual([{ path: [field], message, code }]);
  expect(error.message).toContain(`\`${field}\` ${message}`);
});

test("one message names all invalid fields", async () => {
  const error = await errorFor({ id: "1", tag: 2 });
  expect(error.issues.map(({ path }) => path)).toEqual([["id"], ["name"], ["tag"]]);
  expect(error.message).toBe(
    `The plant is invalid: \`id\` ${NOT_AN_INT64}, not a string; \`name\` is missing; pass a string; \`tag\` must be a string. Nothing was sent.`,
  );
});

test.each([() => "canary", throwing(new Error("canary"))])(
  "an id stays exact without JSON.rawJSON, and if the application has defined BigInt.prototype.toJSON",
  async (toJSON) => {
    const rawJSON = Object.getOwnPropertyDescriptor(JSON, "rawJSON") as PropertyDescriptor;
    Reflect.deleteProperty(JSON, "rawJSON");
    Object.defineProperty(BigInt.prototype, "toJSON", { value: toJSON, configurable: true });
    onTestFinished(() => {
      Object.defineProperty(JSON, "rawJSON", rawJSON);
      Reflect.deleteProperty(BigInt.prototype, "toJSON");
    });
    const body = await bodyFor({ id: 2n ** 63n - 1n, name: "Fern" });
    expect(body).toBe('{"id":9223372036854775807,"name":"Fern"}');
  },
);

// What is sent

test("a row of a database is sent without its other columns, which are not even read", async () => {
  const row = { id: 1, ownerEmail: "canary", name: "Fern", toJSON: throwing(cause), tag: "indoor" };
  expect(await bodyFor(withGetter(row, "costPrice"))).toBe('{"id":1,"name":"Fern","tag":"indoor"}');
});

const cause = new Error("out of order");
const withGetter = (object: object, field: string) =>
  Object.defineProperty(object, field, { get: throwing(cause), enumerable: true });

test.each(["id", "name", "tag"])("the error for a getter of %s that throws names it", async (field) => {
  const error = await errorFor(withGetter({ id: 1, name: "Fern" }, field));
  const message = "cannot be read; see `cause`";
  expect(error.issues).toEqual([{ path: [field], message, code: "unreadable" }]);
  expect(error.cause).toBe(cause);
});

test("each property is read once, so that the validated value is sent", async () => {
  const reads: PropertyKey[] = [];
  const changing: Record<string, unknown[]> = { id: [1, "one"], name: ["Fern", 2], tag: ["indoor", 3] };
  const plant = new Proxy(Object.fromEntries(Object.keys(changing).map((key) => [key, undefined])), {
    get(_target, key) {
      if (!(key in changing)) return undefined;
      reads.push(key);
      return changing[String(key)]?.shift();
    },
  });
  expect(await bodyFor(plant)).toBe('{"id":1,"name":"Fern","tag":"indoor"}');
  expect(reads).toEqual(["id", "name", "tag"]);
});

test("the plant and the options are not modified", async () => {
  const plant = Object.freeze({ id: 1n, name: "Fern", tag: undefined, row: 3 });
  const { fetch, sent } = recordingFetch();
  const options = Object.freeze({ ...testOptions, fetch, headers: Object.freeze({ "X-Shelf": "3" }) });
  expect(await safeCreatePlant(plant, options)).toMatchObject({ success: true });
  expect(sent[0]?.body).toBe('{"id":1,"name":"Fern"}');
});

test("changes to a plant after the call started are not sent", async () => {
  const plant: NewPlant = { id: 1, name: "Fern" };
  const { fetch, sent } = recordingFetch();
  const call = safeCreatePlant(plant, { baseUrl, token: async () => TOKEN, fetch });
  plant.name = "Moss";
  expect(await call).toMatchObject({ success: true });
  expect(sent[0]?.body).toBe('{"id":1,"name":"Fern"}');
});
