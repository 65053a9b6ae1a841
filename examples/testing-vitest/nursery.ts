/** Part of an app. It creates a plant and returns a message for the user. */
import { type NewPlant, safeCreatePlant } from "plant-store-sdk";

/** Creates a plant in the store that the environment variables configure. */
export async function addPlant(plant: NewPlant): Promise<string> {
  const result = await safeCreatePlant(plant);
  if (result.success || result.error.outcome === "created") return `${plant.name} is in the store.`;
  if (result.error.outcome === "not-created")
    return `${plant.name} is not in the store: ${result.error.message}`;
  return `${plant.name} may be in the store. Ask before you try again.`;
}
