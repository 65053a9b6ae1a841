/**
 * Creates one plant, then eight at the same time. Prints the results of the eight. `--cold` skips the first, and `--blob` sends
 * each plant as a Blob.
 */
import { PlantStoreClient } from "plant-store-sdk";

const url = process.argv.at(-1);
const client = new PlantStoreClient({
  baseUrl: url,
  token: "any",
  fetch: process.argv.includes("--blob")
    ? (url, init) => fetch(url, { ...init, body: new Blob([init.body]) })
    : undefined,
});
if (!process.argv.includes("--cold")) await client.createPlant({ id: 0, name: "First" });
const ids = [1, 2, 3, 4, 5, 6, 7, 8];
const results = await Promise.all(ids.map((id) => client.safeCreatePlant({ id, name: "Fern" })));
console.log(JSON.stringify(results));
process.exit();
