/** The wire contract: the specification's three objects as types and as Zod schemas. */
import * as z from "zod/mini";

/** A plant as the store answers it (specification, "Plant"). */
export interface Plant {
  /** The name of the plant. */
  name: string;
  /** Tag that specifies the type of the plant. Absent where the plant has none. */
  tag?: string | undefined;
}

/** A plant to create (specification, "NewPlant"). */
export interface NewPlant extends Plant {
  /**
   * Identification number of the plant: an integer in the int64 range, -2^63 to 2^63-1.
   * A `number` holds it exactly up to 2^53-1 either way; beyond that pass a `bigint`.
   */
  id: number | bigint;
}

/** The body of the service's 400 answer (specification, "Error"). */
export interface PlantStoreErrorBody {
  /** Numeric error value, int32. The specification does not say which value means what. */
  error: number;
  /** Error message text. */
  message: string;
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_INT32 = 2 ** 31 - 1;
const MIN_INT32 = -(2 ** 31);

// zod/mini ships no messages of its own, so each field says what would be right.
// `z.string` would bring 130 bytes of formats and lengths: so `z.toJSONSchema` cannot write these schemas down.
const string = z.custom<string>((value) => typeof value === "string", {
  error: ({ input }) => (input === undefined ? "is missing; pass a string" : "must be a string"),
});

const int64 = z.custom<number | bigint>(
  (value) =>
    typeof value === "bigint" ? value >= MIN_INT64 && value <= MAX_INT64 : Number.isSafeInteger(value),
  {
    error: ({ input }) => {
      if (input === undefined) return "is missing; pass an integer";
      if (Number.isInteger(input) && Math.abs(input as number) <= 2 ** 63) {
        return "is beyond 2^53-1, where a number is no longer exact; pass it as a bigint";
      }
      return `must be an integer from ${MIN_INT64} to ${MAX_INT64}${typeof input === "string" ? ", not a string" : ""}`;
    },
  },
);

const int32 = z.custom<number>(
  (value) => Number.isSafeInteger(value) && (value as number) >= MIN_INT32 && (value as number) <= MAX_INT32,
  `must be an integer from ${MIN_INT32} to ${MAX_INT32}`,
);

/**
 * A {@link Plant}. Fields that the contract does not name are allowed, and kept. `z.toJSONSchema` cannot write it
 * down; `plant-store-sdk/openapi.json` has it as JSON Schema.
 */
export const plantSchema: z.ZodMiniType<Plant> = z.looseObject(
  { name: string, tag: z.optional(string) },
  "must be an object with a name",
);

/** A {@link NewPlant}. Fields that the contract does not name are allowed, and kept. */
export const newPlantSchema: z.ZodMiniType<NewPlant> = z.looseObject(
  { id: int64, name: string, tag: z.optional(string) },
  "must be an object with an id and a name",
);

/** A {@link PlantStoreErrorBody}. Fields that the contract does not name are allowed, and kept. */
export const errorSchema: z.ZodMiniType<PlantStoreErrorBody> = z.looseObject(
  { error: int32, message: string },
  "must be an object with an error and a message",
);

/** One thing that is wrong with a plant or with an answer. */
export interface PlantStoreIssue {
  /** Where: the keys from the outside in; empty for the whole. */
  path: PropertyKey[];
  /** What would be right. */
  message: string;
}

/** Zod's issues without the rest of what they hold. */
export function issuesOf(error: { issues: PlantStoreIssue[] }): PlantStoreIssue[] {
  return error.issues.map(({ path, message }) => ({ path, message }));
}

/** "`id` is missing; `name` must be a string", with `whole` for what has no path. */
export function listIssues(issues: PlantStoreIssue[], whole: string): string {
  return issues
    .map(
      ({ path, message }) => `${path.length === 0 ? whole : `\`${path.map(String).join(".")}\``} ${message}`,
    )
    .join("; ");
}
