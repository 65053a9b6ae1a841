import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { INestApplication } from "@nestjs/common";
import { Test } from "@nestjs/testing";
import { setupServer } from "msw/node";
import { PlantStoreClient } from "plant-store-sdk";
import { faults, MockStore, mockHandlers } from "plant-store-sdk/mocks";
import { AppModule } from "./app.module";
import { mountPlantRoute } from "./mount-plant-route";
import { sendOutbox } from "./send-outbox";

const baseUrl = "https://plants.example";
const store = new MockStore();
const server = setupServer(...mockHandlers(store, { baseUrl }));
let app: INestApplication;
let url: string;

beforeAll(async () => {
  process.env.PLANT_STORE_BASE_URL = baseUrl;
  process.env.PLANT_STORE_TOKEN = "any";
  server.listen({ onUnhandledFrame: "bypass" }); // The requests to the app.
  const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
  app = module.createNestApplication({ logger: false });
  mountPlantRoute(app);
  await app.listen(0, "127.0.0.1");
  url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
});
afterEach(() => store.clear());
afterAll(async () => {
  await app.close();
  server.close();
});

const post = (path: string, plant: unknown) =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-correlation-id": "c-1" },
    body: JSON.stringify(plant),
  });

test("creates a plant, and the store receives the correlation id of the request", async () => {
  expect((await post("/nursery", { id: 1, name: "Fern" })).status).toBe(201);
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
  expect(store.requests[0]?.headers["x-correlation-id"]).toBe("c-1");
});

test("responds with the outcome if the response of the store is lost", async () => {
  store.enqueue(faults.reset({ afterCreate: true }));
  const response = await post("/nursery", { id: 1, name: "Fern" });
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ outcome: "unknown" });
});

test("responds with the issues of an invalid plant", async () => {
  const response = await post("/nursery", { id: "1", name: "Fern" });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ issues: [{ path: ["id"], code: "type" }] });
});

test("the route for the page reads its own body", async () => {
  expect((await post("/api/plants", { id: 1, name: "Fern" })).status).toBe(200);
});

test("sends the outbox once, and holds a plant that may exist", async () => {
  const client = app.get(PlantStoreClient, { strict: false });
  const plants = [
    { id: 1, name: "Fern" },
    { id: 2, name: "Moss" },
  ];
  const folder = mkdtempSync(join(tmpdir(), "outbox-"));
  store.enqueue(faults.reset({ afterCreate: true, id: 2 }));
  expect(await sendOutbox(client, plants, join(folder, "outbox.db"))).toEqual([2]);
  expect(await sendOutbox(client, plants, join(folder, "outbox.db"))).toEqual([2]);
  expect(store.plants).toEqual(plants);
  expect(store.requests).toHaveLength(2);
  rmSync(folder, { recursive: true });
});

test("waits for a retry with fake timers", async () => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask"] }); // MSW needs these two.
  store.enqueue(faults.status(429, { headers: { "retry-after": "30" } }));
  const result = app
    .get(PlantStoreClient, { strict: false })
    .safeCreatePlant({ id: 1, name: "Fern" }, { timeout: false });
  await jest.advanceTimersByTimeAsync(31_000);
  expect(await result).toMatchObject({ success: true, attempts: 2 });
  jest.useRealTimers();
});
