/** The three objects of the service's specification, as types and as Zod schemas. */
import { type core, looseObject, optional, type ZodMiniType } from "zod/mini";
import type { PlantStoreIssue } from "./issues.ts";
import { int32, int64, string } from "./validate-field.ts";

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

/** A schema of Zod Mini, which is a Standard Schema. A form can pass it what it returns. */
export interface PlantStoreSchema<T> extends ZodMiniType<T, T> {
  /** Validates the value. Throws what a getter of the value throws: {@link parseNewPlant} never does. */
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

/** The fields of a {@link Plant}. What reads, writes or shows plants takes the fields from here. */
export const PLANT_FIELDS = {
  name: string,
  tag: optional(string),
} satisfies { [Field in keyof Plant]-?: ZodMiniType<Plant[Field]> };

/** The fields of a {@link NewPlant}, in the order in which they are sent. */
export const FIELDS = {
  id: int64,
  ...PLANT_FIELDS,
} satisfies { [Field in keyof NewPlant]-?: ZodMiniType<NewPlant[Field]> };

/** Schema of a {@link Plant}. Unknown fields are allowed and kept. */
export const plantSchema: PlantStoreSchema<Plant> = looseObject(
  PLANT_FIELDS,
  "must be an object with a name",
);

/**
 * Schema of a {@link NewPlant}. Unknown fields are allowed and kept. `z.toJSONSchema` cannot convert `id`; use
 * `plant-store-sdk/openapi.json` for JSON Schema.
 */
export const newPlantSchema: PlantStoreSchema<NewPlant> = looseObject(
  FIELDS,
  "must be an object with an id and a name",
);

/** Schema of a {@link PlantStoreErrorBody}. Unknown fields are allowed and kept. */
export const errorSchema: PlantStoreSchema<PlantStoreErrorBody> = looseObject(
  { error: int32, message: string },
  "must be an object with an error and a message",
);
