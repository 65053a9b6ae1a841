/** Failures of each kind, from real calls. */
import { type PlantStoreFailure, safeCreatePlant } from "plant-store-sdk";
import { failureAfter, failureOf, testOptions } from "../support/client.ts";
import { connectionRefused, fail, hang, respond } from "../support/fetch-stubs.ts";

export const failures: { [K in PlantStoreFailure["kind"]]: () => Promise<PlantStoreFailure> } = {
  rejected: () => failureAfter(respond(400, '{"error":7,"message":"no room left"}', { "x-shelf": "3" })),
  "invalid-plant": () => failureOf(safeCreatePlant({ id: 1.5, name: "Fern" }, testOptions)),
  "unexpected-response": () => failureAfter(respond(503, "closed for lunch", { "retry-after": "120" })),
  connection: () => failureAfter(fail(connectionRefused)),
  timeout: () => failureAfter(hang, { timeout: 1 }),
  aborted: () => failureAfter(hang, { signal: AbortSignal.abort(new Error("changed my mind")) }),
  token: () => failureAfter(hang, { token: () => Promise.reject(new Error("the vault is closed")) }),
  configuration: () => failureAfter(hang, { token: () => "not valid" }),
};
