/** Imports plants, without types of Node or the DOM. */
import { PlantStoreClient } from "plant-store-sdk";
import { type ImportedRow, type ImportProgress, importPlants, memoryJournal } from "plant-store-sdk/import";
import { MockStore } from "plant-store-sdk/mocks/store";

const store = new MockStore();
const client = new PlantStoreClient({
  baseUrl: "https://plants.example",
  token: "any",
  fetch: store.fetch,
});
const rows: ImportedRow[] = [];
let progress: ImportProgress | undefined;
for await (const row of importPlants(client, [{ id: 1, name: "Fern" }], {
  journal: memoryJournal(),
  onProgress: (current) => {
    progress = current;
  },
})) {
  rows.push(row);
  row.plant?.tag satisfies string | undefined;
}
progress satisfies ImportProgress | undefined;
// @ts-expect-error: the journal is required
void (() => importPlants(client, [], {}));
if (store.plants.length !== 1 || rows[0]?.outcome !== "created") throw new Error("not as expected");
console.log("ok");
