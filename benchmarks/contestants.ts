/** Three ways to create a plant, side by side. */
import { PlantStoreClient } from "plant-store-sdk";
import { bare } from "./bare.ts";
import { plain } from "./plain.ts";

export const plant = { id: 42, name: "Fern", tag: "indoor" };

export type Create = (plant: { id: number; name: string; tag: string }) => Promise<unknown>;

/** Prepares once what many calls share. */
export type Connect = (baseUrl: string, token: string, fetch: typeof globalThis.fetch) => Create;

const sdk: Connect = (baseUrl, token, fetch) => {
  const client = new PlantStoreClient({ baseUrl, token, fetch });
  return (plant) => client.createPlant(plant);
};

export const contestants = { "bare fetch": bare, "plain ky + zod/mini": plain, "this SDK": sdk };

export type Contestant = keyof typeof contestants;
export const names = Object.keys(contestants) as Contestant[];

/** Every contestant's function to create a plant, tried once. */
export async function connectAll(
  baseUrl: string,
  fetch: typeof globalThis.fetch,
): Promise<Record<Contestant, Create>> {
  const entries = names.map(
    (name) => [name, contestants[name](baseUrl, "token-of-the-bench", fetch)] as const,
  );
  for (const [name, create] of entries) {
    const answer = JSON.stringify(await create(plant));
    if (answer !== '{"name":"Fern","tag":"indoor"}')
      throw new Error(`${name} got the wrong plant: ${answer}`);
  }
  return Object.fromEntries(entries) as Record<Contestant, Create>;
}
