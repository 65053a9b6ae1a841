/** The import in a page: it reads a file that a user chose, and keeps its journal in memory. */
import { PlantStoreClient } from "plant-store-sdk";
import { importPlants, memoryJournal, readPlants } from "plant-store-sdk/import";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { token } from "./open-peer.ts";

test("an import of a file can be stopped, and continues where it was", async () => {
  const store = new MockStore();
  store.enqueue(faults.reset({ afterCreate: true }));
  const client = new PlantStoreClient({ baseUrl: "https://plants.example", token, fetch: store.fetch });
  const file = new File(
    ['{"id":9223372036854775807,"name":"Fern"}\r\n', '\n{"id":2,"name":"Möss"}\n{"id":3,'],
    "plants.ndjson",
  );
  const journal = memoryJournal();
  const run = async () => {
    const rows: string[] = [];
    const plants = readPlants(file.stream());
    for await (const { line, outcome, action } of importPlants(client, plants, { journal, concurrency: 1 }))
      rows.push(`line ${line}: ${outcome}, ${action}`);
    return rows;
  };

  expect(await run()).toEqual([
    "line 1: unknown, sent",
    "line 3: created, sent",
    "line 4: not-created, held",
  ]);
  expect(await run()).toEqual([
    "line 1: unknown, held",
    "line 3: created, skipped",
    "line 4: not-created, held",
  ]);
  expect(store.plants).toEqual([
    { id: 9223372036854775807n, name: "Fern" },
    { id: 2, name: "Möss" },
  ]);
});
