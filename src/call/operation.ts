import type { ZodMiniType } from "zod/mini";
import type { PlantStoreOutcome } from "../outcome.ts";

/** One operation of the service, as `perform` needs it. */
export interface Operation<Input, Output> {
  /** HTTP method. */
  method: string;
  /** Path below the base URL. */
  path(input: Input): string;
  /**
   * Request body as JSON text. Absent if the operation has no body.
   *
   * @throws PlantStoreValidationError
   */
  writeBody?(input: Input): string;
  /** Schema of a 200 body. */
  responseSchema: ZodMiniType<Output>;
  /** Outcome of one attempt after `fetch` was called, by its status if it got one. Retries depend on it. */
  outcomeOf(status?: number): PlantStoreOutcome;
  /** The last sentence of a failure's message. */
  outcomeSentences: Record<PlantStoreOutcome, string>;
}
