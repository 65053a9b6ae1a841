/**
 * Creates the plants of an NDJSON file, then shows typical errors.
 *
 *     node examples/quickstart.ts [plants.ndjson]
 *
 * It uses a mock in this process, or a real service if PLANT_STORE_BASE_URL and PLANT_STORE_TOKEN are set.
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

const realService = process.env.PLANT_STORE_BASE_URL;
const options: PlantStoreClientOptions = realService
  ? {} // The client reads the environment variables.
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
  console.log(`Plant Store SDK ${VERSION}, against ${realService ?? "a mock in this process"}`);

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

  console.log("\nTypical errors");
  if (!realService) {
    // A real service might create a duplicate.
    const plant = { id: 5, name: "Basil" };
    await client.safeCreatePlant(plant);
    show("an id that already exists", await client.safeCreatePlant(plant));
  }
  show("an invalid plant", await client.safeCreatePlant({ id: 1.5, name: "Half a fern" }));
  const impatient = new PlantStoreClient({ ...options, fetch: neverRespond, timeout: 100 });
  show("a service that does not respond", await impatient.safeCreatePlant({ id: 4, name: "Ivy" }));
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

/** `JSON.parse` rounds ids beyond 2^53. Its reviver gets the source text, so it can return an exact bigint. */
function parsePlant(line: string): NewPlant {
  return JSON.parse(line, (_key, value, context?: { source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) && context ? BigInt(context.source) : value,
  );
}

/** A `fetch` that gets no response, until the client gives up. */
function neverRespond(_url: string, { signal }: RequestInit): Promise<Response> {
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
