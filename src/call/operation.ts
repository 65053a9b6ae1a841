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
  /** Outcome of one attempt after `fetch` was called, by the head of its response if one arrived. Retries depend on it. */
  outcomeOfHead(status?: number, contentType?: string | null): PlantStoreOutcome;
  /**
   * Outcome if the complete body of a 200 is not what `responseSchema` expects.
   *
   * @param body undefined if it is not JSON
   * @param sent the request body
   */
  outcomeOfBody(body: unknown, sent: string | undefined): PlantStoreOutcome;
  /** The last sentence of a failure's message. */
  outcomeSentences: Record<PlantStoreOutcome, string>;
}
