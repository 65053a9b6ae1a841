/** Imports plants from a file into a store on a port. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlantStoreClient } from "plant-store-sdk";
import { importPlants, openJournal, readPlants } from "plant-store-sdk/import";
import { listen, MockStore } from "plant-store-sdk/mocks/server";

const folder = await mkdtemp(join(tmpdir(), "import-"));
const file = join(folder, "plants.ndjson");
await writeFile(file, '{"id":9007199254740993,"name":"Fern"}\n');
const store = new MockStore();
const server = await listen(store);
const client = new PlantStoreClient({ baseUrl: server.url, token: "any" });
const journal = await openJournal(join(folder, "journal.ndjson"), { baseUrl: client.baseUrl });
for await (const { message } of importPlants(client, readPlants(file), { journal }))
  if (message) throw new Error(message);
await journal.close();
await server.close();
await rm(folder, { recursive: true });
if (store.plants[0]?.id !== 9007199254740993n) throw new Error("not as expected");
console.log("ok");
