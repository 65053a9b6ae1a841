/** What the fields of a fault can be. */
import { integerFrom } from "../../src/common/read-options.ts";
import { isMilliseconds, MILLISECONDS } from "../../src/common/sleep.ts";
import { stringifyJson } from "../../src/contract/json.ts";
import { FIELDS } from "../../src/contract/schemas.ts";

/** Which values are valid, and text that follows "must be". A check that throws fails. */
export type FieldRule = readonly [
  isValid: (value: never, fault: Record<string, unknown>) => boolean,
  expected: string,
  isOptional?: true,
];

export const optional = ([isValid, expected]: FieldRule): FieldRule => [isValid, expected, true];

export const milliseconds: FieldRule = [isMilliseconds, MILLISECONDS];

/** Statuses without a body (Fetch Standard, "null body status"). */
export const NULL_BODY_STATUSES: unknown[] = [204, 205, 304];

export const body: FieldRule = [
  (value, { status }) =>
    (typeof value === "string" || /^[{[]/.test(`${stringifyJson(value)}`)) &&
    !NULL_BODY_STATUSES.includes(status),
  `a string, or an object that can be written as JSON, and absent for ${NULL_BODY_STATUSES.join(", ")}`,
];

/** Values that Node can send (RFC 9110 section 5.5). `Headers` accepts more. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that only the adapter may set, because they say how the body is framed. */
const FRAMING = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

export const headers: FieldRule = [
  (value) => {
    const headers = new Headers(value); // Throws for an invalid name.
    const isPlain = Object.prototype.toString.call(value) === "[object Object]";
    const isText = (text: unknown) => typeof text === "string" && FIELD_VALUE.test(text);
    return (
      isPlain && Object.values(Object(value)).every(isText) && !FRAMING.some((name) => headers.has(name))
    );
  },
  `an object of valid header names and values, without ${FRAMING.join(", ")}`,
];

/** The fields that say to which requests a fault applies. */
export const filterFields: Record<string, FieldRule> = {
  times: [
    (value) => value === "always" || integerFrom(1)[0](value),
    'an integer of 1 or more, or "always"',
    true,
  ],
  for: optional(milliseconds),
  id: [
    (id) => FIELDS.id.safeParse(id).success,
    "an int64 (beyond 2^53-1: a bigint in JavaScript, only digits in JSON)",
    true,
  ],
  name: [(value) => typeof value === "string", "a string", true],
};
