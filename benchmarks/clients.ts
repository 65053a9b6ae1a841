/** The clients that the benchmark compares. */
import { PlantStoreClient } from "plant-store-sdk";
import { bare } from "./bare.ts";
import type { Connect, Create } from "./connect.ts";
import { plain } from "./plain.ts";

export const plant = { id: 42, name: "Fern", tag: "indoor" };

const sdk: Connect = (baseUrl, token, fetch) => {
  const client = new PlantStoreClient({ baseUrl, token, fetch });
  return (plant) => client.createPlant(plant);
};

export const clients = { "bare fetch": bare, "plain ky + zod/mini": plain, "this SDK": sdk };

export type ClientName = keyof typeof clients;
export const names = Object.keys(clients) as ClientName[];

/** Creates all clients and checks that each works. */
export async function connectAll(
  baseUrl: string,
  fetch: typeof globalThis.fetch,
): Promise<Record<ClientName, Create>> {
  const entries = names.map((name) => [name, clients[name](baseUrl, "token-of-the-bench", fetch)] as const);
  for (const [name, create] of entries) {
    const created = JSON.stringify(await create(plant));
    if (created !== '{"name":"Fern","tag":"indoor"}')
      throw new Error(`${name} returned the wrong plant: ${created}`);
  }
  return Object.fromEntries(entries) as Record<ClientName, Create>;
}
