/** Type tests of the SDK. Nothing here runs. */

import type nodeFetch from "node-fetch";
import {
  type CreatePlantOptions,
  type CreatePlantResult,
  createPlant,
  errorSchema,
  isPlantStoreFailure,
  type NewPlant,
  newPlantSchema,
  type Plant,
  type PlantStoreAbortError,
  type PlantStoreCallOptions,
  PlantStoreClient,
  type PlantStoreClientOptions,
  type PlantStoreConfigurationError,
  type PlantStoreConnectionError,
  type PlantStoreError,
  type PlantStoreErrorBody,
  type PlantStoreEvent,
  type PlantStoreFailure,
  type PlantStoreFailureResult,
  type PlantStoreFetch,
  type PlantStoreIssue,
  type PlantStoreOutcome,
  type PlantStoreResponseError,
  PlantStoreSdkError,
  type PlantStoreSuccess,
  type PlantStoreTimeoutError,
  type PlantStoreValidationError,
  plantSchema,
  safeCreatePlant,
} from "plant-store-sdk";
import { createPlantStore, type PlantStoreOptions } from "plant-store-sdk/mocks/store";
import { expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";

const client = new PlantStoreClient();

test("a typo in a plant literal does not compile", () => {
  client.createPlant({ id: 1, name: "Fern", tag: "indoor" });
  // @ts-expect-error tag, not tga
  client.createPlant({ id: 1, name: "Fern", tga: "indoor" });
  // @ts-expect-error name, not nmae
  createPlant({ id: 1, nmae: "Fern" });
  // @ts-expect-error NewPlant has no colour
  safeCreatePlant({ id: 1, name: "Fern", colour: "green" });
});

test("a plant without its required fields, or with a field of the wrong type, does not compile", () => {
  // @ts-expect-error id is required
  client.createPlant({ name: "Fern" });
  // @ts-expect-error name is required
  client.createPlant({ id: 1 });
  // @ts-expect-error an id is not a string
  client.createPlant({ id: "1", name: "Fern" });
  // @ts-expect-error a tag cannot be null
  client.createPlant({ id: 1, name: "Fern", tag: null });
  // @ts-expect-error the plant is required
  client.createPlant();
});

test("an id can be a number or a bigint, and a tag can be undefined", () => {
  expectTypeOf<NewPlant["id"]>().toEqualTypeOf<number | bigint>();
  client.createPlant({ id: 1n, name: "Fern", tag: undefined });
});

interface DatabaseRow {
  id: number;
  name: string;
  tag?: string;
  height: number;
}

class Fern {
  readonly id = 1n;
  readonly name = "Fern";
  grow(): void {}
}

test("an interface with other fields, a class and a readonly plant are accepted", () => {
  expectTypeOf(client.createPlant).toBeCallableWith({} as DatabaseRow);
  expectTypeOf(createPlant).toBeCallableWith({} as Readonly<DatabaseRow>);
  expectTypeOf(safeCreatePlant).toBeCallableWith(new Fern());
});

test("a created plant has a name, an optional tag and no id", () => {
  expectTypeOf(client.createPlant).returns.resolves.toEqualTypeOf<Plant>();
  expectTypeOf(createPlant).returns.resolves.toEqualTypeOf<Plant>();
  expectTypeOf<keyof Plant>().toEqualTypeOf<"name" | "tag">();
  expectTypeOf<Plant>().toEqualTypeOf<{ name: string; tag?: string | undefined }>();
});

test("a result narrows by success", () => {
  expectTypeOf(client.safeCreatePlant).returns.resolves.toEqualTypeOf<CreatePlantResult>();
  expectTypeOf(safeCreatePlant).returns.resolves.toEqualTypeOf<CreatePlantResult>();
  const result = {} as CreatePlantResult;
  // @ts-expect-error narrow by success first
  result.data;
  // @ts-expect-error narrow by success first
  result.error;
  if (result.success) {
    expectTypeOf(result).toEqualTypeOf<PlantStoreSuccess<Plant>>();
    expectTypeOf(result.data).toEqualTypeOf<Plant>();
    expectTypeOf(result.response).toEqualTypeOf<{ status: number; headers: Headers }>();
    expectTypeOf(result.attempts).toEqualTypeOf<number>();
    expectTypeOf(result.possibleDuplicate).toEqualTypeOf<boolean>();
    // @ts-expect-error a success has no error
    result.error;
  } else {
    expectTypeOf(result).toEqualTypeOf<PlantStoreFailureResult>();
    expectTypeOf(result.error).toEqualTypeOf<PlantStoreFailure>();
    // @ts-expect-error a failure has no data
    result.data;
  }
});

test("isPlantStoreFailure narrows unknown to the union of all failures", () => {
  expectTypeOf(isPlantStoreFailure).parameters.toEqualTypeOf<[unknown]>();
  const error: unknown = undefined;
  if (isPlantStoreFailure(error)) expectTypeOf(error).toEqualTypeOf<PlantStoreFailure>();
  else expectTypeOf(error).toBeUnknown();
});

test("each kind of failure is one class, and a switch over all kinds is exhaustive", () => {
  const error = {} as PlantStoreFailure;
  switch (error.kind) {
    case "rejected":
      expectTypeOf(error).toEqualTypeOf<PlantStoreError>();
      expectTypeOf<typeof error.status>().toEqualTypeOf<400>();
      expectTypeOf(error.error).toEqualTypeOf<number>();
      expectTypeOf(error.headers).toEqualTypeOf<Headers>();
      break;
    case "invalid-plant":
      expectTypeOf(error).toEqualTypeOf<PlantStoreValidationError>();
      expectTypeOf(error.issues).toEqualTypeOf<PlantStoreIssue[]>();
      break;
    case "unexpected-response":
      expectTypeOf(error).toEqualTypeOf<PlantStoreResponseError>();
      expectTypeOf(error.status).toEqualTypeOf<number>();
      expectTypeOf(error.body).toEqualTypeOf<string>();
      expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
      break;
    case "connection":
      expectTypeOf(error).toEqualTypeOf<PlantStoreConnectionError>();
      expectTypeOf(error.code).toEqualTypeOf<string | undefined>();
      break;
    case "timeout":
      expectTypeOf(error).toEqualTypeOf<PlantStoreTimeoutError>();
      expectTypeOf(error.timeout).toEqualTypeOf<number>();
      break;
    case "aborted":
      expectTypeOf(error).toEqualTypeOf<PlantStoreAbortError>();
      expectTypeOf(error.cause).toBeUnknown();
      break;
    case "configuration":
      expectTypeOf(error).toEqualTypeOf<PlantStoreConfigurationError>();
      expectTypeOf(error.option).toEqualTypeOf<string>();
      break;
    default:
      expectTypeOf(error).toBeNever();
  }
});

test("a failure narrows by its name", () => {
  const error = {} as PlantStoreFailure;
  if (error.name === "TimeoutError") expectTypeOf(error).toEqualTypeOf<PlantStoreTimeoutError>();
  if (error.name === "AbortError") expectTypeOf(error).toEqualTypeOf<PlantStoreAbortError>();
  if (error.name === "PlantStoreError") expectTypeOf(error).toEqualTypeOf<PlantStoreError>();
});

test("every failure is an Error with an outcome and a number of attempts", () => {
  expectTypeOf<PlantStoreFailure>().toExtend<Error>();
  expectTypeOf<PlantStoreFailure>().toExtend<PlantStoreSdkError>();
  expectTypeOf<PlantStoreFailure["outcome"]>().toEqualTypeOf<PlantStoreOutcome>();
  expectTypeOf<PlantStoreOutcome>().toEqualTypeOf<"not-created" | "unknown" | "created">();
  expectTypeOf<PlantStoreFailure["attempts"]>().toEqualTypeOf<number>();
  // @ts-expect-error the base class is abstract
  new PlantStoreSdkError("no", { outcome: "unknown", attempts: 1 });
});

test("the fields of a failure are read-only", () => {
  const error = {} as PlantStoreFailure;
  // @ts-expect-error read-only
  error.outcome = "created";
});

test("options accept environment variables, which can be undefined", () => {
  const { X, Y } = process.env;
  expectTypeOf(X).toEqualTypeOf<string | undefined>();
  new PlantStoreClient({ baseUrl: X, token: Y });
  createPlant({ id: 1, name: "Fern", tag: X }, { baseUrl: X, token: Y, headers: { "x-request-id": X } });
});

/** The keys of T that do not accept an explicit undefined. */
type NotUndefinable<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

test("every option is optional and accepts undefined with exactOptionalPropertyTypes", () => {
  expectTypeOf<NotUndefinable<CreatePlantOptions>>().toBeNever();
  expectTypeOf<NotUndefinable<PlantStoreOptions>>().toBeNever();
  const nothing = {};
  expectTypeOf(nothing).toExtend<CreatePlantOptions>();
  expectTypeOf(nothing).toExtend<PlantStoreOptions>();
});

test("a method accepts call options, and the standalone functions also accept client options", () => {
  const plant = { id: 1, name: "Fern" };
  const { signal } = new AbortController();
  const callOptions = { signal, timeout: 1, maxRetries: 0, retryUnknown: true, headers: { a: "b" } };
  client.createPlant(plant, callOptions);
  client.createPlant(plant, { signal: null, timeout: false, headers: new Headers() });
  createPlant(plant, { ...callOptions, baseUrl: new URL("https://plants.example"), token: async () => "t" });
  // @ts-expect-error baseUrl is an option of the client
  client.createPlant(plant, { baseUrl: "https://plants.example" });
  // @ts-expect-error signal is an option of a call
  new PlantStoreClient({ signal });
  // @ts-expect-error timeout, not timeOut
  client.createPlant(plant, { timeOut: 1 });
  // @ts-expect-error only signal can be null
  client.createPlant(plant, { timeout: null });
  // @ts-expect-error false disables the timeout, and true is invalid
  client.createPlant(plant, { timeout: true });
  expectTypeOf<CreatePlantOptions>().toExtend<PlantStoreCallOptions & PlantStoreClientOptions>();
});

test("the global fetch, a wrapper, Bun's fetch and store.fetch are accepted as fetch", () => {
  expectTypeOf<typeof fetch>().toExtend<PlantStoreFetch>();
  expectTypeOf<typeof fetch & { preconnect(url: string): void }>().toExtend<PlantStoreFetch>();
  new PlantStoreClient({ fetch });
  new PlantStoreClient({ fetch: (url, init) => fetch(`${url}?trace`, { ...init, keepalive: true }) });
  new PlantStoreClient({ fetch: async () => new Response("{}") });
  new PlantStoreClient({ fetch: createPlantStore().fetch });
  // @ts-expect-error fetch returns a Response
  new PlantStoreClient({ fetch: async () => "{}" });
});

test("store.fetch accepts the arguments of the global fetch", () => {
  expectTypeOf(createPlantStore().fetch).toExtend<typeof fetch>();
});

test("events narrow by type", () => {
  const event = {} as PlantStoreEvent;
  expectTypeOf(event.type).toEqualTypeOf<"request" | "response" | "retry" | "success" | "failure">();
  expectTypeOf(event.url).toEqualTypeOf<string>();
  if (event.type === "response") expectTypeOf(event.status).toEqualTypeOf<number>();
  if (event.type === "retry") expectTypeOf(event.wait).toEqualTypeOf<number>();
  if (event.type === "failure") expectTypeOf<typeof event.kind>().toEqualTypeOf<PlantStoreFailure["kind"]>();
  // @ts-expect-error a request event has no status
  if (event.type === "request") event.status;
});

test("the schemas and the public types agree", () => {
  expectTypeOf<z.infer<typeof plantSchema>>().toEqualTypeOf<Plant>();
  expectTypeOf<z.infer<typeof newPlantSchema>>().toEqualTypeOf<NewPlant>();
  expectTypeOf<z.infer<typeof errorSchema>>().toEqualTypeOf<PlantStoreErrorBody>();
  expectTypeOf(plantSchema.parse).returns.toEqualTypeOf<Plant>();
  expectTypeOf(newPlantSchema.parse).returns.toEqualTypeOf<NewPlant>();
  expectTypeOf(errorSchema.parse).returns.toEqualTypeOf<PlantStoreErrorBody>();
});

test("the schemas are typed Standard Schemas", () => {
  type Output<T extends { "~standard": { types?: { output: unknown } | undefined } }> = NonNullable<
    T["~standard"]["types"]
  >["output"];
  expectTypeOf<Output<typeof plantSchema>>().toEqualTypeOf<Plant>();
  expectTypeOf<Output<typeof newPlantSchema>>().toEqualTypeOf<NewPlant>();
  expectTypeOf<Output<typeof errorSchema>>().toEqualTypeOf<PlantStoreErrorBody>();
});

test("a client has two methods and its base URL", () => {
  expectTypeOf<keyof PlantStoreClient>().toEqualTypeOf<"baseUrl" | "createPlant" | "safeCreatePlant">();
});

test("a fake implements the client's public members, and can be passed where they are asked for", () => {
  type PlantStore = Pick<PlantStoreClient, keyof PlantStoreClient>;
  class FakeClient implements PlantStore {
    readonly baseUrl = "https://plants.example";
    createPlant = async (plant: NewPlant): Promise<Plant> => ({ name: plant.name });
    safeCreatePlant = async (plant: NewPlant): Promise<CreatePlantResult> => ({
      success: true,
      data: plant,
      response: { status: 200, headers: new Headers() },
      attempts: 1,
      possibleDuplicate: false,
    });
  }
  expectTypeOf<FakeClient>().toExtend<PlantStore>();
  expectTypeOf<PlantStoreClient>().toExtend<PlantStore>();
});

test("status, headers and body can be read from any failure", () => {
  expectTypeOf<PlantStoreFailure["status"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<PlantStoreFailure["headers"]>().toEqualTypeOf<Headers | undefined>();
  expectTypeOf<PlantStoreFailure["body"]>().toEqualTypeOf<string | undefined>();
});

test("the fetch of node-fetch fits", () => {
  expectTypeOf<typeof nodeFetch>().toExtend<PlantStoreFetch>();
});

test("createPlantStore accepts only valid options", () => {
  createPlantStore({ plants: [{ id: 1, name: "Fern" }], auth: (token) => token === "t" });
  // @ts-expect-error a seeded plant is a NewPlant
  createPlantStore({ plants: [{ name: "Fern" }] });
  createPlantStore({ rules: { duplicates: { equal: "created", different: { status: 409 } } } });
  // @ts-expect-error "created" or a rejection
  createPlantStore({ rules: { duplicates: "ignore" } });
  createPlantStore({ validate: async ({ name }) => (name === "Weed" ? { status: 403 } : undefined) });
  createPlantStore({ validate: () => {} });
  // @ts-expect-error a rejection has a status
  createPlantStore({ validate: () => ({ message: "no" }) });
  createPlantStore({ auth: async (token) => token === "t", latency: [100, 500], chaos: { rate: 0.1 } });
  // @ts-expect-error true or false
  createPlantStore({ auth: async () => "yes" });
  // @ts-expect-error two numbers
  createPlantStore({ latency: [100] });
  // @ts-expect-error the rate is required
  createPlantStore({ chaos: { seed: 7 } });
});
