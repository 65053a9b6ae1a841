/** Imports many plants, and survives being killed. */
import { configurationError } from "../../errors.ts";
import type { ImportInput } from "../input/plant-row.ts";
import type { ImportJournal } from "../journal/import-journal.ts";
import { applyDecisions } from "../journal/operator-decisions.ts";
import { RowHistory } from "../journal/row-history.ts";
import {
  type ImportClient,
  type ImportPlantsOptions,
  type ResolvedImportOptions,
  resolveImportOptions,
} from "./import-options.ts";
import { ImportRun } from "./import-run.ts";
import type { ImportedRow } from "./imported-row.ts";

/** Journals of imports that run in this process. */
const inUse = new WeakSet<ImportJournal>();

/**
 * Creates many plants, and yields each row when it is decided. Run it again with the same journal after a crash: rows that
 * exist are skipped, and rows that may exist are held. No row is sent twice unless `resendUnknown` is set.
 *
 * Each row is read and copied once, so the input may reuse its objects.
 *
 * The import retries by itself: a 429 pauses it for as long as the store asks, up to `maxPause`, and an outage for up to a
 * minute. It goes on after rejected and invalid rows. It ends early, and throws the reason, after:
 * - a 401, a 407, an invalid option of the client, or an outage of a minute
 * - a 403, 404, 405, redirect, or 2xx that may not come from the store: at once if no plant was created, otherwise after 8
 *   in a row
 * - the first 50 rows that are new to the journal, if all of them are rejected with the same status and `error`
 *
 * To end it, use `signal` or leave the loop: both wait for the requests in flight.
 *
 * @param client a `PlantStoreClient`
 * @param plants plants, or the rows of {@link readPlants}
 * @throws PlantStoreConfigurationError if an option is missing, unknown or invalid
 * @throws PlantStoreImportError if the journal or the input cannot be used, or if every row is rejected alike
 * @throws a `PlantStoreFailure` that every other row would meet, too
 * @example
 * for await (const { plant, outcome, message } of importPlants(client, plants, { journal: memoryJournal() })) {
 *   if (outcome !== "created") console.error(plant?.id, message);
 * }
 */
export function importPlants(
  client: ImportClient,
  plants: ImportInput,
  options: ImportPlantsOptions,
): AsyncGenerator<ImportedRow, void, undefined> {
  return run(client, plants, resolveImportOptions(client, plants, options));
}

async function* run(
  client: ImportClient,
  plants: ImportInput,
  options: ResolvedImportOptions,
): AsyncGenerator<ImportedRow, void, undefined> {
  const { journal, decisions, onIgnoredDecision } = options;
  if (inUse.has(journal)) throw configurationError("journal", "is in use by another import");
  inUse.add(journal);
  try {
    const history = await RowHistory.read(journal);
    if (decisions) await applyDecisions(history, decisions, onIgnoredDecision);
    yield* importRows(client, plants, history, options);
  } finally {
    inUse.delete(journal);
  }
}

/** Imports with a journal that was read already, so that its counts are known also if the import fails. */
export async function* importRows(
  client: ImportClient,
  plants: ImportInput,
  history: RowHistory,
  options: ResolvedImportOptions,
): AsyncGenerator<ImportedRow, void, undefined> {
  const { signal, abortSignal } = options;
  const current = new ImportRun(client, history, options);
  const onAbort = () => current.fail(signal?.aborted ? signal.reason : abortSignal?.reason);
  if (signal?.aborted || abortSignal?.aborted) onAbort();
  for (const each of [signal, abortSignal]) each?.addEventListener("abort", onAbort);
  const processed = current.process(plants);
  try {
    yield* current.rows;
  } finally {
    current.stop(); // Has no effect unless the consumer left the loop.
    await processed;
    for (const each of [signal, abortSignal]) each?.removeEventListener("abort", onAbort);
  }
  if (current.failure) throw current.failure.error;
}
