/** Which rules say how a store rejects a plant that exists. */
import { expect, test } from "vitest";
import { parseRules } from "../../src/contract/rules.ts";
import { duplicatesOf } from "../../src/import/run/duplicates.ts";

const taken = { status: 409, error: 1003 };

test.each<[string, object, object | string]>([
  ["a status of its own", { duplicates: { status: 409 } }, { status: 409 }],
  ["an error number", { duplicates: taken }, taken],
  [
    "a 400 without an error number, which is then the status",
    { duplicates: { status: 400 } },
    { status: 400, error: 400 },
  ],
  [
    "the status of another rejection",
    { duplicates: { status: 409 }, unknownFields: { status: 409, error: 7 } },
    { status: 409, error: 409 },
  ],
  ["the same rejection for another reason", { duplicates: taken, invalid: taken }, "like something else"],
  ["duplicates that are created", { duplicates: { equal: "created", different: taken } }, "not rejected"],
  ["two rejections", { duplicates: { equal: taken, different: { status: 409 } } }, "rejected differently"],
  [
    "requests at the same time that may both create",
    { duplicates: taken, atomicIds: false },
    "at the same time",
  ],
  ["nothing about duplicates", { atomicIds: undefined }, "unknown"],
])("rules with %s", (_, rules, expected) => {
  const found = duplicatesOf(parseRules({ version: 1, atomicIds: true, ...rules }, "rules"));
  if (typeof expected === "string") expect(found).toMatch(expected);
  else expect(found).toEqual({ error: undefined, ...expected });
});
