/** What the fields of a fault can be. */
import * as z from "zod/mini";
import { stringifyJson } from "../../src/contract/json.ts";
import { newPlantSchema } from "../../src/contract/schemas.ts";
import { parseExactJson } from "./exact-json.ts";
import { normalizePlant } from "./parse-plants.ts";

// zod/mini has no default messages.
function must<T>(expected: string, isValid: (value: unknown) => boolean): z.ZodMiniType<T> {
  return z.custom<T>(isValid, `must be ${expected}`);
}

const isInteger = (value: unknown, min: number, max = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

export const count = must<number>("an integer of 0 or more", (value) => isInteger(value, 0));
export const positive = must<number>("an integer of 1 or more", (value) => isInteger(value, 1));
export const statusCode = must<number>("an integer from 200 to 599", (value) => isInteger(value, 200, 599));
export const flag = must<boolean>("true or false", (value) => typeof value === "boolean");
export const milliseconds = must<number>(
  "milliseconds from 0 to 2147483647",
  (value) => typeof value === "number" && value >= 0 && value < 2 ** 31,
);

/** An object becomes what the JSON of it contains, because it is sent as JSON. */
export const body: z.ZodMiniType<string | object> = z.pipe(
  must<string | object>("a string, or an object that can be written as JSON", (value) => {
    try {
      return typeof value === "string" || /^[{[]/.test(`${stringifyJson(value)}`);
    } catch {
      return false;
    }
  }),
  z.transform((value) =>
    typeof value === "string" ? value : (parseExactJson(`${stringifyJson(value)}`) as object),
  ),
);

/** Values that Node can send (RFC 9110 section 5.5). `Headers` accepts more. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that only the adapter may set, because they say how the body is framed. */
const FRAMING = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

export const headers = must<Record<string, string>>(
  `an object of valid header names and values, without ${FRAMING.join(", ")}`,
  (value) => {
    try {
      const headers = new Headers(z.record(z.string(), z.string()).parse(value));
      const canBeSent = [...headers.values()].every((text) => FIELD_VALUE.test(text));
      return canBeSent && !FRAMING.some((name) => headers.has(name));
    } catch {
      return false;
    }
  },
);

/** The fields that say to which requests a fault applies. An id is as `store.plants` has it. */
export const filterFields = {
  times: must<number | "always">(
    'an integer of 1 or more, or "always"',
    (value) => value === "always" || isInteger(value, 1),
  ),
  for: milliseconds,
  id: z.pipe(
    must<number | bigint>(
      "an int64 (in JavaScript, a bigint beyond 2^53-1)",
      (value) => newPlantSchema.safeParse({ id: value, name: "" }).success,
    ),
    z.transform((value) => normalizePlant({ id: value, name: "" }).id),
  ),
  name: must<string>("a string", (value) => typeof value === "string"),
};
