/** JSON texts whose numbers and keys `JSON.parse` would change. */
import fc from "fast-check";
import { type PlantRow, readPlants } from "plant-store-sdk/import";
import { expect } from "vitest";
import { property } from "./property.ts";

/** JSON as it is written: numbers as text, and objects as lists of members. */
type Written =
  | { number: string }
  | { text: string }
  | { items: Written[] }
  | { members: [string, Written][] };

const digits = fc.stringMatching(/^\d{1,22}$/);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.bigInt(-(2n ** 70n), 2n ** 70n).map(String),
  fc
    .record({
      sign: fc.constantFrom("", "-"),
      whole: digits.map((text) => text.replace(/^0+(?=.)/, "")),
      fraction: fc.option(digits, { nil: undefined }),
      exponent: fc.option(fc.integer({ min: -340, max: 340 }), { nil: undefined }),
      e: fc.constantFrom("e", "E", "e+"),
    })
    .map(({ sign, whole, fraction, exponent, e }) => {
      const power = exponent === undefined ? "" : `${exponent < 0 ? e.charAt(0) : e}${exponent}`;
      return `${sign}${whole}${fraction === undefined ? "" : `.${fraction}`}${power}`;
    }),
);
const key = fc.oneof(fc.constantFrom("id", "a", "__proto__", "toString"), fc.string({ maxLength: 3 }));

const { written } = fc.letrec<{ written: Written }>((tie) => ({
  written: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: number.map((each) => ({ number: each })) },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }).map((text) => ({ text })) },
    { weight: 1, arbitrary: fc.array(tie("written"), { maxLength: 3 }).map((items) => ({ items })) },
    {
      weight: 3,
      arbitrary: fc.array(fc.tuple(key, tie("written")), { maxLength: 4 }).map((members) => ({ members })),
    },
  ),
}));

/** Writes JSON, with the first letter of some keys as an escape, and with white space. */
function write(value: Written, escapes: boolean): string {
  if ("number" in value) return value.number;
  if ("text" in value) return JSON.stringify(value.text);
  if ("items" in value) return `[${value.items.map((item) => write(item, escapes)).join(" , ")}]`;
  const members = value.members.map(([name, member], index) => {
    const isEscaped = escapes && index % 2 === 1 && /^[a-z]/.test(name);
    const code = name.charCodeAt(0).toString(16).padStart(4, "0");
    return `${isEscaped ? `"\\u${code}${JSON.stringify(name.slice(1)).slice(1)}` : JSON.stringify(name)}\t: ${write(member, escapes)}`;
  });
  return `{ ${members.join(",")} }`;
}

/** Whether the number that JavaScript would send is another one. Compares fractions of bigints. */
function changes(source: string): boolean {
  if (/^-?\d+$/.test(source)) return false; // A bigint, if necessary.
  const value = Number(source);
  if (!Number.isFinite(value)) return true;
  const [a, b] = [toFraction(source), toFraction(JSON.stringify(value))];
  return a.numerator * b.denominator !== b.numerator * a.denominator;
}

function toFraction(text: string): { numerator: bigint; denominator: bigint } {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const power = Number(exponent) - fraction.length;
  const integer = BigInt(whole + fraction);
  const numerator = power > 0 ? integer * 10n ** BigInt(power) : integer;
  return { numerator, denominator: power < 0 ? 10n ** BigInt(-power) : 1n };
}

/** What is wrong with a value, in the order of the text. */
function problemsOf(value: Written): string[] {
  if ("number" in value) {
    return changes(value.number) ? [`JavaScript cannot keep the number ${value.number}`] : [];
  }
  if ("items" in value) return value.items.flatMap(problemsOf);
  if (!("members" in value)) return [];
  const keys: string[] = [];
  return value.members.flatMap(([name, member]) => {
    const problem = keys.includes(name) ? [`The key ${JSON.stringify(name)} occurs twice`] : [];
    keys.push(name);
    return [...problem, ...problemsOf(member)];
  });
}

property(
  "readPlants rejects a row if and only if one of its numbers would change or a key occurs twice, and names it",
  fc.record({ value: written, escapes: fc.boolean() }),
  async ({ value, escapes }) => {
    const text = write(value, escapes);
    async function* stream() {
      yield new TextEncoder().encode(`[${text}]`);
    }
    const rows: PlantRow[] = [];
    for await (const row of readPlants(stream())) rows.push(row);
    const [problem] = problemsOf(value);
    if (problem === undefined) {
      expect(rows).toMatchObject([{ plant: expect.anything() }]);
    } else {
      const start = problem.slice(0, 60); // The message shortens long numbers.
      expect(rows).toMatchObject([{ line: 1, problem: expect.stringContaining(start) }]);
    }
  },
);
