/** Imports many plants, and survives being killed. */
import { configurationError } from "../../../src/errors.ts";
import { applyDecisions } from "../journal/decisions.ts";
import {
  type ImportClient,
  type ImportInput,
  type ImportPlantsOptions,
  type ResolvedImportOptions,
  resolveImportOptions,
} from "./import-options.ts";
import { ImportRun } from "./import-run.ts";
import type { ImportedRow } from "./imported-row.ts";

/**
 * Creates many plants, and yields each row when it is decided. Run it again with the same journal after a crash: rows that
 * exist are skipped, and rows that may exist are held. By default, no row is sent again whose plant exists or may exist;
 * `resendUnknown`, `duplicates` and a decision change that.
 *
 * A row is the fields of its plant, and is sent once: equal rows are counted, but not yielded.
 *
 * The import retries by itself: it waits as long as the store asks, up to 15 minutes, and in an outage, or after nothing but
 * 429, for up to `maxOutage`. It goes on after rejected and invalid rows. It ends early, and throws the reason, if the other
 * rows would fail, too, something else than the store seems to respond, ids look rounded, or a limit is reached: "When it
 * stops" in `docs/import-reference.md` has the list.
 *
 * To end it, use `signal` or leave the loop: both wait for the requests in flight.
 *
 * @param client a `PlantStoreClient`
 * @param plants plants, or the rows of {@link readPlants}
 * @throws PlantStoreConfigurationError if an option is missing, unknown or invalid
 * @throws PlantStoreImportError if the journal or the input cannot be used, or a limit is reached
 * @throws a `PlantStoreFailure` that every other row would meet, too
 * @example
 * const journal = await openJournal("plant-store-journal.db", { baseUrl: client.baseUrl });
 * for await (const { plant, outcome, message } of importPlants(client, plants, { journal })) {
 *   if (outcome !== "created") console.error(plant, message);
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
  const { journal, resolve, onIgnoredDecision, signal } = options;
  if (journal.isClosed) throw configurationError("journal", "is closed");
  if (journal.isInUse) throw configurationError("journal", "is in use by another import");
  journal.isInUse = true;
  try {
    if (resolve) await applyDecisions(journal, resolve, onIgnoredDecision);
    const current = new ImportRun(client, options);
    const onAbort = () => current.fail(signal?.reason);
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort);
    const processed = current.process(plants);
    try {
      yield* current.rows();
    } finally {
      current.stop(); // Has no effect unless the consumer left the loop.
      await processed;
      signal?.removeEventListener("abort", onAbort);
    }
    if (current.failure) throw current.failure.error;
  } finally {
    journal.isInUse = false;
  }
}
