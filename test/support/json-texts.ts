/** Arbitraries of fast-check for JSON texts of the contract's three objects, valid and nearly valid. */
import fc from "fast-check";
import { type DocumentField, documentFields } from "./document-fields.ts";

type JsonText = fc.Arbitrary<string>;

/** A field of an object: texts of valid and of similar but invalid values. */
interface Field {
  valid: JsonText;
  invalid: JsonText;
}

/** The text of a string, sometimes with every character escaped. */
const stringText: JsonText = fc
  .tuple(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[\d.e-]{0,24}$/)), fc.boolean())
  .map(([value, escaped]) =>
    escaped ? `"${value.split("").map(escapeCodeUnit).join("")}"` : JSON.stringify(value),
  );

function escapeCodeUnit(codeUnit: string): string {
  return `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** An integer in the notations of JSON: 1000, 1000.0, 1000e0, 1E+3, 10000.00e-1, -0. */
function integerText(integer: fc.Arbitrary<number>): JsonText {
  return fc.tuple(integer, fc.nat({ max: 5 })).map(([value, notation]) => {
    const text = Object.is(value, -0) ? "-0" : String(value);
    const zeros = value === 0 ? 0 : (/0+$/.exec(text)?.[0].length ?? 0);
    if (notation === 0) return `${text}.0`;
    if (notation === 1) return `${text}.000e0`;
    if (notation === 2) return `${text.slice(0, text.length - zeros)}E+${zeros}`;
    if (notation === 3 && value !== 0) return `${text}0.00e-1`;
    return text;
  });
}

/** Values that are invalid for every field of the contract. */
const neitherStringNorInteger = fc.oneof(
  fc.constantFrom("null", "true", "false", "[]", "{}", "[1]", '["Fern"]', '{"name":"Fern"}'),
  fc.constantFrom("1.5", "-0.5", "1e-3", "0.1e0", "4503599627370495.5", "12345678901.25"),
  fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }).map(String),
);

const integers = fc.constantFrom("0", "1", "42", "-7");
const string: Field = { valid: stringText, invalid: fc.oneof(neitherStringNorInteger, integers) };

const edges = fc.constantFrom(0, -0, 1, 1000, 2 ** 53 - 1, 1 - 2 ** 53);
const strings = fc.constantFrom('"1"', '"1e3"', '""');
const safeInteger: Field = {
  valid: integerText(fc.oneof(fc.maxSafeInteger(), edges)),
  invalid: fc.oneof(neitherStringNorInteger, strings),
};

const MAX_INT32 = 2 ** 31 - 1;
const MIN_INT32 = -(2 ** 31);
const huge = fc.constantFrom("1e18", "1e400", "-1e400");
const beyondInt32 = fc.oneof(
  fc.constantFrom(MAX_INT32 + 1, MIN_INT32 - 1, 2 ** 32, 2 ** 53 - 1, 1 - 2 ** 53),
  fc.maxSafeInteger().filter((value) => value > MAX_INT32 || value < MIN_INT32),
);

const int32: Field = {
  valid: integerText(fc.oneof(fc.integer(), fc.constantFrom(0, -0, 1000, MAX_INT32, MIN_INT32))),
  invalid: fc.oneof(safeInteger.invalid, integerText(beyondInt32), huge),
};

const number: Field = {
  valid: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  invalid: fc.constantFrom("null", "true", "[1]", "{}", '"1"'),
};

/** By the format of a field, or by its type without one. */
const FIELDS: Record<string, Field> = { string, int64: safeInteger, int32, number };

type Member = [key: string, value: string];

const unknownMember: fc.Arbitrary<Member> = fc.tuple(
  fc.oneof(
    fc.constantFrom("__proto__", "constructor", "toString", "length", "Name", "ID", "note"),
    fc.string().filter((key) => !Object.values(documentFields).some((fields) => key in fields)),
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
);

/** An object with its fields in any order, most of them valid, or another value. */
function objectTexts(fields: Record<string, DocumentField>): JsonText {
  const named = Object.entries(fields).map(([key, { type, format = type }]) => {
    const { valid, invalid } = FIELDS[format] as Field;
    const value = fc.oneof({ weight: 8, arbitrary: valid }, invalid);
    const member = value.map((text): Member[] => [[key, text]]);
    return fc.oneof({ weight: 9, arbitrary: member }, fc.constant([]));
  });
  const object = fc
    .tuple(fc.array(unknownMember, { maxLength: 3 }), ...named)
    .map((groups) => groups.flat())
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
    .map((all) => `{${all.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(",\n")}}`);
  const inArray = object.map((text) => `[${text}]`);
  return fc.oneof({ weight: 20, arbitrary: object }, inArray, neitherStringNorInteger, stringText);
}

/** Texts of each object of the contract. About half of them are nearly valid. */
export const jsonTexts = {
  Plant: objectTexts(documentFields.Plant),
  NewPlant: objectTexts(documentFields.NewPlant),
  Error: objectTexts(documentFields.Error),
};
