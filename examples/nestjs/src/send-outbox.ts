import type { NewPlant, PlantStoreClient } from "plant-store-sdk";
import { importPlants, openJournal } from "plant-store-sdk/import";

/**
 * Sends the plants that the app has written to its own database, each once, even if the process is killed in between. Run it
 * from a schedule. Returns the ids whose plant may exist, for a person to check.
 */
export async function sendOutbox(client: PlantStoreClient, plants: Iterable<NewPlant>, journalPath: string) {
  const journal = await openJournal(journalPath, { baseUrl: client.baseUrl });
  const unknown: NewPlant["id"][] = [];
  try {
    for await (const imported of importPlants(client, plants, { journal }))
      if (imported.row !== undefined && imported.outcome === "unknown") unknown.push(imported.plant.id);
  } finally {
    await journal.close();
  }
  return unknown;
}
