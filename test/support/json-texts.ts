/** Arbitraries of fast-check for JSON texts of the contract's three objects, valid and nearly valid. */
import fc from "fast-check";

type JsonText = fc.Arbitrary<string>;

/** A field of an object, with texts of valid and of similar but invalid values. */
interface Field {
  required: boolean;
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

const string: Omit<Field, "required"> = {
  valid: stringText,
  invalid: fc.oneof(neitherStringNorInteger, fc.constantFrom("0", "1", "42", "-7")),
};

const safeInteger: Omit<Field, "required"> = {
  valid: integerText(
    fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -0, 1, 1000, 2 ** 53 - 1, 1 - 2 ** 53)),
  ),
  invalid: fc.oneof(neitherStringNorInteger, fc.constantFrom('"1"', '"1e3"', '""')),
};

const MAX_INT32 = 2 ** 31 - 1;
const MIN_INT32 = -(2 ** 31);
const beyondInt32 = fc.oneof(
  fc.constantFrom(MAX_INT32 + 1, MIN_INT32 - 1, 2 ** 32, 2 ** 53 - 1, 1 - 2 ** 53),
  fc.maxSafeInteger().filter((value) => value > MAX_INT32 || value < MIN_INT32),
);

const int32: Omit<Field, "required"> = {
  valid: integerText(fc.oneof(fc.integer(), fc.constantFrom(0, -0, 1000, MAX_INT32, MIN_INT32))),
  invalid: fc.oneof(
    safeInteger.invalid,
    integerText(beyondInt32),
    fc.constantFrom("1e18", "1e400", "-1e400"),
  ),
};

type Member = [key: string, value: string];

function objectTexts(fields: Record<string, Field>): JsonText {
  const object = members(fields).map(writeObject);
  return fc.oneof(
    { weight: 5, arbitrary: object },
    {
      weight: 4,
      arbitrary: fc.constantFrom(...Object.keys(fields)).chain((key) => invalidObject(fields, key)),
    },
    {
      weight: 1,
      arbitrary: fc.oneof(
        object.map((text) => `[${text}]`),
        neitherStringNorInteger,
        stringText,
      ),
    },
  );
}

/** An object in which one field is missing or has an invalid value. */
function invalidObject(fields: Record<string, Field>, key: string): JsonText {
  const { required, invalid } = fields[key] as Field;
  const { [key]: _, ...others } = fields;
  const withInvalidValue = members({ ...others, [key]: { required: true, valid: invalid, invalid } });
  return fc.oneof(
    { weight: 3, arbitrary: withInvalidValue.map(writeObject) },
    { weight: required ? 1 : 0, arbitrary: members(others).map(writeObject) },
  );
}

/** All required fields, and possibly optional and unknown ones, in any order. */
function members(fields: Record<string, Field>): fc.Arbitrary<Member[]> {
  const named = Object.entries(fields).map(([key, { required, valid }]) =>
    valid.chain((value) => (required ? fc.constant([[key, value]]) : fc.subarray([[key, value]]))),
  ) as fc.Arbitrary<Member[]>[];
  return fc
    .tuple(fc.array(unknownMember, { maxLength: 3 }), ...named)
    .map((groups) => groups.flat())
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
}

const unknownMember: fc.Arbitrary<Member> = fc.tuple(
  fc.oneof(
    fc.constantFrom("__proto__", "constructor", "toString", "length", "Name", "ID", "note"),
    fc.string().filter((key) => !["id", "name", "tag", "error", "message"].includes(key)),
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
);

function writeObject(all: Member[]): string {
  return `{${all.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(",\n")}}`;
}

const plant = { name: { ...string, required: true }, tag: { ...string, required: false } };

/** Texts of each object of the contract. About half of them are nearly valid. */
export const jsonTexts = {
  Plant: objectTexts(plant),
  NewPlant: objectTexts({ id: { ...safeInteger, required: true }, ...plant }),
  Error: objectTexts({ error: { ...int32, required: true }, message: { ...string, required: true } }),
};
