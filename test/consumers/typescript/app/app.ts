/** Uses the client and the mock without types of Node or the DOM. */
import {
  createPlant,
  isPlantStoreFailure,
  newPlantSchema,
  PlantStoreClient,
  type PlantStoreEvent,
  type PlantStoreFailure,
} from "plant-store-sdk";
import { type Fault, faults, MockStore, type RecordedRequest } from "plant-store-sdk/mocks/store";

// @ts-expect-error: no such entry point
export type Unknown = typeof import("plant-store-sdk/mocks/unknown");
// @ts-expect-error: not an entry point, although the file exists
export type Inside = typeof import("plant-store-sdk/dist/index.js");

const rules = { duplicates: { status: 400 } };
const store = new MockStore({ plants: [{ id: 1n, name: "Moss" }], rules });
const events: PlantStoreEvent["type"][] = [];
const client = new PlantStoreClient({
  baseUrl: new URL("https://plants.example"),
  token: async () => "any",
  fetch: store.fetch,
  headers: new Headers({ "x-trace": "1" }),
  onEvent: ({ type }) => events.push(type),
});

const fault: Fault = faults.status(429, { headers: { "retry-after": "0" } });
store.enqueue(fault);
const signal = AbortSignal.timeout(60_000);
const plant = await client.createPlant({ id: 2, name: "Fern", tag: "indoor" }, { signal });
plant.tag satisfies string | undefined;

const result = await client.safeCreatePlant({ id: 1, name: "Moss" });
if (!result.success) describe(result.error) satisfies string;

function describe(failure: PlantStoreFailure): string {
  switch (failure.kind) {
    case "rejected":
      return `${failure.response.status} ${failure.error}`;
    case "unexpected-response":
      return `${failure.retryAfter ?? failure.response.headers.get("retry-after")}`;
    default:
      return failure.outcome;
  }
}

try {
  await createPlant({ id: 3, name: "Ivy" }, { baseUrl: "nowhere", token: "any" });
} catch (error) {
  if (!isPlantStoreFailure(error) || error.kind !== "configuration") throw error;
  error.option satisfies string;
}

const request: RecordedRequest | undefined = store.requests[0];
const isValid = newPlantSchema.safeParse({ id: 5, name: "Rose" }).success;
if (!isValid || request?.fault?.type !== "status" || !events.includes("retry"))
  throw new Error("not as expected");
console.log("ok");
