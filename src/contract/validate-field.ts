/** What a field's value must be, and the words for one that is not. */
import { custom } from "zod/mini";
import type { PlantStoreIssue } from "./issues.ts";

// Written out, because Babel turns `2n ** 63n` into a call of Math.pow, which throws.
const MIN_INT64 = -9223372036854775808n;
export const MAX_INT64 = 9223372036854775807n;
const NOT_AN_INT64 = `must be an integer from ${MIN_INT64} to ${MAX_INT64}`;
const NOT_AN_INT32 = "must be an integer from -2147483648 to 2147483647";

/** One step of a schema. If it fails, the steps after it are skipped. */
const step = (code: PlantStoreIssue["code"], error: string | ((issue: { input?: unknown }) => string)) => ({
  error,
  params: { code },
});

const isPresent = (value: unknown) => value !== undefined;
export const isInt64 = (value: number | bigint) =>
  typeof value === "bigint" ? value >= MIN_INT64 && value <= MAX_INT64 : Number.isSafeInteger(value);

// `custom` suffices for strings, too: zod's own would add 130 bytes. zod/mini has no default messages.
export const string = custom<string>(isPresent, step("missing", "is missing; pass a string")).check(
  custom((value) => typeof value === "string", step("type", "must be a string")),
);

export const int64 = custom<number | bigint>(isPresent, step("missing", "is missing; pass an integer")).check(
  custom(
    (value) => typeof value === "bigint" || Number.isInteger(value),
    step("type", ({ input }) => `${NOT_AN_INT64}${typeof input === "string" ? ", not a string" : ""}`),
  ),
  custom<number | bigint>(
    isInt64,
    step("range", ({ input }) =>
      typeof input === "number" && Math.abs(input) <= 2 ** 63
        ? "is beyond 2^53-1, so a number is not exact; pass a bigint (in JSON: only digits)"
        : `is out of range: it ${NOT_AN_INT64}`,
    ),
  ),
);

export const int32 = custom<number>(isPresent, step("missing", NOT_AN_INT32)).check(
  custom(Number.isInteger, step("type", NOT_AN_INT32)),
  // Bitwise operators keep only an int32.
  custom<number>((value) => value === Number(value) >> 0, step("range", NOT_AN_INT32)),
);
