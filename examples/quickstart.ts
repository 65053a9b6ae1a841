/**
 * Creates a plant, shows typical failures, then imports a file: the import is interrupted and continued.
 *
 *     node examples/quickstart.ts [plants.ndjson]
 *
 * It uses a mock with faults. If PLANT_STORE_BASE_URL and PLANT_STORE_TOKEN are set, it uses that service, and every run
 * creates the plants again.
 */
import { styleText } from "node:util";
import { type CreatePlantResult, PlantStoreClient, VERSION } from "plant-store-sdk";
import {
  type ImportedRow,
  importPlants,
  openJournal,
  type RowDecision,
  readPlants,
} from "plant-store-sdk/import";
import { faults, listen, MockStore } from "plant-store-sdk/mocks/server";

const file = process.argv[2] ?? new URL("plants.ndjson", import.meta.url);
const realService = process.env.PLANT_STORE_BASE_URL;

try {
  console.log(`Plant Store SDK ${VERSION}, against ${realService ?? "a mock on this machine"}`);
  if (realService) await importIntoRealService();
  else await demonstrate();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function importIntoRealService(): Promise<void> {
  const client = new PlantStoreClient(); // Reads the environment variables.
  heading("Importing plants");
  const journal = await openJournal(":memory:", { baseUrl: client.baseUrl });
  for await (const row of importPlants(client, readPlants(file), { journal })) {
    show(row);
    if (row.outcome !== "created") process.exitCode = 1;
  }
  heading("Next");
  console.log("  npx plant-store-sdk import FILE    keeps a journal, so that it can be interrupted");
}

async function demonstrate(): Promise<void> {
  await createPlants(new MockStore({ rules: { duplicates: { status: 400 } } }));
  const store = new MockStore();
  const server = await listen(store);
  try {
    await importInterrupted(store, new PlantStoreClient({ baseUrl: server.url, token: "any-token" }));
  } finally {
    await server.close();
  }
  heading("Next");
  console.log(`\
  npm run playground                           watch requests and inject faults, in a page
  npm run demo -- my-plants.ndjson             import your own plants
  npx plant-store-sdk mock                     start the mock for your own program
  npx plant-store-sdk import FILE --dry-run    check a file before its import`);
}

/** A call that succeeds, and two that fail. `outcome` says whether the plant was created. */
async function createPlants(store: MockStore): Promise<void> {
  const client = new PlantStoreClient({ baseUrl: "https://plants.example", token: "t", fetch: store.fetch });
  const fern = { id: 1, name: "Sword fern" };
  explain("a plant is created", await client.safeCreatePlant(fern));
  explain("its id already exists: the service responds 400", await client.safeCreatePlant(fern));
  store.enqueue(faults.reset({ afterCreate: true }));
  explain("the response is lost", await client.safeCreatePlant({ id: 2, name: "Ivy" }));
}

function explain(title: string, result: CreatePlantResult): void {
  heading(title);
  if (result.success) {
    console.log(`  ${mark("created")}\n  data  ${JSON.stringify(result.data)}`);
  } else {
    const { name, kind, outcome } = result.error;
    console.log(`  ${mark(outcome)}\n  name  ${name}\n  kind  ${kind}`);
  }
}

/** An import over a port, which meets faults and is interrupted. The journal knows what was done. */
async function importInterrupted(store: MockStore, client: PlantStoreClient): Promise<void> {
  const journal = await openJournal(":memory:", { baseUrl: client.baseUrl }); // A file instead of ":memory:" also survives a crash.
  const lost = faults.reset({ afterCreate: true });
  store.enqueue(
    faults.delay(20),
    lost,
    faults.status(429, { headers: { "retry-after": "0" } }),
    faults.delay(20),
    faults.status(503),
    faults.delay(20),
  );

  heading("An import is interrupted after a few rows");
  const interruption = new AbortController();
  const signal = interruption.signal;
  let rows = 0;
  try {
    for await (const row of importPlants(client, readPlants(file), { journal, concurrency: 2, signal })) {
      show(row);
      if (++rows === 5) interruption.abort();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }

  heading("It runs again: what exists is skipped, and what may exist is held (not sent)");
  for await (const row of importPlants(client, readPlants(file), { journal })) show(row);

  heading("It runs once more, after you found out which of the held plants exist");
  const existing = new Set(store.plants.map(({ id }) => BigInt(id)));
  const decisions: RowDecision[] = [];
  for (const row of journal.unknownRows()) {
    decisions.push({ ...row, outcome: existing.has(row.id) ? "created" : "not-created" });
  }
  for await (const row of importPlants(client, readPlants(file), { journal, resolve: decisions })) {
    if (row.action === "sent") show(row);
    if (row.outcome !== "created") process.exitCode = 1;
  }

  heading(`The store's plants: ${store.plants.length}`);
  for (const { id, name, tag = "" } of store.plants) {
    console.log(`  ${String(id).padStart(19)}  ${tag.padEnd(7)}  ${name}`);
  }
}

function show(imported: ImportedRow): void {
  const { outcome, action, result, message } = imported;
  const { id = "?", name = "?" } = Object(imported.plant); // A row can be anything.
  const kind = result?.success === false ? ` (${result.error.kind})` : "";
  console.log(`  ${mark(outcome)}  ${action.padEnd(7)}  ${String(id).padStart(19)}  ${name}${kind}`);
  if (action === "held" && outcome === "not-created") console.log(`      ${message}`);
}

/** The outcome with a symbol, in color on a terminal. */
function mark(outcome: ImportedRow["outcome"]): string {
  const [color, symbol] = (
    {
      created: ["green", "✓"],
      exists: ["green", "✓"],
      "not-created": ["red", "✗"],
      unknown: ["yellow", "?"],
    } as const
  )[outcome];
  return styleText(color, `${symbol} ${outcome.padEnd(11)}`);
}

function heading(text: string): void {
  console.log(`\n${styleText("bold", text)}`);
}
