/** When an import stops because other rows would fail for the same reason. {@link Pace} decides about outages. */
import { plural } from "../../../src/common/format-count.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import type { CreatePlantResult } from "../../../src/create-plant.ts";
import type { PlantStoreFailure } from "../../../src/errors.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { ResolvedImportOptions } from "./import-options.ts";
import {
  describeRejection,
  fullReasonOf,
  isFromStore,
  mayBeReplaced,
  quote,
  type ResultKind,
  reasonOf,
  receivedNameOf,
  retryAfterOf,
} from "./judge-result.ts";

/** One odd row, which a firewall blocks every night, must not stop every night. */
const MAX_ELSEWHERE_IN_A_ROW = 8;

/** So many rows that were refused by an earlier run are no news. More may be all rows, because a token was revoked. */
const MAX_REPEATED = 50;

/** If so many rows are rejected alike, and nothing exists or may exist, the others would be rejected, too. */
const MAX_REJECTED_ALIKE = 50;

/** A longer `Retry-After` stops the import. */
const MAX_PAUSE_S = 15 * 60;

/** The error after an outage of `maxOutage` ms. @param cause the last failure */
export function outageError(cause: PlantStoreFailure, maxOutage: number): PlantStoreImportError {
  const isLimited = cause.response?.status === 429;
  const advice = { when: `If it may ${isLimited ? "take" : "be down for"} longer`, option: "maxOutage" };
  const isSilent = cause.kind === "token" || (cause.kind === "timeout" && cause.outcome === "not-created");
  const state = isLimited ? "has accepted no more requests" : isSilent ? "got no request" : "was down";
  const asked = isLimited ? ", apart from the waits that it asked for" : "";
  const problem = `The store ${state} for at least ${maxOutage / 1000} s${asked}: ${reasonOf(cause)}.`;
  return new PlantStoreImportError("outage", problem, { cause, advice });
}

/** What a run knows about a result. */
interface Context {
  /** Whether the store rejected the row because it exists. */
  exists: boolean;
  /** Whether an earlier attempt may have created it. */
  isUncertain: boolean;
  /** Whether the last attempt of the row had the same result. */
  isRepeated: boolean;
  /** See {@link kindOfResult}. */
  isUnproven: boolean;
  /** Whether no other request is in flight. */
  isOnly: boolean;
}

export class StopRules {
  readonly #maxUnknown: number;
  readonly #knowsDuplicates: boolean;
  /** Whether this run, or an earlier one, created a plant, or found one that exists. */
  #hasEverCreated: boolean;
  /** Whether a row of the journal exists, or may have existed before this run. */
  #mayExist: boolean;
  #hasCreated = false;
  /** Whether the store has ever responded, as far as the journal and this run tell. */
  hasResponded: boolean;
  #unknown = 0;
  /** Those of them that met a 403 or 406 in HTML. */
  #replaced = 0;
  #elsewhereInARow = 0;
  /** How many rows got the same as in an earlier run. */
  #repeated = 0;
  /** How the first rows were rejected. Undefined before the first one, and false after any other result. */
  #rejection: string | undefined | false;
  #rejectedAlike = 0;

  constructor({
    journal,
    maxUnknown,
    duplicates,
  }: Pick<ResolvedImportOptions, "journal" | "maxUnknown" | "duplicates">) {
    const { created, exists, unknown } = journal.count();
    this.hasResponded = this.#hasEverCreated = created + exists > 0;
    this.#mayExist = created + exists + unknown > 0;
    this.#maxUnknown = maxUnknown;
    this.#knowsDuplicates = duplicates !== undefined;
  }

  /**
   * Counts a result. Returns why the import must stop, or undefined.
   */
  check(
    kind: ResultKind,
    result: CreatePlantResult,
    plant: NewPlant,
    { exists, isUncertain, isRepeated, isUnproven, isOnly }: Context,
  ): Error | undefined {
    if (isFromStore(result) && !isUnproven) this.hasResponded = true;
    const isKnown = exists || result.success || (result.error.outcome === "created" && !isUnproven);
    if (isKnown) this.#hasCreated = this.#hasEverCreated = this.#mayExist = true;
    if (kind === "done") this.#elsewhereInARow = 0;
    if (kind !== "rate-limited" && kind !== "down") this.#countRejection(kind, result);
    if (result.success || exists) return undefined;
    const { error } = result;
    if (kind === "fatal") return error;
    const isReplaced = mayBeReplaced(error);
    const stop = (problem: string, advice?: PlantStoreImportError["advice"]) =>
      new PlantStoreImportError("stopped", problem, { cause: error, advice });
    const isAlone = isOnly && !this.#mayExist && this.#unknown === 0;
    const journal = isAlone ? " and delete the journal, which has no other such row" : "";
    const address = `If the base URL was wrong, correct it${journal}.`;
    if (kind === "other-plant") {
      const names = `the name ${quote(`${receivedNameOf(error)}`)} instead of ${quote(plant.name)}`;
      const problem = `The response to plant ${plant.id} shows ${names}, so a cache or another API may have sent it, and the plant may exist`;
      return stop(`${problem}. ${address}`, { when: "If the store changes names", option: "namesMayChange" });
    }
    const lastOne = `The last one: ${fullReasonOf(error)}.`;
    const wait = Math.ceil(retryAfterOf(error) / 1000);
    if (wait > MAX_PAUSE_S) {
      const problem = `The store responded ${error.response?.status} and asked for a wait of ${wait} s`;
      const advice = `The longest pause is ${MAX_PAUSE_S} s. Run the import again later.`;
      return new PlantStoreImportError("outage", `${problem}. ${advice}`, { cause: error });
    }
    if (kind === "elsewhere" && isUnproven) {
      const problem = `The response to plant ${plant.id} could not be used (${fullReasonOf(error)}), and none before it has shown a plant. So something else than the store may have sent it, and the plant may exist`;
      return stop(`${problem}. ${address}`);
    }
    if (kind === "elsewhere") {
      // What was refused is refused again: that is no news if rows are sent again one after the other.
      if (isRepeated) this.#repeated += 1;
      const isNews = !isRepeated || this.#repeated > MAX_REPEATED;
      if (isNews && (!isReplaced || !isUncertain)) this.#elsewhereInARow += 1;
      // The next run sends a row again that was not created, and it would be the first one. So earlier runs count for it.
      const hasCreated = error.outcome === "not-created" ? this.#hasEverCreated : this.#hasCreated;
      if (isReplaced && !this.hasResponded) {
        const problem = `A ${error.response?.status} in HTML came before any response of the store. Something in front of it may have sent that, so the row may exist`;
        const others = `${address} If nothing was wrong, the gateway's log says which row it hid.`;
        const when = "If the token was wrong, and is right now";
        return stop(`${problem}. ${others}`, { when, option: "resendUnknown" });
      }
      if (!hasCreated && !isReplaced) return error;
      if (this.#elsewhereInARow >= MAX_ELSEWHERE_IN_A_ROW) {
        const problem = `${MAX_ELSEWHERE_IN_A_ROW} responses in a row did not seem to be the store's`;
        return stop(
          `${problem}. The token may have been revoked, or something in front of the store blocks these rows. ${lastOne}`,
        );
      }
    }
    if ((isUnproven || error.outcome === "unknown") && !isUncertain) {
      this.#unknown += 1;
      if (isReplaced) this.#replaced += 1;
      if (this.#unknown >= this.#maxUnknown) {
        const problem = `${plural(this.#unknown, "row")} of this run became unknown`;
        const cause = this.#replaced
          ? `${this.#replaced} of them met a 403 or 406 in HTML: look in the log of the gateway in front of the store`
          : "Find out what is wrong with the store";
        return stop(`${problem}. ${cause}.`, { when: "If more are acceptable", option: "maxUnknown" });
      }
    }
    if (this.#mayExist || this.#rejectedAlike < MAX_REJECTED_ALIKE) return undefined;
    const problem = `The store rejected the first ${MAX_REJECTED_ALIKE} rows alike`;
    const advice = "If the plants are right, check the token and the base URL";
    // A 400 without a number is the rejection of any plant.
    const mayBeDuplicates =
      !this.#knowsDuplicates && (error.kind === "rejected" || error.response?.status !== 400);
    const ifTheyExist = { when: "If the ids exist already", option: "duplicates" };
    return stop(`${problem}. ${advice}. ${lastOne}`, mayBeDuplicates ? ifTheyExist : undefined);
  }

  #countRejection(kind: ResultKind, result: CreatePlantResult): void {
    const isRejected = kind === "done" && !result.success && result.error.outcome === "not-created";
    const rejection = isRejected && describeRejection(result.error);
    if (this.#rejection === undefined) this.#rejection = rejection;
    if (this.#rejection !== rejection) this.#rejection = false;
    this.#rejectedAlike = this.#rejection === false ? 0 : this.#rejectedAlike + 1;
  }
}
