/** Type tests of the mock. Nothing here runs. */
import { type HttpHandler, http } from "msw";
import { setupServer } from "msw/node";
import type { NewPlant } from "plant-store-sdk";
import * as mocks from "plant-store-sdk/mocks";
import * as served from "plant-store-sdk/mocks/server";
import {
  type BodyFaultOptions,
  type ConnectionFaultOptions,
  createPlantStore,
  type Fault,
  type FaultOptions,
  faults,
  type PlantStore,
  type PlantStoreOptions,
  type RecordedRequest,
  type RecordedResponse,
  type StatusFaultOptions,
  type StoreFetch,
} from "plant-store-sdk/mocks/store";
import { expectTypeOf, test } from "vitest";

const store = createPlantStore();

/** The keys of T that do not accept an explicit undefined. */
type NotUndefinable<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

test("Fault is a union discriminated by type, and a switch over its types is exhaustive", () => {
  const fault = {} as Fault;
  // @ts-expect-error narrow by type first
  fault.status;
  expectTypeOf(fault.times).toEqualTypeOf<number | "always" | undefined>();
  expectTypeOf(fault.id).toEqualTypeOf<number | bigint | undefined>();
  switch (fault.type) {
    case "status":
      expectTypeOf(fault.status).toEqualTypeOf<number>();
      expectTypeOf(fault.body).toEqualTypeOf<string | object | undefined>();
      expectTypeOf(fault.headers).toEqualTypeOf<Record<string, string> | undefined>();
      break;
    case "rateLimit":
      expectTypeOf(fault.seconds).toEqualTypeOf<number>();
      break;
    case "body":
      expectTypeOf(fault.text).toEqualTypeOf<string>();
      expectTypeOf(fault.contentType).toEqualTypeOf<string | undefined>();
      break;
    case "truncate":
    case "stall":
      expectTypeOf(fault.bytes).toEqualTypeOf<number>();
      break;
    case "trickle":
      expectTypeOf(fault.bytesPerSecond).toEqualTypeOf<number>();
      break;
    case "reset":
    case "close":
    case "hang":
      expectTypeOf(fault.afterCreate).toEqualTypeOf<boolean | undefined>();
      break;
    case "delay":
      expectTypeOf(fault.delay).toEqualTypeOf<number>();
      break;
    default:
      expectTypeOf(fault).toBeNever();
  }
});

test("each fault type has one factory, which returns a fault", () => {
  expectTypeOf<ReturnType<(typeof faults)[keyof typeof faults]>>().toExtend<Fault>();
  expectTypeOf<keyof typeof faults>().toEqualTypeOf<Fault["type"]>();
});

test("the factories accept undefined for optional arguments", () => {
  const maybe = {} as { text?: string; flag?: boolean; fault?: Fault };
  faults.status(503, { body: maybe.text });
  faults.status(503, { body: { error: 7, message: "no" }, headers: { "retry-after": "1" } });
  faults.body("<html>", { contentType: maybe.text });
  faults.reset({ afterCreate: maybe.flag });
  faults.hang(undefined);
  faults.hang({ times: "always", for: undefined, delay: undefined });
  faults.hang({ id: undefined, name: maybe.text });
  expectTypeOf<NotUndefinable<FaultOptions>>().toBeNever();
  expectTypeOf<NotUndefinable<ConnectionFaultOptions>>().toBeNever();
  expectTypeOf<NotUndefinable<StatusFaultOptions>>().toBeNever();
  expectTypeOf<NotUndefinable<BodyFaultOptions>>().toBeNever();
  expectTypeOf({}).toExtend<ConnectionFaultOptions>();
});

test("invalid arguments of the factories do not compile", () => {
  // @ts-expect-error a status is a number
  faults.status("503");
  // @ts-expect-error a body is a string or an object
  faults.status(503, { body: 7 });
  // @ts-expect-error a body cannot be null
  faults.status(503, { body: null });
  // @ts-expect-error a header value is a string
  faults.status(503, { body: "", headers: { "retry-after": 1 } });
  // @ts-expect-error headers are a plain object
  faults.status(503, { body: "", headers: new Headers() });
  // @ts-expect-error seconds, not a date
  faults.rateLimit(new Date());
  // @ts-expect-error the text is required
  faults.body();
  // @ts-expect-error afterCreate, not afterCreated
  faults.reset({ afterCreated: true });
  // @ts-expect-error an object, not a boolean
  faults.hang(true);
  // @ts-expect-error the time is required
  faults.delay();
  // @ts-expect-error options, not a text
  faults.status(503, "<html>");
  // @ts-expect-error an id is not a string
  faults.hang({ id: "7" });
  // @ts-expect-error a plant has no colour
  faults.hang({ colour: "green" });
  // @ts-expect-error unknown fault
  faults.teapot();
});

test("enqueue accepts faults as separate arguments, from factories or as literals", () => {
  store.enqueue();
  store.enqueue(faults.status(503), faults.delay(50), { type: "hang" });
  store.enqueue(...store.faults, { type: "status", status: 503, body: undefined, headers: undefined });
  expectTypeOf(store.enqueue).parameters.toEqualTypeOf<Fault[]>();
  expectTypeOf(store.enqueue).returns.toBeVoid();
  // @ts-expect-error faults, not an array of them
  store.enqueue([faults.hang()]);
  // @ts-expect-error a fault, not its factory
  store.enqueue(faults.hang);
  // @ts-expect-error unknown fault
  store.enqueue({ type: "teapot" });
  // @ts-expect-error the status is required
  store.enqueue({ type: "status" });
  // @ts-expect-error status, not code
  store.enqueue({ type: "status", status: 503, code: 503 });
  // @ts-expect-error only truncate has bytes
  store.enqueue({ type: "hang", afterCreate: true, bytes: 1 });
});

test("a store has these members, and all are read-only", () => {
  expectTypeOf<keyof PlantStore>().toEqualTypeOf<
    | "plants"
    | "requests"
    | "faults"
    | "latency"
    | "setLatency"
    | "chaos"
    | "setChaos"
    | "addPlants"
    | "rules"
    | "setRules"
    | "fetch"
    | "enqueue"
    | "subscribe"
    | "reset"
  >();
  expectTypeOf(createPlantStore).returns.toEqualTypeOf<PlantStore>();
  expectTypeOf(store.plants).toEqualTypeOf<NewPlant[]>();
  expectTypeOf(store.requests).toEqualTypeOf<RecordedRequest[]>();
  expectTypeOf(store.faults).toEqualTypeOf<Fault[]>();
  expectTypeOf(store.latency).toEqualTypeOf<number | readonly [min: number, max: number]>();
  expectTypeOf(store.fetch).toEqualTypeOf<StoreFetch>();
  expectTypeOf(store.reset).toEqualTypeOf<() => void>();
  // @ts-expect-error read-only
  store.plants = [];
  // @ts-expect-error read-only
  store.faults = [];
  // @ts-expect-error read-only
  store.requests = [];
  // @ts-expect-error read-only
  store.fetch = fetch;
});

test("RecordedRequest has these required and optional fields", () => {
  expectTypeOf<RecordedRequest>().toEqualTypeOf<{
    method: string;
    url: string;
    headers: Record<string, string>;
    time: number;
    body: string;
    plant?: NewPlant | undefined;
    created: boolean;
    token?: string | undefined;
    status?: number | undefined;
    response?: RecordedResponse | undefined;
    duration?: number | undefined;
    reason?: string | undefined;
    fault?: Fault | undefined;
  }>();
});

test("maxPlants and maxRequests are numbers", () => {
  createPlantStore({ maxPlants: 1, maxRequests: Number.POSITIVE_INFINITY });
  expectTypeOf<PlantStoreOptions["maxPlants"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<PlantStoreOptions["maxRequests"]>().toEqualTypeOf<number | undefined>();
  // @ts-expect-error maxPlants, not maxPlant
  createPlantStore({ maxPlant: 1 });
  // @ts-expect-error a number, not a string
  createPlantStore({ maxRequests: "1" });
});

test("seeded plants can be readonly and have additional fields", () => {
  const seed = [{ id: 1, name: "Fern" }] as const;
  createPlantStore({ plants: seed });
  createPlantStore({ plants: Object.freeze([{ id: 1n, name: "Fern", height: 7 }]) });
});

test("plantStoreHandlers returns handlers of MSW", () => {
  expectTypeOf(mocks.plantStoreHandlers).returns.toEqualTypeOf<HttpHandler[]>();
  setupServer(
    http.get("/other", () => undefined),
    ...mocks.plantStoreHandlers(store, { baseUrl: "*" }),
  );
  mocks.plantStoreHandlers(store, { baseUrl: new URL("https://plants.example") });
  // @ts-expect-error the base URL is required
  mocks.plantStoreHandlers(store, { baseUrl: process.env.X });
  // @ts-expect-error the options are required
  mocks.plantStoreHandlers(store);
  // @ts-expect-error baseUrl, not baseURL
  mocks.plantStoreHandlers(store, { baseURL: "*" });
  // @ts-expect-error the store is required
  mocks.plantStoreHandlers();
});

test("all entry points export the same types", () => {
  expectTypeOf<mocks.PlantStore>().toEqualTypeOf<PlantStore>();
  expectTypeOf<served.PlantStore>().toEqualTypeOf<PlantStore>();
  expectTypeOf<mocks.Fault>().toEqualTypeOf<Fault>();
  expectTypeOf<served.Fault>().toEqualTypeOf<Fault>();
  expectTypeOf(mocks.faults).toEqualTypeOf(faults);
  expectTypeOf(served.createPlantStore).toEqualTypeOf(createPlantStore);
});

test("only mocks has plantStoreHandlers, and only mocks/server has listen", () => {
  expectTypeOf<typeof served>().not.toHaveProperty("plantStoreHandlers");
  expectTypeOf<typeof mocks>().not.toHaveProperty("listen");
});

test("PlantStoreServer has a URL and a port and is disposable", () => {
  expectTypeOf(served.listen).returns.resolves.toEqualTypeOf<served.PlantStoreServer>();
  expectTypeOf<keyof served.PlantStoreServer>().toEqualTypeOf<
    "url" | "port" | "close" | typeof Symbol.asyncDispose
  >();
  expectTypeOf<served.PlantStoreServer>().toExtend<AsyncDisposable>();
  const server = {} as served.PlantStoreServer;
  expectTypeOf(server.url).toEqualTypeOf<string>();
  expectTypeOf(server.port).toEqualTypeOf<number>();
  expectTypeOf(server.close).toEqualTypeOf<() => Promise<void>>();
  // @ts-expect-error read-only
  server.port = 80;
});

test("options of listen are optional and accept undefined with exactOptionalPropertyTypes", () => {
  expectTypeOf<NotUndefinable<served.ListenOptions>>().toBeNever();
  served.listen(store);
  served.listen(store, { port: undefined, host: process.env.X, basePath: undefined });
  // @ts-expect-error a port is a number
  served.listen(store, { port: "4010" });
});
