/** When an import stops because other rows would fail for the same reason. {@link Pace} decides about outages. */
import type { CreatePlantResult } from "../../create-plant.ts";
import type { PlantStoreFailure } from "../../errors.ts";
import { describeRejection, pauseTooLong, rejectedAlike, tooManyRejected } from "./messages.ts";
import { type ResultKind, retryAfterOf } from "./result-kind.ts";

/** One odd row, which a firewall blocks every night, must not stop every night. */
const MAX_ELSEWHERE_IN_A_ROW = 8;

/** If so many rows are rejected alike, and none has another result, the others would be rejected, too. */
const MAX_REJECTED_ALIKE = 50;

export class StopRules {
  readonly #maxPause: number;
  readonly #maxRejected: number;
  #rejected = 0;
  readonly #hasEarlierRunCreated: () => boolean;
  #hasCreated = false;
  #elsewhereInARow = 0;
  /** How the first new rows were rejected. Undefined before the first one, and false after any other result. */
  #rejection: string | undefined | false;
  #rejectedAlike = 0;

  /** @param hasEarlierRunCreated whether an earlier run created a plant */
  constructor(
    { maxPause, maxRejected = Number.POSITIVE_INFINITY }: { maxPause: number; maxRejected?: number },
    hasEarlierRunCreated: () => boolean,
  ) {
    this.#maxPause = maxPause;
    this.#maxRejected = maxRejected;
    this.#hasEarlierRunCreated = hasEarlierRunCreated;
  }

  /**
   * Counts a result. Returns why the import must stop, or undefined.
   *
   * @param exists whether the store rejected the plant because it exists
   * @param isNew whether the journal had no entry of the row
   */
  check(kind: ResultKind, result: CreatePlantResult, exists: boolean, isNew: boolean): Error | undefined {
    if (result.success || exists) this.#hasCreated = true;
    if (kind === "done") this.#elsewhereInARow = 0;
    if (isNew && kind !== "rate-limited" && kind !== "down") this.#countRejection(kind, result, exists);
    if (result.success) return undefined;
    const { error } = result;
    if (kind === "fatal") return error;
    if (kind === "rate-limited" && retryAfterOf(error) > this.#maxPause) {
      return pauseTooLong(this.#maxPause, error);
    }
    if (kind === "elsewhere" && ++this.#elsewhereInARow >= this.#maxElsewhere(error)) return error;
    if (
      kind === "done" &&
      !exists &&
      error.outcome === "not-created" &&
      ++this.#rejected >= this.#maxRejected
    )
      return tooManyRejected(this.#rejected, error);
    return this.#rejectedAlike >= MAX_REJECTED_ALIKE ? rejectedAlike(MAX_REJECTED_ALIKE, error) : undefined;
  }

  #maxElsewhere({ outcome }: PlantStoreFailure): number {
    // The next run sends a row again that was not created, and it would be the first one. So earlier runs count for it.
    const hasCreated = this.#hasCreated || (outcome === "not-created" && this.#hasEarlierRunCreated());
    return hasCreated ? MAX_ELSEWHERE_IN_A_ROW : 1;
  }

  #countRejection(kind: ResultKind, result: CreatePlantResult, exists: boolean): void {
    const isRejected =
      kind === "done" && !result.success && !exists && result.error.outcome === "not-created";
    const rejection = isRejected && describeRejection(result.error);
    if (this.#rejection === undefined) this.#rejection = rejection;
    if (this.#rejection !== rejection) this.#rejection = false;
    this.#rejectedAlike = this.#rejection === false ? 0 : this.#rejectedAlike + 1;
  }
}
