/** What a store must do, whatever carries its requests. */
import { createPlantStore, type PlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";

export interface Carrier {
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export function testContract(carry: (store: PlantStore) => Promise<Carrier>): void {
  test("creates", async () => {
    const store = createPlantStore();
    const { baseUrl, fetch } = await carry(store);
    const response = await fetch(`${baseUrl}/plants`, {
      method: "POST",
      body: '{"id":1,"name":"Fern"}',
      headers: { authorization: "Bearer t0ken", "content-type": "application/json" },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{"name":"Fern"}');
    expect(store.plants).toHaveLength(1);
  });
}
