/** What compiles and what does not, of the mock. Nothing here runs. */
import { type HttpHandler, http } from "msw";
import { setupServer } from "msw/node";
import type { NewPlant } from "plant-store-sdk";
import * as mocks from "plant-store-sdk/mocks";
import * as served from "plant-store-sdk/mocks/server";
import {
  createPlantStore,
  type Fault,
  type FaultTiming,
  faults,
  type PlantStore,
  type PlantStoreOptions,
  type RecordedRequest,
  type StoreFetch,
} from "plant-store-sdk/mocks/store";
import { expectTypeOf, test } from "vitest";

const store = createPlantStore();

/** The keys of T that do not accept an explicit undefined. */
type NotUndefinable<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

test("a fault is one of seven, told apart by its type, and a switch over all of them is exhaustive", () => {
  const fault = {} as Fault;
  // @ts-expect-error not before the type is known
  fault.status;
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
      expectTypeOf(fault.bytes).toEqualTypeOf<number>();
      break;
    case "reset":
    case "hang":
      expectTypeOf(fault.afterCreate).toEqualTypeOf<boolean>();
      break;
    case "delay":
      expectTypeOf(fault.ms).toEqualTypeOf<number>();
      expectTypeOf(fault.fault).toEqualTypeOf<Fault | undefined>();
      break;
    default:
      expectTypeOf(fault).toBeNever();
  }
});

test("every factory makes a fault, and there is one for each type", () => {
  expectTypeOf<ReturnType<(typeof faults)[keyof typeof faults]>>().toExtend<Fault>();
  expectTypeOf<keyof typeof faults>().toEqualTypeOf<Fault["type"]>();
});

test("the factories take what is written, and what may be undefined", () => {
  const maybe = {} as { text?: string; flag?: boolean; fault?: Fault };
  faults.status(503, maybe.text, undefined);
  faults.status(503, { error: 7, message: "no" }, { "retry-after": "1" });
  faults.body("<html>", maybe.text);
  faults.reset({ afterCreate: maybe.flag });
  faults.hang(undefined);
  faults.delay(50, maybe.fault);
  expectTypeOf<NotUndefinable<FaultTiming>>().toBeNever();
  expectTypeOf({}).toExtend<FaultTiming>();
});

test("what is no argument of a factory does not compile", () => {
  // @ts-expect-error a status is a number
  faults.status("503");
  // @ts-expect-error a body is a text or an object
  faults.status(503, 7);
  // @ts-expect-error a body is never null
  faults.status(503, null);
  // @ts-expect-error a header's value is a string
  faults.status(503, "", { "retry-after": 1 });
  // @ts-expect-error headers are a plain object
  faults.status(503, "", new Headers());
  // @ts-expect-error it takes seconds, not a date
  faults.rateLimit(new Date());
  // @ts-expect-error a body has a text
  faults.body();
  // @ts-expect-error afterCreate, not afterCreated
  faults.reset({ afterCreated: true });
  // @ts-expect-error the timing has a name
  faults.hang(true);
  // @ts-expect-error a delay has its time
  faults.delay();
  // @ts-expect-error a fault, not its type
  faults.delay(50, "hang");
  // @ts-expect-error there is no such fault
  faults.teapot();
});

test("a store is told of faults one by one, made by hand or by the factories", () => {
  store.enqueue();
  store.enqueue(faults.status(503), faults.delay(50), { type: "hang", afterCreate: false });
  store.enqueue(...store.faults, { type: "status", status: 503, body: undefined, headers: undefined });
  expectTypeOf(store.enqueue).parameters.toEqualTypeOf<Fault[]>();
  expectTypeOf(store.enqueue).returns.toBeVoid();
  // @ts-expect-error faults, not an array of them
  store.enqueue([faults.hang()]);
  // @ts-expect-error a fault, not its factory
  store.enqueue(faults.hang);
  // @ts-expect-error there is no such fault
  store.enqueue({ type: "teapot" });
  // @ts-expect-error a status has its code
  store.enqueue({ type: "status" });
  // @ts-expect-error status, not code
  store.enqueue({ type: "status", status: 503, code: 503 });
  // @ts-expect-error bytes are a truncation's
  store.enqueue({ type: "hang", afterCreate: true, bytes: 1 });
});

test("a store shows these members, and lets nobody replace what it holds", () => {
  expectTypeOf<keyof PlantStore>().toEqualTypeOf<
    "plants" | "requests" | "faults" | "fetch" | "enqueue" | "reset"
  >();
  expectTypeOf(createPlantStore).returns.toEqualTypeOf<PlantStore>();
  expectTypeOf(store.plants).toEqualTypeOf<NewPlant[]>();
  expectTypeOf(store.requests).toEqualTypeOf<RecordedRequest[]>();
  expectTypeOf(store.faults).toEqualTypeOf<Fault[]>();
  expectTypeOf(store.fetch).toEqualTypeOf<StoreFetch>();
  expectTypeOf(store.reset).toEqualTypeOf<() => void>();
  // @ts-expect-error plants come by requests
  store.plants = [];
  // @ts-expect-error faults come by enqueue
  store.faults = [];
  // @ts-expect-error the journal is the store's to write
  store.requests = [];
  // @ts-expect-error a store's fetch stays
  store.fetch = fetch;
});

test("a request of the journal has what every request has, and the rest where it was", () => {
  expectTypeOf<RecordedRequest>().toEqualTypeOf<{
    method: string;
    url: string;
    body: string;
    plant?: NewPlant | undefined;
    token?: string | undefined;
    status?: number | undefined;
    fault?: Fault | undefined;
  }>();
});

test("the limits of a store are numbers", () => {
  createPlantStore({ maxPlants: 1, maxRequests: Number.POSITIVE_INFINITY });
  expectTypeOf<PlantStoreOptions["maxPlants"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<PlantStoreOptions["maxRequests"]>().toEqualTypeOf<number | undefined>();
  // @ts-expect-error maxPlants, not maxPlant
  createPlantStore({ maxPlant: 1 });
  // @ts-expect-error a number, not its text
  createPlantStore({ maxRequests: "1" });
});

test("a seed may be read only, and its plants other people's interfaces", () => {
  const seed = [{ id: 1, name: "Fern" }] as const;
  createPlantStore({ plants: seed });
  createPlantStore({ plants: Object.freeze([{ id: 1n, name: "Fern", height: 7 }]) });
});

test("handlers are MSW's own, and any of its servers takes them", () => {
  expectTypeOf(mocks.plantStoreHandlers).returns.toEqualTypeOf<HttpHandler[]>();
  setupServer(
    http.get("/other", () => undefined),
    ...mocks.plantStoreHandlers(store),
  );
  mocks.plantStoreHandlers(store, { baseUrl: process.env.X });
  mocks.plantStoreHandlers(store, { baseUrl: new URL("https://plants.example") });
  expectTypeOf<NotUndefinable<mocks.PlantStoreHandlersOptions>>().toBeNever();
  // @ts-expect-error baseUrl, not baseURL
  mocks.plantStoreHandlers(store, { baseURL: "*" });
  // @ts-expect-error there is always a store
  mocks.plantStoreHandlers();
});

test("a store of each entry point is the same store", () => {
  expectTypeOf<mocks.PlantStore>().toEqualTypeOf<PlantStore>();
  expectTypeOf<served.PlantStore>().toEqualTypeOf<PlantStore>();
  expectTypeOf<mocks.Fault>().toEqualTypeOf<Fault>();
  expectTypeOf<served.Fault>().toEqualTypeOf<Fault>();
  expectTypeOf(mocks.faults).toEqualTypeOf(faults);
  expectTypeOf(served.createPlantStore).toEqualTypeOf(createPlantStore);
});

test("the server's module has no handlers, and the handlers' no server", () => {
  expectTypeOf<typeof served>().not.toHaveProperty("plantStoreHandlers");
  expectTypeOf<typeof mocks>().not.toHaveProperty("listen");
});

test("a store that listens has a URL and a port, and can be disposed of", () => {
  expectTypeOf(served.listen).returns.resolves.toEqualTypeOf<served.PlantStoreServer>();
  expectTypeOf<keyof served.PlantStoreServer>().toEqualTypeOf<
    "url" | "port" | "close" | typeof Symbol.asyncDispose
  >();
  expectTypeOf<served.PlantStoreServer>().toExtend<AsyncDisposable>();
  const server = {} as served.PlantStoreServer;
  expectTypeOf(server.url).toEqualTypeOf<string>();
  expectTypeOf(server.port).toEqualTypeOf<number>();
  expectTypeOf(server.close).toEqualTypeOf<() => Promise<void>>();
  // @ts-expect-error a server stays where it listens
  server.port = 80;
});

test("options of listen are optional, and accept undefined, under exactOptionalPropertyTypes", () => {
  expectTypeOf<NotUndefinable<served.ListenOptions>>().toBeNever();
  served.listen(store);
  served.listen(store, { port: undefined, host: process.env.X, onRequest: undefined });
  served.listen(store, {
    onRequest: ({ method, path, status, duration }) => {
      expectTypeOf([method, path]).toEqualTypeOf<string[]>();
      expectTypeOf(status).toEqualTypeOf<number | undefined>();
      expectTypeOf(duration).toEqualTypeOf<number>();
    },
  });
  // @ts-expect-error a port is a number
  served.listen(store, { port: "4010" });
});
