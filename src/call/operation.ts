import type { ZodMiniType } from "zod/mini";
import type { PlantStoreErrorBody } from "../contract/schemas.ts";
import type { PlantStoreOutcome } from "../outcome.ts";

/** One operation of the service, as data. */
export interface Operation<Input, Output> {
  /** HTTP method. */
  method: string;
  /** Path below the base URL. */
  path: string;
  /**
   * Validates the input and returns the request body as JSON text.
   *
   * @throws PlantStoreValidationError
   */
  writeBody: (input: Input) => string;
  /** The schemas of the response bodies that the specification shows. */
  responses: { 200: ZodMiniType<Output>; [errorStatus: number]: ZodMiniType<Output | PlantStoreErrorBody> };
  /** The member of a 200 body that equals the request's, if the response comes from the store. */
  evidence: string;
  /** The last sentence of a failure's message. */
  phrases: Record<PlantStoreOutcome, string>;
}
