/** Type tests: what compiles in an application. Nothing here runs. docs/types.md has the declarations. */
import { http } from "msw";
import { setupServer } from "msw/node";
import type nodeFetch from "node-fetch";
import {
  type CreatePlantOptions,
  type CreatePlantResult,
  createPlant,
  type NewPlant,
  newPlantSchema,
  type Plant,
  PlantStoreClient,
  PlantStoreError,
  type PlantStoreEvent,
  type PlantStoreFailure,
  type PlantStoreFailureJSON,
  type PlantStoreFetch,
  type PlantStoreIssue,
  type PlantStoreRequestInit,
  PlantStoreSdkError,
  type PlantStoreValidationError,
  parseNewPlant,
  safeCreatePlant,
} from "plant-store-sdk";
import type { PlantStoreCheckOptions } from "plant-store-sdk/check";
import * as mocks from "plant-store-sdk/mocks";
import type * as served from "plant-store-sdk/mocks/server";
import {
  type ConnectionFaultOptions,
  type Fault,
  type FaultOptions,
  faults,
  MockStore,
  type MockStoreOptions,
  parseRules,
  type StatusFaultOptions,
} from "plant-store-sdk/mocks/store";
import { plantRoute } from "plant-store-sdk/route";
import { expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";
import jsonRules from "./written-by-1.0.0/rules.json" with { type: "json" };

const client = new PlantStoreClient();
const store = new MockStore();

// The SDK.

test("a plant literal with a typo, a missing field or a wrong type does not compile", () => {
  client.createPlant({ id: 1n, name: "Fern", tag: undefined });
  // @ts-expect-error tag, not tga
  client.createPlant({ id: 1, name: "Fern", tga: "indoor" });
  // @ts-expect-error id is required
  createPlant({ name: "Fern" });
  // @ts-expect-error an id is not a string
  safeCreatePlant({ id: "1", name: "Fern" });
});

interface DatabaseRow extends NewPlant {
  price: number;
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

test("instanceof of the base class narrows unknown to the union of all failures", () => {
  const error: unknown = undefined;
  if (error instanceof PlantStoreSdkError) expectTypeOf(error).toEqualTypeOf<PlantStoreFailure>();
  else expectTypeOf(error).toBeUnknown();
});

test("a failure has a response, which a rejection always has, with a body", () => {
  const error = {} as PlantStoreFailure;
  expectTypeOf(error.response?.status).toEqualTypeOf<number | undefined>();
  expectTypeOf(error.response?.headers).toEqualTypeOf<Headers | undefined>();
  expectTypeOf(error.response?.body).toEqualTypeOf<string | undefined>();
  if (error.kind === "rejected" || error.kind === "unexpected-response")
    expectTypeOf(error.response.body).toEqualTypeOf<string>();
  const details = { outcome: "not-created", attempts: 1, error: 7 } as const;
  // @ts-expect-error the response is missing
  new PlantStoreError("no", details);
});

test("the kind of an event narrows its error", () => {
  const event = {} as PlantStoreEvent;
  if (event.type === "failure" && event.kind === "timeout")
    expectTypeOf(event.error.timeout).toEqualTypeOf<number>();
});

test("only the response of a failure has a body, and a request always has one", () => {
  const result = {} as CreatePlantResult;
  if (result.success) expectTypeOf(result.response).not.toHaveProperty("body");
  expectTypeOf<PlantStoreRequestInit["body"]>().toEqualTypeOf<string>();
});

test("a check accepts the fetch of a client", () => {
  expectTypeOf<PlantStoreFetch>().toExtend<NonNullable<PlantStoreCheckOptions["fetch"]>>();
});

test("the JSON of a failure narrows by kind, and has no headers", () => {
  const error = {} as PlantStoreSdkError;
  if (error.kind === "rejected") expectTypeOf(error.toJSON().error).toEqualTypeOf<number>();
  const json: PlantStoreFailureJSON = ({} as PlantStoreFailure).toJSON();
  expectTypeOf(json.kind).toEqualTypeOf<PlantStoreFailure["kind"]>();
  expectTypeOf(json).not.toHaveProperty("stack");
  expectTypeOf(json.possibleDuplicate).toEqualTypeOf<boolean>();
  expectTypeOf(json.response?.body).toEqualTypeOf<string | undefined>();
  if (json.kind === "rejected") expectTypeOf(json.error).toEqualTypeOf<number>();
  if (json.kind === "unexpected-response") {
    expectTypeOf(json.response).toEqualTypeOf<{ status: number; body: string }>();
    expectTypeOf(json.retryAfter).toEqualTypeOf<number | undefined>();
  }
  if (json.kind === "invalid-plant") expectTypeOf(json.issues).toEqualTypeOf<PlantStoreIssue[]>();
  // @ts-expect-error narrow by kind first
  json.error;
  // What SvelteKit's `fail` accepts.
  expectTypeOf(json).toExtend<Record<string, unknown>>();
});

/** The keys of T that do not accept an explicit undefined. */
type NotUndefinable<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

test("every option is optional and accepts undefined with exactOptionalPropertyTypes", () => {
  expectTypeOf<NotUndefinable<CreatePlantOptions>>().toBeNever();
  expectTypeOf<NotUndefinable<MockStoreOptions>>().toBeNever();
  expectTypeOf<NotUndefinable<served.ListenOptions>>().toBeNever();
  expectTypeOf<NotUndefinable<FaultOptions>>().toBeNever();
  expectTypeOf<NotUndefinable<ConnectionFaultOptions>>().toBeNever();
  expectTypeOf<NotUndefinable<StatusFaultOptions>>().toBeNever();
  const { X } = process.env;
  createPlant({ id: 1, name: "Fern", tag: X }, { baseUrl: X, token: X, headers: { "x-request-id": X } });
});

test("a client has only public members, so that Vue's `ref(client)` is still one", () => {
  expectTypeOf<{ [K in keyof PlantStoreClient]: PlantStoreClient[K] }>().toExtend<PlantStoreClient>();
});

test("a method accepts call options, and the standalone functions also accept client options", () => {
  const plant = { id: 1, name: "Fern" };
  const { signal } = new AbortController();
  const callOptions = { signal, timeout: 1, maxRetries: 0, retryUnknown: true, headers: { a: "b" } };
  client.createPlant(plant, { signal: null, timeout: false, headers: new Headers() });
  createPlant(plant, { ...callOptions, baseUrl: new URL("https://plants.example"), token: async () => "t" });
  // @ts-expect-error baseUrl is an option of the client
  client.createPlant(plant, { baseUrl: "https://plants.example", timeout: 1 });
  // @ts-expect-error signal is an option of a call
  new PlantStoreClient({ signal });
  // @ts-expect-error timeout, not timeOut
  client.createPlant(plant, { timeOut: 1 });
});

test("the global fetch, a wrapper, and the fetch of Bun, node-fetch and a store are accepted as fetch", () => {
  expectTypeOf<typeof fetch>().toExtend<PlantStoreFetch>();
  expectTypeOf<typeof fetch & { preconnect(url: string): void }>().toExtend<PlantStoreFetch>();
  expectTypeOf<typeof nodeFetch>().toExtend<PlantStoreFetch>();
  expectTypeOf(store.fetch).toExtend<PlantStoreFetch>();
  expectTypeOf(store.fetch).toExtend<typeof fetch>();
  new PlantStoreClient({ fetch: (url, init) => fetch(`${url}?trace`, { ...init, keepalive: true }) });
  new PlantStoreClient({ fetch: async () => new Response("{}") });
  // @ts-expect-error fetch returns a Response
  new PlantStoreClient({ fetch: async () => "{}" });
});

test("form libraries accept a schema: its input is a plant, not unknown", () => {
  expectTypeOf<z.input<typeof newPlantSchema>>().toEqualTypeOf<NewPlant>();
  // What TanStack Form accepts as a validator.
  type Validator = { "~standard": { types?: { input: NewPlant; output: unknown } | undefined } };
  expectTypeOf<typeof newPlantSchema>().toExtend<Validator>();
  // What `zodResolver` of React Hook Form accepts.
  expectTypeOf<typeof newPlantSchema>().toExtend<z.core.$ZodType<NewPlant, NewPlant>>();
});

test("an issue has a code, whether it comes from a failure, from parseNewPlant or from a schema", () => {
  type Code = "missing" | "type" | "range" | "unreadable";
  const error = {} as PlantStoreValidationError;
  expectTypeOf(error.issues[0]?.code).toEqualTypeOf<Code | undefined>();
  const { data, issues } = parseNewPlant({ id: 1 });
  if (data) expectTypeOf(data).toEqualTypeOf<NewPlant>();
  else expectTypeOf(issues[0]?.code).toEqualTypeOf<Code | undefined>();
  const parsed = newPlantSchema.safeParse({ id: 1 });
  if (parsed.success) expectTypeOf(parsed.data).toEqualTypeOf<NewPlant>();
  expectTypeOf(parsed.error?.issues[0]?.params?.code).toEqualTypeOf<Code | undefined>();
});

test("authorize of a route returns true or false or a Response, not a session", () => {
  plantRoute({ client, authorize: async (request) => request.headers.has("cookie") });
  plantRoute({ client, authorize: () => Response.json({}, { status: 401 }) });
  const session = { user: "ann" };
  // @ts-expect-error a session is not true
  plantRoute({ client, authorize: () => session });
});

test("a route must be called with the context that its functions need, and with any other one if they need none", () => {
  const route = plantRoute({ client, authorize: (_request, context: { locals: string }) => !context });
  const request = new Request("https://app.example");
  route(request, { locals: "session" });
  // @ts-expect-error the context is missing
  route(request);
  const simple = plantRoute({ client, authorize: (request) => request.bodyUsed });
  expectTypeOf(simple).toEqualTypeOf<(request: Request, context?: unknown) => Promise<Response>>();
});

test("a fake implements the client's public members, and can be passed where they are asked for", () => {
  type MockStore = Pick<PlantStoreClient, keyof PlantStoreClient>;
  class FakeClient implements MockStore {
    readonly baseUrl = "https://plants.example";
    createPlant = async (plant: NewPlant): Promise<Plant> => ({ name: plant.name });
    safeCreatePlant = async (plant: NewPlant): Promise<CreatePlantResult> => ({
      success: true,
      data: plant,
      response: { status: 200, headers: new Headers() },
      attempts: 1,
      possibleDuplicate: false,
      changedFields: [],
    });
  }
  expectTypeOf<FakeClient>().toExtend<MockStore>();
  expectTypeOf<PlantStoreClient>().toExtend<MockStore>();
});

// The mock.

test("MockStore accepts only valid options", () => {
  new MockStore({ plants: [{ id: 1, name: "Fern" }] as const });
  new MockStore({ plants: Object.freeze([{ id: 1n, name: "Fern", price: 7 }]) });
  new MockStore({ rules: { duplicates: { equal: "created", different: { status: 409 } } } });
  // @ts-expect-error the types of JSON are too wide
  new MockStore({ rules: jsonRules });
  new MockStore({ rules: parseRules(jsonRules) });
  new MockStore({ validate: async ({ name }) => (name === "Weed" ? { status: 403 } : undefined) });
  new MockStore({ validate: () => {} });
  new MockStore({ auth: async (token) => token === "t", latency: [100, 500], chaos: { rate: 0.1 } });
  // @ts-expect-error a seeded plant is a NewPlant
  new MockStore({ plants: [{ name: "Fern" }] });
  // @ts-expect-error a rejection has a status
  new MockStore({ validate: () => ({ message: "no" }) });
  // @ts-expect-error true or false
  new MockStore({ auth: async () => "yes" });
  // @ts-expect-error maxPlants, not maxPlant
  new MockStore({ maxPlant: 1 });
});

test("Fault is a union discriminated by type, and each type has one factory", () => {
  const fault = {} as Fault;
  // @ts-expect-error narrow by type first
  fault.status;
  if (fault.type === "status") expectTypeOf(fault.status).toEqualTypeOf<number>();
  if (fault.type === "hang") expectTypeOf(fault.afterCreate).toEqualTypeOf<boolean | undefined>();
  expectTypeOf<ReturnType<(typeof faults)[keyof typeof faults]>>().toExtend<Fault>();
  expectTypeOf<keyof typeof faults>().toEqualTypeOf<Fault["type"]>();
});

test("enqueue accepts faults as separate arguments, from factories or as literals", () => {
  store.enqueue(faults.hang(undefined), faults.hang({ times: "always", for: undefined }));
  store.enqueue(...store.faults, { type: "status", status: 503, body: undefined, headers: undefined });
  // @ts-expect-error faults, not an array of them
  store.enqueue([faults.hang()]);
  // @ts-expect-error a fault, not its factory
  store.enqueue(faults.hang);
  // @ts-expect-error status, not code
  store.enqueue({ type: "status", status: 503, code: 503 });
  // @ts-expect-error headers are a plain object
  faults.status(503, { body: "", headers: new Headers() });
  // @ts-expect-error afterCreate, not afterCreated
  faults.reset({ afterCreated: true });
});

test("the handlers fit into MSW, and need a base URL", () => {
  const baseUrl = new URL("https://plants.example");
  setupServer(
    http.get("/other", () => undefined),
    ...mocks.mockHandlers(store, { baseUrl }),
  );
  // @ts-expect-error the base URL is required
  mocks.mockHandlers(store, { baseUrl: process.env.X });
  // @ts-expect-error baseUrl, not baseURL
  mocks.mockHandlers(store, { baseURL: "*" });
});
