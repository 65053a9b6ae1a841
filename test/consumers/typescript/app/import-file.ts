/** Imports plants from a file into a store on a port. Reads environment variables. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlantStoreClient } from "plant-store-sdk";
import { importPlants, openJournal, readPlants } from "plant-store-sdk/import";
import { listen, type MockServer, MockStore } from "plant-store-sdk/mocks/server";

const folder = await mkdtemp(join(tmpdir(), "import-"));
const file = join(folder, "plants.ndjson");
await writeFile(file, '{"id":9007199254740993,"name":"Fern"}\n');
const store = new MockStore();
const server: MockServer = await listen(store, { port: 0, basePath: "/api" });
const baseUrl = process.env.NO_SUCH_VARIABLE ?? server.url;
const client = new PlantStoreClient({
  baseUrl,
  token: process.env.NO_SUCH_VARIABLE ?? "any",
  timeout: false,
  fetch,
});
void (() =>
  new PlantStoreClient({ baseUrl: process.env.NO_SUCH_VARIABLE, token: process.env.NO_SUCH_VARIABLE }));
const journal = await openJournal(join(folder, "journal.ndjson"), { baseUrl: client.baseUrl });
for await (const { message } of importPlants(client, readPlants(file), { journal }))
  if (message) throw new Error(message);
await journal.close();
await server.close();
await rm(folder, { recursive: true });
if (store.plants[0]?.id !== 9007199254740993n) throw new Error("not as expected");
console.log("ok");
