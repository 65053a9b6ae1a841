/** What the fields of a fault can be. */
import { isMilliseconds, MILLISECONDS } from "../../src/common/sleep.ts";
import { stringifyJson } from "../../src/contract/json.ts";
import { FIELDS } from "../../src/contract/schemas.ts";

/** Which values are valid, and otherwise what to tell the caller. A check that throws fails. */
export type FieldRule = readonly [
  problem: string,
  isValid: (value: unknown, fault: Record<string, unknown>) => boolean,
  isOptional?: true,
];

export const optional = ([problem, isValid]: FieldRule): FieldRule => [problem, isValid, true];

const isInteger = (value: unknown, min: number, max = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

export const count: FieldRule = ["must be an integer of 0 or more", (value) => isInteger(value, 0)];
export const positive: FieldRule = ["must be an integer of 1 or more", (value) => isInteger(value, 1)];
export const statusCode: FieldRule = [
  "must be an integer from 200 to 599",
  (value) => isInteger(value, 200, 599),
];
export const flag: FieldRule = ["must be true or false", (value) => typeof value === "boolean"];
export const milliseconds: FieldRule = [`must be ${MILLISECONDS}`, isMilliseconds];

/** Statuses without a body (Fetch Standard, "null body status"). */
export const NULL_BODY_STATUSES: unknown[] = [204, 205, 304];

export const body: FieldRule = [
  `must be a string, or an object that can be written as JSON, and absent for ${NULL_BODY_STATUSES.join(", ")}`,
  (value, { status }) =>
    (typeof value === "string" || /^[{[]/.test(`${stringifyJson(value)}`)) &&
    !NULL_BODY_STATUSES.includes(status),
];

/** Values that Node can send (RFC 9110 section 5.5). `Headers` accepts more. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that only the adapter may set, because they say how the body is framed. */
const FRAMING = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

export const headers: FieldRule = [
  `must be an object of valid header names and values, without ${FRAMING.join(", ")}`,
  (value) => {
    const headers = new Headers(value as Record<string, string>); // Throws for an invalid name.
    const isPlain = Object.prototype.toString.call(value) === "[object Object]";
    const isText = (text: unknown) => typeof text === "string" && FIELD_VALUE.test(text);
    return (
      isPlain && Object.values(Object(value)).every(isText) && !FRAMING.some((name) => headers.has(name))
    );
  },
];

/** The fields that say to which requests a fault applies. */
export const filterFields: Record<string, FieldRule> = {
  times: [
    'must be an integer of 1 or more, or "always"',
    (value) => value === "always" || isInteger(value, 1),
    true,
  ],
  for: optional(milliseconds),
  id: [
    "must be an int64 (beyond 2^53-1: a bigint in JavaScript, only digits in JSON)",
    (id) => FIELDS.id.safeParse(id).success,
    true,
  ],
  name: ["must be a string", (value) => typeof value === "string", true],
};
