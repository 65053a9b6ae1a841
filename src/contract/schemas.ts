/** The three objects of the service's specification, as types and as Zod schemas. */
import { type core, custom, looseObject, optional, type ZodMiniType } from "zod/mini";
import type { PlantStoreIssueCode, ZodIssue } from "./issues.ts";

/** A plant, as returned by the service (specification, "Plant"). */
export interface Plant {
  /** The name of the plant. */
  name: string;
  /** Tag that specifies the type of the plant. Absent if the plant has none. */
  tag?: string | undefined;
}

/** A plant to create (specification, "NewPlant"). */
export interface NewPlant extends Plant {
  /**
   * Identification number of the plant: an int64, from -2^63 to 2^63-1.
   * A `number` is exact from -(2^53-1) to 2^53-1; pass a `bigint` for ids outside that range.
   */
  id: number | bigint;
}

/** The body of a 400 response (specification, "Error"). */
export interface PlantStoreErrorBody {
  /** Numeric error value, int32. The specification does not define any values. */
  error: number;
  /** Error message text. */
  message: string;
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const NOT_AN_INT64 = `must be an integer from ${MIN_INT64} to ${MAX_INT64}`;
const NOT_AN_INT32 = "must be an integer from -2147483648 to 2147483647";

/** One step of a schema. If it fails, the steps after it are skipped. */
const step = (code: PlantStoreIssueCode, error: string | ((issue: { input?: unknown }) => string)) => ({
  error,
  params: { code },
});

const isPresent = (value: unknown) => value !== undefined;
export const isInt64 = (value: number | bigint) =>
  typeof value === "bigint" ? value >= MIN_INT64 && value <= MAX_INT64 : Number.isSafeInteger(value);

// `custom` suffices for strings, too: zod's own would add 130 bytes. zod/mini has no default messages.
const string = custom<string>(isPresent, step("missing", "is missing; pass a string")).check(
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
        ? "is beyond 2^53-1, so a number is not exact; pass a bigint"
        : NOT_AN_INT64,
    ),
  ),
);

export const int32 = custom<number>(isPresent, step("missing", NOT_AN_INT32)).check(
  custom(Number.isInteger, step("type", NOT_AN_INT32)),
  // Bitwise operators keep only an int32.
  custom<number>((value) => value === Number(value) >> 0, step("range", NOT_AN_INT32)),
);

/** A Zod schema. A form can pass it what it returns, and the issues of `safeParse` have a `params.code`. */
type Schema<T> = {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T; error?: never }
    | { success: false; data?: never; error: core.$ZodError<T> & { issues: ZodIssue[] } };
} & ZodMiniType<T, T>;

/** Schema of a {@link Plant}. Unknown fields are allowed and kept. */
export const plantSchema: Schema<Plant> = looseObject(
  { name: string, tag: optional(string) },
  "must be an object with a name",
);

/**
 * Schema of a {@link NewPlant}. Unknown fields are allowed and kept. `z.toJSONSchema` cannot convert `id`; use
 * `plant-store-sdk/openapi.json` for JSON Schema.
 */
export const newPlantSchema: Schema<NewPlant> = looseObject(
  { id: int64, name: string, tag: optional(string) },
  "must be an object with an id and a name",
);

/** Schema of a {@link PlantStoreErrorBody}. Unknown fields are allowed and kept. */
export const errorSchema: Schema<PlantStoreErrorBody> = looseObject(
  { error: int32, message: string },
  "must be an object with an error and a message",
);
