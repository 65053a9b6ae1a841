/** Adds the plants of an NDJSON or CSV file to the queue: `npm run add -- plants.ndjson`. Repeat it after any failure. */
import { newPlantSchema } from "plant-store-sdk";
import { readPlants } from "plant-store-sdk/import";
import { addPlant, closeQueues } from "./queues.ts";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Name a file of plants: npm run add -- ../plants.ndjson");

let added = 0;
for await (const row of readPlants(path)) {
  const { data } = newPlantSchema.safeParse("plant" in row ? row.plant : undefined);
  if (data) {
    const { id, name, tag } = data;
    await addPlant({ id: String(id), name, ...(tag !== undefined && { tag }) });
    added += 1;
  } else {
    console.error(`Line ${row.line} is not a plant.`);
    process.exitCode = 1;
  }
}
console.log(`Plants in the queue: ${added}`);
await closeQueues();
