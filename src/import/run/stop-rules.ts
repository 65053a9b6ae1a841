/** When an import stops, because the rows that follow would fare no better. An outage is the business of {@link Pace}. */
import type { CreatePlantResult } from "../../create-plant.ts";
import type { PlantStoreFailure } from "../../errors.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { ResultKind } from "./result-kind.ts";
import { isAboutToken } from "./token-advice.ts";

/** One odd row, which a firewall blocks every night, must not stop every night. */
const MAX_ELSEWHERE_IN_A_ROW = 8;

/** So many rows that are rejected alike, and nothing else, mean that all of them will be. */
const MAX_REJECTED_ALIKE = 50;

/** Of a message of the store, characters. */
const MAX_QUOTED = 200;

export class StopRules {
  readonly #maxPause: number;
  readonly #wasUsed: () => boolean;
  #hasCreated = false;
  #elsewhereInARow = 0;
  /** How the first rows were rejected. Undefined before the first one, and false after any other result. */
  #rejection: string | undefined | false;
  #rejectedAlike = 0;

  /**
   * @param maxPause ms
   * @param wasUsed whether an earlier run created a plant
   */
  constructor(maxPause: number, wasUsed: () => boolean) {
    this.#maxPause = maxPause;
    this.#wasUsed = wasUsed;
  }

  /**
   * Counts a result. Returns why the import must stop, or undefined.
   *
   * @param isNew whether the journal had no entry of the row
   */
  check(kind: ResultKind, result: CreatePlantResult, isNew: boolean): Error | undefined {
    if (result.success) this.#hasCreated = true;
    if (kind === "done") this.#elsewhereInARow = 0;
    if (isNew && kind !== "rate-limited" && kind !== "down") this.#countRejection(kind, result);
    if (result.success) return undefined;
    const { error } = result;
    if (kind === "fatal") return error;
    if (kind === "rate-limited" && retryAfterOf(error) > this.#maxPause) return this.#pauseTooLong(error);
    if (kind === "elsewhere" && ++this.#elsewhereInARow >= this.#maxElsewhere(error)) return error;
    return this.#rejectedAlike >= MAX_REJECTED_ALIKE ? rejectedAlike(error) : undefined;
  }

  #maxElsewhere({ outcome }: PlantStoreFailure): number {
    // A row that was not created is the first one again in the next run, so there earlier runs count, too.
    const hasCreated = this.#hasCreated || (outcome === "not-created" && this.#wasUsed());
    return hasCreated ? MAX_ELSEWHERE_IN_A_ROW : 1;
  }

  #countRejection(kind: ResultKind, result: CreatePlantResult): void {
    const rejection =
      kind === "done" && !result.success && result.error.outcome === "not-created" && describe(result.error);
    if (this.#rejection === undefined) this.#rejection = rejection;
    if (this.#rejection !== rejection) this.#rejection = false;
    this.#rejectedAlike = this.#rejection === false ? 0 : this.#rejectedAlike + 1;
  }

  #pauseTooLong(cause: PlantStoreFailure): PlantStoreImportError {
    const seconds = (ms: number) => `${ms / 1000} s`;
    const problem = `The store responded 429 and asked for a wait of ${seconds(Math.ceil(retryAfterOf(cause)))}`;
    const advice = "Run the import again later, or allow a longer pause";
    const message = `${problem}. The longest pause is ${seconds(this.#maxPause)}. ${advice}.`;
    return new PlantStoreImportError("stopped", message, { cause });
  }
}

export function retryAfterOf(error: PlantStoreFailure): number {
  return ("retryAfter" in error && error.retryAfter) || 0;
}

/** Status and error number. The message may name the plant. */
function describe(error: PlantStoreFailure): string {
  return `status ${error.status}${error.kind === "rejected" ? `, error ${error.error}` : ""}`;
}

function rejectedAlike(cause: PlantStoreFailure): PlantStoreImportError {
  const { message } = cause;
  const quoted = message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED)}…` : message;
  const problem = `The store rejected the first ${MAX_REJECTED_ALIKE} new rows alike (${describe(cause)}): “${quoted}”`;
  const advice = isAboutToken(message)
    ? "Check the token"
    : "If the plants are right, check the token and the base URL";
  return new PlantStoreImportError("stopped", `${problem}. ${advice}.`, { cause });
}
