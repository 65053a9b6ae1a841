/** Creates the plants of a file by a loop of `createPlant`, in a process of its own, as the command is one. */
import { readFileSync } from "node:fs";
import { PlantStoreClient } from "plant-store-sdk";

const [input = "", baseUrl = "", concurrency] = process.argv.slice(2);
const client = new PlantStoreClient({ baseUrl, token: "token-of-the-bench" });
const lines = readFileSync(input, "utf8").trim().split("\n").values();
const work = async () => {
  for (const line of lines) await client.createPlant(JSON.parse(line));
};
await Promise.all(Array.from({ length: Number(concurrency) }, work));
