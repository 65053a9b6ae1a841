/** JSON texts whose ids and keys `JSON.parse` would change. */
import fc from "fast-check";
import { expect } from "vitest";
import { readAll } from "../import/import-all.ts";
import { fieldNames } from "../support/document-fields.ts";
import { property } from "./property.ts";

const integer = fc.bigInt(-(2n ** 70n), 2n ** 70n).map(String);
const number = fc.oneof(
  integer,
  integer.map((text) => `${text}.00`),
  fc.tuple(integer, fc.stringMatching(/^\.\d{0,20}[1-9]$/)).map((parts) => parts.join("")),
  fc.tuple(integer, fc.constantFrom("e0", "E+2", ".5e1", "e-300")).map((parts) => parts.join("")),
);

/** What other fields may contain, and a name. */
const other = fc.oneof(
  number,
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  fc.constantFrom('{"id":1.5,"id":2}', '[{"name":"a","name":"b"}]', '"\\"id\\":1.5"', "null"),
);

const member = fc.oneof(
  fc.tuple(fc.constant("id"), number),
  fc.tuple(fc.constantFrom(...fieldNames, "price", ""), other),
);

/** Writes an object, with the first letter of some keys as an escape, and with white space. */
function write(members: [string, string][], escapes: boolean): string {
  const texts = members.map(([key, value], index) => {
    const code = key.charCodeAt(0).toString(16).padStart(4, "0");
    const isEscaped = escapes && index % 2 === 1 && key !== "";
    return `${isEscaped ? `"\\u${code}${key.slice(1)}"` : `"${key}"`}\t: ${value} `;
  });
  return `{ ${texts.join(",")} }`;
}

/** The beginning of the problem: a key that occurs twice, or the id. */
function problemOf(members: [string, string][]): string | undefined {
  const keys = members.map(([key]) => key).filter((key) => fieldNames.some((field) => field === key));
  const twice = keys.find((key, index) => keys.indexOf(key) < index);
  if (twice !== undefined) return `The key "${twice}" occurs twice.`;
  const [, id = "null"] = members.find(([key]) => key === "id") ?? [];
  const isNumber = !Number.isNaN(Number(id)) && !/^["n]/.test(id);
  // Its last digits may be lost, or it is not written as an integer.
  return isNumber && /e|\.\d*[1-9]|\d{16}\./i.test(id) ? `The id "${id.slice(0, 40)}" ` : undefined;
}

property(
  "readPlants rejects a row if and only if its id is not written as an integer or a key occurs twice, and names it",
  fc.record({ members: fc.array(member, { maxLength: 5 }), escapes: fc.boolean() }),
  async ({ members, escapes }) => {
    const rows = await readAll([`[${write(members, escapes)}]`]);
    const problem = problemOf(members);
    expect(rows).toMatchObject([
      problem === undefined
        ? { plant: expect.anything() }
        : { line: 1, problem: expect.stringContaining(problem) },
    ]);
  },
);
