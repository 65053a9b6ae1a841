/** What the fields of a fault can be. */
import { custom, optional, type ZodMiniType } from "zod/mini";
import { boolean, integerFrom, type ValueCheck } from "../../src/common/read-options.ts";
import { isMilliseconds, MILLISECONDS } from "../../src/common/sleep.ts";
import { stringifyJson } from "../../src/contract/json.ts";
import { FIELDS } from "../../src/contract/schemas.ts";

/** Values that pass a check. A check that throws fails. */
export const valid = ([isValid, expected]: ValueCheck): ZodMiniType =>
  custom((value) => {
    try {
      return isValid(value as never);
    } catch {
      return false;
    }
  }, `must be ${expected}`);

export const milliseconds = valid([isMilliseconds, MILLISECONDS]);

/** A field that is false by default. */
export const flag = optional(valid(boolean));

/** Statuses without a body (Fetch Standard, "null body status"). */
export const NULL_BODY_STATUSES: unknown[] = [204, 205, 304];

const BODY = `a string, or an object that can be written as JSON, and absent for ${NULL_BODY_STATUSES.join(", ")}`;
export const MUST_BE_BODY = `must be ${BODY}`;
export const body = valid([
  (value) => typeof value === "string" || /^[{[]/.test(`${stringifyJson(value)}`),
  BODY,
]);

/** Values that Node can send (RFC 9110 section 5.5). `Headers` accepts more. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that only the adapter may set, because they say how the body is framed. */
const FRAMING = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

export const headers = valid([
  (value) => {
    const headers = new Headers(value); // Throws for an invalid name.
    const isPlain = Object.prototype.toString.call(value) === "[object Object]";
    const isText = (text: unknown) => typeof text === "string" && FIELD_VALUE.test(text);
    return (
      isPlain && Object.values(Object(value)).every(isText) && !FRAMING.some((name) => headers.has(name))
    );
  },
  `an object of valid header names and values, without ${FRAMING.join(", ")}`,
]);

const TIMES = 'an integer of 1 or more, or "always"';

/** The fields that say to which requests a fault applies. */
export const filterFields = {
  times: optional(valid([(value) => value === "always" || integerFrom(1)[0](value), TIMES])),
  for: optional(milliseconds),
  id: optional(
    valid([
      (id) => FIELDS.id.safeParse(id).success,
      "an int64 (beyond 2^53-1: a bigint in JavaScript, only digits in JSON)",
    ]),
  ),
  name: optional(valid([(value) => typeof value === "string", "a string"])),
};
