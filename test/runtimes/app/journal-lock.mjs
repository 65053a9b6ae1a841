/** Opens a journal, does what could drop its lock, and waits until it is killed. */
import { once } from "node:events";
import { link, symlink } from "node:fs/promises";
import { isMainThread, Worker } from "node:worker_threads";
import { PlantStoreClient } from "plant-store-sdk";
import { importPlants, openJournal, readPlants } from "plant-store-sdk/import";

const [folder, baseUrl] = process.argv.slice(-2);
const client = new PlantStoreClient({ baseUrl, token: "token" });
const open = (name) => openJournal(`${folder}/${name}`, { baseUrl });
/** Opens it once more. Closing the file after that could drop the lock. */
const fail = async (name) => console.log(name, await open(name).catch(({ kind }) => kind));

if (!isMainThread) {
  await fail("journal.db");
  process.exit(); // Ends this thread.
}
const journal = await open("journal.db");
for await (const _ of importPlants(client, readPlants(`${folder}/plants.ndjson`), { journal }));
for (const _ of journal.unknownRows());
await fail("journal.db");
await symlink("journal.db", `${folder}/symbolic-link.db`);
await fail("symbolic-link.db");
await link(`${folder}/journal.db`, `${folder}/hard-link.db`);
await fail("hard-link.db");
await once(new Worker(new URL(import.meta.url), { argv: [folder, baseUrl] }), "exit");
console.log("ready");
setInterval(() => {}, 1000);
