/** Tests of faults that every adapter must pass, in Node and in a page: the client's failure, and whether a plant exists. */
import {
  type CreatePlantOptions,
  type CreatePlantResult,
  type PlantStoreFailure,
  safeCreatePlant,
} from "plant-store-sdk";
import { createPlantStore, type Fault, faults } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { TOKEN } from "../../support/client.ts";
import type { Adapter, Connection } from "./adapter-contract.ts";

/** What an adapter cannot do. */
export interface AdapterLimits {
  /** A page cannot read the status of a redirect that it does not follow. */
  hidesRedirects?: boolean;
  /** The store is not notified when a client aborts, and creates the plant anyway. */
  hidesAborts?: boolean;
  /** How long a request may take to reach the store, even on a slow machine, in ms. @default 1000 */
  patience?: number;
}

interface FaultCase {
  /** A sentence about what comes of the fault. */
  name: string;
  fault: Fault;
  /** Ms; only where the fault is to reach it. */
  timeout?: number;
  /** What the client is given; a plant where this has no `kind`. */
  result: { kind?: PlantStoreFailure["kind"]; [field: string]: unknown };
  created: boolean;
  /** In the journal; nothing is answered where there is none. */
  status?: number;
}

const FERN = { id: 1, name: "Fern", tag: "indoor" };
const PLANT = { name: "Fern", tag: "indoor" };

const notCreated = { outcome: "not-created", attempts: 1 };
const unknown = { outcome: "unknown", attempts: 1 };
const created = { outcome: "created", attempts: 1 };

function casesFor({ hidesRedirects = false, patience = 1_000 }: AdapterLimits): FaultCase[] {
  return [
    {
      name: "a 400 is the service's own refusal",
      fault: faults.status(400, { error: -7, message: "no ferns today" }, { "x-request-id": "r1" }),
      result: { kind: "rejected", ...notCreated, status: 400, error: -7, message: "no ferns today" },
      created: false,
      status: 400,
    },
    {
      name: "a status has an Error body unless it is given one",
      fault: faults.status(400),
      result: { kind: "rejected", ...notCreated, error: 400, message: "fault: status 400" },
      created: false,
      status: 400,
    },
    {
      name: "a 503 leaves it open whether there is a plant",
      fault: faults.status(503, "<h1>Later</h1>", { "content-type": "text/html", "retry-after": "2" }),
      result: {
        kind: "unexpected-response",
        ...unknown,
        status: 503,
        body: "<h1>Later</h1>",
        retryAfter: 2000,
      },
      created: false,
      status: 503,
    },
    {
      name: "a rate limit is a 429 that says when to come back",
      fault: faults.rateLimit(7),
      result: { kind: "unexpected-response", ...notCreated, status: 429, retryAfter: 7000 },
      created: false,
      status: 429,
    },
    {
      name: "a redirect is not followed",
      fault: faults.status(302, "", { location: "/elsewhere" }),
      result: { kind: "unexpected-response", ...unknown, status: hidesRedirects ? 0 : 302 },
      created: false,
      status: 302,
    },
    {
      name: "a 201 has created the plant",
      fault: faults.status(201, PLANT),
      result: { kind: "unexpected-response", ...created, status: 201, body: JSON.stringify(PLANT) },
      created: true,
      status: 201,
    },
    {
      name: "a 204 has created the plant, without a body",
      fault: faults.status(204),
      result: { kind: "unexpected-response", ...created, status: 204, body: "" },
      created: true,
      status: 204,
    },
    ...['{"name":"Fe', "<!doctype html><h1>Fern</h1>", "", '{"name":7}'].map(
      (text): FaultCase => ({
        name: `a 200 with the body '${text}' has created the plant`,
        fault: faults.body(text),
        result: { kind: "unexpected-response", ...created, status: 200, body: text },
        created: true,
        status: 200,
      }),
    ),
    {
      name: "a 200 with another plant's body is a success",
      fault: faults.body('{"name":"Moss"}', "text/plain"),
      result: { name: "Moss" },
      created: true,
      status: 200,
    },
    ...[0, 3, 1000].map(
      (bytes): FaultCase => ({
        name: `a body that breaks off after ${bytes} bytes rejects, and its plant is created`,
        fault: faults.truncate(bytes),
        result: { kind: "connection", ...created },
        created: true,
        status: 200,
      }),
    ),
    {
      name: "a reset loses the connection, and nothing is created",
      fault: faults.reset(),
      result: { kind: "connection", ...unknown },
      created: false,
    },
    {
      name: "a reset after creating loses the answer alone",
      fault: faults.reset({ afterCreate: true }),
      result: { kind: "connection", ...unknown },
      created: true,
    },
    {
      name: "a hang lasts as long as the client's patience, and nothing is created",
      fault: faults.hang(),
      timeout: patience,
      result: { kind: "timeout", ...unknown, timeout: patience },
      created: false,
    },
    {
      name: "a hang after creating lasts as long as the client's patience",
      fault: faults.hang({ afterCreate: true }),
      timeout: patience,
      result: { kind: "timeout", ...unknown, timeout: patience },
      created: true,
    },
    {
      name: "a delay is followed by the usual answer",
      fault: faults.delay(20),
      result: PLANT,
      created: true,
      status: 200,
    },
    {
      name: "a delay may be followed by a status",
      fault: faults.delay(20, faults.status(500)),
      result: { kind: "unexpected-response", ...unknown, status: 500 },
      created: false,
      status: 500,
    },
    {
      name: "a delay may be followed by a body that breaks off",
      fault: faults.delay(10, faults.delay(10, faults.truncate(3))),
      result: { kind: "connection", ...created },
      created: true,
      status: 200,
    },
    {
      name: "a delay may be followed by a reset",
      fault: faults.delay(20, faults.reset()),
      result: { kind: "connection", ...unknown },
      created: false,
    },
  ];
}

// Each has a store to itself, and some wait for a second.
export function testAdapterFaults(adapter: Adapter, limits: AdapterLimits = {}): void {
  for (const faultCase of casesFor(limits)) {
    test.concurrent(faultCase.name, async ({ onTestFinished }) => {
      const { fault, timeout, result, created, status } = faultCase;
      const store = createPlantStore();
      const connection = await adapter(store, onTestFinished);
      store.enqueue(fault);
      expect(await create(connection, { timeout })).toMatchObject(
        result.kind === undefined ? { success: true, data: result } : { success: false, error: result },
      );
      expect(store.plants).toEqual(created ? [FERN] : []);
      expect(journal(store)).toEqual([{ fault, status }]);

      expect(await create(connection)).toMatchObject({ success: true, data: PLANT, attempts: 1 });
      expect(store.plants).toEqual(created ? [FERN, FERN] : [FERN]);
      expect(journal(store)).toEqual([{ fault, status }, { status: 200 }]);
    });
  }

  test.concurrent("faults are met first in, first out, and then the store serves as usual", async ({
    onTestFinished,
  }) => {
    const store = createPlantStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.status(503), faults.delay(10, faults.rateLimit(9)));
    store.enqueue(faults.body(""), faults.reset());
    const met: unknown[] = [];
    for (let call = 0; call < 6; call++) {
      const result = await create(connection);
      met.push(result.success ? "created" : result.error.kind);
    }
    expect(met).toEqual([
      "unexpected-response",
      "unexpected-response",
      "unexpected-response",
      "connection",
      "created",
      "created",
    ]);
    expect(store.requests.map(({ status }) => status)).toEqual([503, 429, 200, undefined, 200, 200]);
    expect(store.plants).toHaveLength(3);
  });

  test.concurrent("a retry that the rate limit asks for succeeds", async ({ onTestFinished }) => {
    const store = createPlantStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.rateLimit(0));
    const result = await create(connection, { maxRetries: 1 });
    expect(result).toMatchObject({ success: true, data: PLANT, attempts: 2, possibleDuplicate: false });
    expect(store.requests.map(({ status }) => status)).toEqual([429, 200]);
    expect(store.plants).toEqual([FERN]);
  });

  test.concurrent("a retry that the caller wants after a lost answer creates the plant twice, and says so", async ({
    onTestFinished,
  }) => {
    const store = createPlantStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.reset({ afterCreate: true }));
    const result = await create(connection, { maxRetries: 1, retryUnknown: true });
    expect(result).toMatchObject({ success: true, data: PLANT, attempts: 2, possibleDuplicate: true });
    expect(store.plants).toEqual([FERN, FERN]);
  });

  test.concurrent("a refusal stays as it is under a fault that would alter an answer", async ({
    onTestFinished,
  }) => {
    const store = createPlantStore({ duplicates: "reject", plants: [FERN] });
    const connection = await adapter(store, onTestFinished);
    for (const fault of [faults.body(""), faults.truncate(3), faults.status(201), faults.delay(1)]) {
      store.enqueue(fault);
      expect(await create(connection)).toMatchObject({
        success: false,
        error: { kind: "rejected", ...notCreated, message: "`id` 1 already exists" },
      });
    }
    expect(store.plants).toEqual([FERN]);
    expect(store.requests.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });

  test.concurrent("a reset of the store ends a hang as a lost connection", async ({
    expect,
    onTestFinished,
  }) => {
    const store = createPlantStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.hang(), faults.status(503));
    const pending = create(connection);
    await expect.poll(() => store.requests).toHaveLength(1);
    store.reset();
    expect(await pending).toMatchObject({ success: false, error: { kind: "connection", ...unknown } });
    expect(await create(connection)).toMatchObject({ success: true, data: PLANT });
    expect(store.plants).toEqual([FERN]);
  });

  const wait = (limits.patience ?? 1_000) / 2;
  const afterwards = limits.hidesAborts ? "is created after all" : "is not created any more";
  test.concurrent(`a plant whose client gave up during a delay ${afterwards}`, async ({
    expect,
    onTestFinished,
  }) => {
    const store = createPlantStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.delay(wait));
    const controller = new AbortController();
    const pending = create(connection, { signal: controller.signal });
    await expect.poll(() => store.requests).toHaveLength(1);
    controller.abort("enough");
    expect(await pending).toMatchObject({ success: false, error: { kind: "aborted", ...unknown } });
    expect(store.plants).toEqual([]);
    // Set after the store's own timer, and longer, so that this ends later on any machine.
    await new Promise((resolve) => setTimeout(resolve, wait + 100));
    expect(store.plants).toEqual(limits.hidesAborts ? [FERN] : []);
    expect(await create(connection)).toMatchObject({ success: true, attempts: 1 });
  });
}

function create(connection: Connection, options?: CreatePlantOptions): Promise<CreatePlantResult> {
  return safeCreatePlant(FERN, { ...connection, token: TOKEN, maxRetries: 0, ...options });
}

function journal(store: ReturnType<typeof createPlantStore>): object[] {
  return store.requests.map(({ fault, status }) => ({ fault, status }));
}
