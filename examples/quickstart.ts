/**
 * Creates the plants of an NDJSON file, then shows what can go wrong.
 *
 *     node examples/quickstart.ts [plants.ndjson]
 *
 * It uses a reference store in its own process, unless PLANT_STORE_BASE_URL and PLANT_STORE_TOKEN name a real one.
 */
import { readFile } from "node:fs/promises";
import {
  type CreatePlantResult,
  type NewPlant,
  PlantStoreClient,
  type PlantStoreClientOptions,
  VERSION,
} from "plant-store-sdk";
import { createPlantStore } from "plant-store-sdk/mocks/store";

const realStore = process.env.PLANT_STORE_BASE_URL;
const options: PlantStoreClientOptions = realStore
  ? {} // The client reads the environment by itself.
  : {
      baseUrl: "https://plants.example",
      token: "any-token",
      fetch: createPlantStore({ duplicates: "reject" }).fetch,
    };

try {
  await demonstrate(new PlantStoreClient(options));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function demonstrate(client: PlantStoreClient): Promise<void> {
  const file = process.argv[2] ?? new URL("plants.ndjson", import.meta.url);
  const plants = parsePlants(await readFile(file, "utf8"));
  console.log(`Plant Store SDK ${VERSION}, against ${realStore ?? "a reference store in this process"}`);

  console.log("\nCreating plants");
  for (const plant of plants) {
    const result = await client.safeCreatePlant(plant);
    const columns = [String(plant?.id).padStart(20), String(plant?.tag ?? "").padEnd(10), plant?.name];
    console.log(`  ${result.success ? "created" : "failed "} ${columns.join("  ")}`);
    if (!result.success) {
      console.log(`          ${result.error.message}`);
      process.exitCode = 1;
    }
  }

  console.log("\nWhat can go wrong, as a caller sees it");
  if (!realStore) {
    // Of a real store nobody knows what it would do, except perhaps create a second one.
    const plant = { id: 5, name: "Basil" };
    await client.safeCreatePlant(plant);
    show(
      "a plant that exists already, which this store is set to refuse",
      await client.safeCreatePlant(plant),
    );
  }
  show("a plant that is not valid", await client.safeCreatePlant({ id: 1.5, name: "Half a fern" }));
  const impatient = new PlantStoreClient({ ...options, fetch: neverAnswer, timeout: 100 });
  show("a store that falls silent", await impatient.safeCreatePlant({ id: 4, name: "Ivy" }));
}

function parsePlants(text: string): NewPlant[] {
  const plants: NewPlant[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    try {
      if (line.trim() !== "") plants.push(parsePlant(line));
    } catch {
      throw new Error(`Line ${index + 1} is not JSON: ${line}`);
    }
  }
  return plants;
}

/** `JSON.parse` alone rounds an id beyond 2^53; its reviver is also given the digits as they stand in the text. */
function parsePlant(line: string): NewPlant {
  return JSON.parse(line, (_key, value, context?: { source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) && context ? BigInt(context.source) : value,
  );
}

/** A connection on which nothing comes back. It ends when the client gives up. */
function neverAnswer(_url: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

function show(title: string, result: CreatePlantResult): void {
  console.log(`\n  ${title}`);
  if (result.success) return;
  const { name, kind, outcome, message } = result.error;
  for (const [label, value] of Object.entries({ name, kind, outcome, message })) {
    console.log(`    ${label.padEnd(8)} ${value}`);
  }
}
