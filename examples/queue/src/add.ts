/** Adds the plants of an NDJSON file to the queue: `npm run add -- plants.ndjson`. Repeat it after any failure. */
import { open } from "node:fs/promises";
import { addPlant, closeQueues, type PlantJob } from "./queues.ts";

const [path = "../plants.ndjson"] = process.argv.slice(2);

/** Node passes the source text of a value. `JSON.parse` alone would round large ids. */
function keepDigits(key: string, value: unknown, context?: { source?: string }): unknown {
  return key === "id" && typeof value === "number" ? context?.source : value;
}

let added = 0;
const file = await open(path);
for await (const line of file.readLines()) {
  if (line.trim() === "") continue;
  const { id, name, tag } = JSON.parse(line, keepDigits) as PlantJob;
  await addPlant({ id, name, ...(tag !== undefined && { tag }) });
  added += 1;
}
console.log(`Plants in the file: ${added}. Each is in the queue once.`);
await closeQueues();
