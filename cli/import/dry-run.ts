/** `--dry-run`: an import into a store that accepts everything, with a journal that forgets what is recorded. */
import { checkFields } from "../../mocks/service/obey-rules.ts";
import type { PlantStoreRules } from "../../src/contract/rules.ts";
import type { HoldReason, ImportClient, ImportedRow } from "../../src/import/index.ts";
import { PlantStoreClient } from "../../src/index.ts";
import { formatCount, plural, wrap } from "../terminal-text.ts";
import type { ImportArguments } from "./arguments.ts";
import { baseUrlOf } from "./create-client.ts";

export const acceptAll: ImportClient = {
  safeCreatePlant: async ({ name }) => ({
    success: true,
    data: { name },
    response: { status: 200, headers: new Headers() },
    attempts: 1,
    possibleDuplicate: false,
  }),
};

/** The URL of the store. A dry run needs none, but if there is one, the journal must belong to it. */
export function storeOf(args: ImportArguments): string | undefined {
  const url = baseUrlOf(args);
  return url && new PlantStoreClient({ baseUrl: url, token: null, allowInsecureHttp: true }).baseUrl;
}

/** What an import would do. */
export class DryRun {
  wouldSend = 0;
  /** Rows of these that the known limits of the store reject. */
  wouldBeRejected = 0;
  created = 0;
  readonly held: Partial<Record<HoldReason, number>> = {};
  /** Decisions of `--resolve` that would be applied. */
  wouldDecide = 0;
  readonly #rules: PlantStoreRules;

  constructor(rules: PlantStoreRules = {}) {
    this.#rules = rules;
  }

  count({ action, reason, plant }: ImportedRow): void {
    if (action === "skipped") this.created += 1;
    else if (reason !== undefined) this.held[reason] = (this.held[reason] ?? 0) + 1;
    else if (plant) {
      this.wouldSend += 1;
      if (checkFields(this.#rules, plant, [])) this.wouldBeRejected += 1;
    }
  }

  /** Such as "5 rows: 3 would be sent, 1 already created, 1 held (1 changed), 0 invalid. Nothing was sent." */
  format(isComplete: boolean): string {
    const { wouldSend, wouldBeRejected, created, held, wouldDecide } = this;
    const { unknown = 0, changed = 0, malformed = 0, "invalid-plant": invalidPlants = 0 } = held;
    const [heldRows, invalidRows] = [unknown + changed, malformed + invalidPlants];
    const parts = [
      formatPart(wouldSend, "would be sent", { "beyond the limits in the rules": wouldBeRejected }),
      `${formatCount(created)} already created`,
      formatPart(heldRows, "held", { unknown, changed }),
      formatPart(invalidRows, "invalid", { malformed }),
    ];
    const rows = `${plural(wouldSend + created + heldRows + invalidRows, "row")}${isComplete ? "" : " so far"}`;
    const decisions = wouldDecide === 0 ? "" : ` ${plural(wouldDecide, "decision")} would be applied.`;
    return wrap(`${rows}: ${parts.join(", ")}.${decisions} Nothing was sent.`);
  }
}

function formatPart(count: number, what: string, reasons: Record<string, number>): string {
  const why = Object.entries(reasons).filter(([, rows]) => rows > 0);
  const list = why.map(([reason, rows]) => `${formatCount(rows)} ${reason}`).join(", ");
  return `${formatCount(count)} ${what}${list && ` (${list})`}`;
}
