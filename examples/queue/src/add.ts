/** Adds a job for each plant of standard input, NDJSON with ids as text. */
import { createInterface } from "node:readline";
import { plants, unknownPlants } from "./queues.ts";

for await (const line of createInterface(process.stdin)) {
  const { id, name, tag } = JSON.parse(line);
  await plants.add("create", { id, name, tag });
}
await Promise.all([plants.close(), unknownPlants.close()]);
