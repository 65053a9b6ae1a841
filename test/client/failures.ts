/** A failure of each kind, from a real call. */
import { type PlantStoreFailure, safeCreatePlant } from "plant-store-sdk";
import { failureOf, plant, testOptions } from "../support/client.ts";
import { connectionRefused, type FetchStub, fail, hang, respond } from "../support/fetch-stubs.ts";

function failing(fetch: FetchStub, options: object = {}): Promise<PlantStoreFailure> {
  return failureOf(safeCreatePlant(plant, { ...testOptions, fetch, maxRetries: 0, ...options }));
}

export const failures: { [K in PlantStoreFailure["kind"]]: () => Promise<PlantStoreFailure> } = {
  rejected: () => failing(respond(400, '{"error":7,"message":"no room left"}', { "x-shelf": "3" })),
  "invalid-plant": () => failureOf(safeCreatePlant({ id: 1.5, name: "Fern" }, testOptions)),
  "unexpected-response": () => failing(respond(503, "closed for lunch", { "retry-after": "120" })),
  connection: () => failing(fail(connectionRefused)),
  timeout: () => failing(hang, { timeout: 1 }),
  aborted: () => failing(hang, { signal: AbortSignal.abort(new Error("changed my mind")) }),
  configuration: () => failing(hang, { token: () => Promise.reject(new Error("the vault is closed")) }),
};
