import { errorSchema, newPlantSchema, plantSchema } from "plant-store-sdk";
import { expect, test } from "vitest";

const INT32_RANGE = "must be an integer from -2147483648 to 2147483647";

/** The issues as "path: message". */
function issuesOf(schema: { safeParse(value: unknown): { error?: { issues: Issue[] } } }, value: unknown) {
  return schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}
type Issue = { path: PropertyKey[]; message: string };

const notInt32 = [2 ** 31, -(2 ** 31) - 1, 1.5, 1n, "400", null, undefined];

test.each<[body: object, issue: string]>([
  ...notInt32.map((error): [object, string] => [{ error, message: "no" }, `error: ${INT32_RANGE}`]),
  [{ error: 400 }, "message: is missing; pass a string"],
  [{ error: 400, message: null }, "message: must be a string"],
  [{ error: 400, message: 400 }, "message: must be a string"],
])("the issue of the Error %o is: %s", (body, issue) => {
  expect(issuesOf(errorSchema, body)).toEqual([issue]);
});

test("unknown fields are kept", () => {
  const unknown = { colour: "green", ids: [1n, { deep: null }], Name: 1 };
  const created = { name: "Fern", ...unknown, id: "free here" };
  expect(plantSchema.parse(created)).toStrictEqual(created);
  const plant = { id: 1, name: "Fern", ...unknown };
  expect(newPlantSchema.parse(plant)).toStrictEqual(plant);
  const body = { error: 1, message: "no", ...unknown };
  expect(errorSchema.parse(body)).toStrictEqual(body);
});

test.each([
  ["plantSchema", plantSchema, { name: "Fern" }, "must be an object with a name"],
  ["newPlantSchema", newPlantSchema, { id: 1n, name: "Fern" }, "must be an object with an id and a name"],
  ["errorSchema", errorSchema, { error: 1, message: "no" }, "must be an object with an error and a message"],
])("%s is a Standard Schema", async (_name, schema, value, message) => {
  const standard = schema["~standard"];
  expect(standard.version).toBe(1);
  expect(await standard.validate(value)).toEqual({ value });
  expect(await standard.validate(null)).toMatchObject({ issues: [{ message }] });
});
