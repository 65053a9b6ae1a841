/** The form for any fault follows the table of faults. */
import { type Fault, faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { faultsCode, fieldsOf, problemOf, readField } from "../../mocks/page/faults/fault-choices.ts";

const ruleOf = (type: Fault["type"], field: string) => {
  const found = fieldsOf(type).find(([name]) => name === field);
  return found?.[1] ?? expect.fail(`${type} has no field ${field}`);
};

test.each<[Fault["type"], string]>([
  ["status", "status body headers afterCreate delay id name"],
  ["trickle", "bytesPerSecond delay id name"],
  ["delay", "delay id name"],
])("the form of %s has the fields %s", (type, names) => {
  expect(
    fieldsOf(type)
      .map(([name]) => name)
      .join(" "),
  ).toBe(names);
});

test.each<[string, string, Fault["type"], unknown]>([
  ["503", "status", "status", 503],
  ['{"error":7}', "body", "status", { error: 7 }],
  ["<h1>", "body", "status", "<h1>"],
  ['{"retry-after":"2"}', "headers", "status", { "retry-after": "2" }],
  ["false", "afterCreate", "reset", false],
  ["9007199254740993", "id", "hang", 9007199254740993n],
  ["7", "name", "hang", "7"],
])("the text %s means a valid %s of %s", (text, field, type, value) => {
  expect(readField(ruleOf(type, field), text)).toEqual(value);
  expect(problemOf(ruleOf(type, field), text)).toBe("");
});

test.each<[string, string, Fault["type"], string]>([
  ["abc", "status", "status", "Must be an integer from 200 to 599."],
  ["", "bytes", "truncate", "Must be an integer of 0 or more."],
  ["yes", "afterCreate", "reset", "Must be true or false."],
  ["{", "headers", "status", "Must be an object of valid header names and values"],
])("says why the text %j is not a valid %s of %s", (text, field, type, problem) => {
  expect(problemOf(ruleOf(type, field), text)).toContain(problem);
});

test("writes the queued faults as TypeScript, which queues the same ones", () => {
  const queued = [
    faults.reset({ afterCreate: true }),
    faults.status(400, { body: { error: 7, message: "no" }, id: 2n ** 60n }),
  ];
  const store = new MockStore();
  new Function("store", faultsCode(queued))(store);
  expect(store.faults).toEqual(queued);
});
