/** A part of an application: it asks the store, and has a sentence for whoever is waiting. */
import { type NewPlant, safeCreatePlant } from "plant-store-sdk";

/** Adds a plant to the store that the environment names. */
export async function addPlant(plant: NewPlant): Promise<string> {
  const result = await safeCreatePlant(plant);
  if (result.success || result.error.outcome === "created") return `${plant.name} is in the store.`;
  if (result.error.outcome === "unknown")
    return `${plant.name} may be in the store. Ask before you try again.`;
  return `${plant.name} is not in the store: ${result.error.message}`;
}
