/** The three objects of the service's specification, as types and as Zod schemas. */
import { type core, custom, looseObject, optional, type ZodMiniType } from "zod/mini";
import type { PlantStoreIssue } from "./issues.ts";

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
const step = (code: PlantStoreIssue["code"], error: string | ((issue: { input?: unknown }) => string)) => ({
  error,
  params: { code },
});

const isPresent = (value: unknown) => value !== undefined;
const isInt64 = (value: number | bigint) =>
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

/** A schema of Zod Mini, which is a Standard Schema. A form can pass it what it returns. */
export interface PlantStoreSchema<T> extends ZodMiniType<T, T> {
  /** Validates the value. Never throws. */
  safeParse(value: unknown): SafeParsed<core.output<this>>;
}

/**
 * A conditional type, because editors show what it is instead of its name.
 *
 * @inline
 */
type SafeParsed<T> = T extends unknown
  ?
      | { success: true; data: T; error?: never }
      | { success: false; data?: never; error: PlantStoreSchemaError<T> }
  : never;

/** What a {@link PlantStoreSchema} found wrong with a value: an error of Zod. */
export interface PlantStoreSchemaError<T> extends core.$ZodError<T> {
  /** Zod's issues. `params.code` says what is wrong, so that a form can word it for its users. */
  issues: (core.$ZodIssue & { params?: { code?: PlantStoreIssue["code"] } | undefined })[];
}

/** Schema of a {@link Plant}. Unknown fields are allowed and kept. */
export const plantSchema: PlantStoreSchema<Plant> = looseObject(
  { name: string, tag: optional(string) },
  "must be an object with a name",
);

/**
 * Schema of a {@link NewPlant}. Unknown fields are allowed and kept. `z.toJSONSchema` cannot convert `id`; use
 * `plant-store-sdk/openapi.json` for JSON Schema.
 */
export const newPlantSchema: PlantStoreSchema<NewPlant> = looseObject(
  { id: int64, name: string, tag: optional(string) },
  "must be an object with an id and a name",
);

/** Schema of a {@link PlantStoreErrorBody}. Unknown fields are allowed and kept. */
export const errorSchema: PlantStoreSchema<PlantStoreErrorBody> = looseObject(
  { error: int32, message: string },
  "must be an object with an error and a message",
);
