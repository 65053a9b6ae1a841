/** Tests of faults that run with every adapter, in Node and in a page: the client's failure, and whether a plant exists. */
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
  /** The headers arrive only with the first byte of the body, as in Firefox behind a service worker. */
  delaysHeaders?: boolean;
  /** In ms. Long enough that every request reaches the store. @default 1000 */
  timeout?: number;
}

interface FaultCase {
  name: string;
  fault: Fault;
  /** In ms, if the case expects a timeout. */
  timeout?: number;
  /** The plant, or the failure if it has a `kind`. */
  result: { kind?: PlantStoreFailure["kind"]; [field: string]: unknown };
  created: boolean;
  /** The status in the journal; undefined if there is no response. */
  status?: number;
}

const FERN = { id: 1, name: "Fern", tag: "indoor" };
const PLANT = { name: "Fern", tag: "indoor" };

const notCreated = { outcome: "not-created", attempts: 1 };
const unknown = { outcome: "unknown", attempts: 1 };
const created = { outcome: "created", attempts: 1 };

function casesFor({
  hidesRedirects = false,
  delaysHeaders = false,
  timeout = 1_000,
}: AdapterLimits): FaultCase[] {
  return [
    {
      name: "a 400 is reported as a rejection",
      fault: faults.status(400, {
        body: { error: -7, message: "no ferns today" },
        headers: { "x-request-id": "r1" },
      }),
      result: { kind: "rejected", ...notCreated, status: 400, error: -7, message: "no ferns today" },
      created: false,
      status: 400,
    },
    {
      name: "a 400 has an Error body by default",
      fault: faults.status(400),
      result: { kind: "rejected", ...notCreated, error: 400, message: "fault: status 400" },
      created: false,
      status: 400,
    },
    {
      name: "a 503 leaves the outcome unknown",
      fault: faults.status(503, {
        body: "<h1>Later</h1>",
        headers: { "content-type": "text/html", "retry-after": "2" },
      }),
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
      name: "a rate limit is a 429 with Retry-After",
      fault: faults.rateLimit(7),
      result: { kind: "unexpected-response", ...notCreated, status: 429, retryAfter: 7000 },
      created: false,
      status: 429,
    },
    {
      name: "a redirect is not followed",
      fault: faults.status(302, { body: "", headers: { location: "/elsewhere" } }),
      result: { kind: "unexpected-response", ...unknown, status: hidesRedirects ? 0 : 302 },
      created: false,
      status: 302,
    },
    {
      name: "a 201 creates the plant",
      fault: faults.status(201, { body: PLANT }),
      result: { kind: "unexpected-response", ...created, status: 201, body: JSON.stringify(PLANT) },
      created: true,
      status: 201,
    },
    {
      name: "a 202 responds with the plant by default",
      fault: faults.status(202),
      result: { kind: "unexpected-response", ...unknown, status: 202, body: JSON.stringify(PLANT) },
      created: true,
      status: 202,
    },
    {
      name: "a 204 creates the plant and has no body",
      fault: faults.status(204),
      result: { kind: "unexpected-response", ...unknown, status: 204, body: "" },
      created: true,
      status: 204,
    },
    ...['{"name":"Fe', "<!doctype html><h1>Fern</h1>", "", '{"name":7}'].map(
      (text): FaultCase => ({
        name: `a 200 with the body '${text}' creates the plant`,
        fault: faults.body(text),
        result: { kind: "unexpected-response", ...unknown, status: 200, body: text },
        created: true,
        status: 200,
      }),
    ),
    {
      name: "a 200 with the body of another plant is a success",
      fault: faults.body('{"name":"Moss"}', { contentType: "text/plain" }),
      result: { name: "Moss" },
      created: true,
      status: 200,
    },
    ...[0, 3, 1000].map(
      (bytes): FaultCase => ({
        name: `a body truncated after ${bytes} bytes creates the plant and fails the call`,
        fault: faults.truncate(bytes),
        result: { kind: "connection", ...created },
        created: true,
        status: 200,
      }),
    ),
    ...(delaysHeaders ? [3] : [0, 3]).map(
      (bytes): FaultCase => ({
        name: `a body that stalls after ${bytes} bytes creates the plant and lasts until the client times out`,
        fault: faults.stall(bytes),
        timeout,
        result: { kind: "timeout", ...created, timeout },
        created: true,
        status: 200,
      }),
    ),
    {
      name: "a 503 with afterCreate creates the plant and leaves the outcome unknown",
      fault: faults.status(503, { afterCreate: true }),
      result: { kind: "unexpected-response", ...unknown, status: 503 },
      created: true,
      status: 503,
    },
    {
      name: "a 200 without afterCreate creates nothing and has an Error body by default",
      fault: faults.status(200, { afterCreate: false }),
      result: {
        kind: "unexpected-response",
        ...unknown,
        status: 200,
        body: '{"error":200,"message":"fault: status 200"}',
      },
      created: false,
      status: 200,
    },
    {
      name: "a sign-in page creates nothing",
      fault: faults.body("<h1>Sign in</h1>", { contentType: "text/html", afterCreate: false }),
      result: { kind: "unexpected-response", ...unknown, status: 200, body: "<h1>Sign in</h1>" },
      created: false,
      status: 200,
    },
    {
      name: "a body that trickles arrives slowly, and the call succeeds",
      fault: faults.trickle(1_000),
      result: PLANT,
      created: true,
      status: 200,
    },
    {
      name: "a body that trickles too slowly creates the plant and lasts until the client times out",
      fault: faults.trickle(1),
      timeout,
      result: { kind: "timeout", ...created, timeout },
      created: true,
      status: 200,
    },
    {
      name: "a closed connection leaves the outcome unknown and creates nothing",
      fault: faults.close(),
      result: { kind: "connection", ...unknown },
      created: false,
    },
    {
      name: "a connection that is closed after the plant was created leaves the outcome unknown",
      fault: faults.close({ afterCreate: true }),
      result: { kind: "connection", ...unknown },
      created: true,
    },
    {
      name: "a reset loses the connection and creates nothing",
      fault: faults.reset(),
      result: { kind: "connection", ...unknown },
      created: false,
    },
    {
      name: "a reset with afterCreate creates the plant and loses the response",
      fault: faults.reset({ afterCreate: true }),
      result: { kind: "connection", ...unknown },
      created: true,
    },
    {
      name: "a hang lasts until the client times out and creates nothing",
      fault: faults.hang(),
      timeout,
      result: { kind: "timeout", ...unknown, timeout },
      created: false,
    },
    {
      name: "a hang with afterCreate creates the plant and lasts until the client times out",
      fault: faults.hang({ afterCreate: true }),
      timeout,
      result: { kind: "timeout", ...unknown, timeout },
      created: true,
    },
    {
      name: "a delay is followed by the normal response",
      fault: faults.delay(20),
      result: PLANT,
      created: true,
      status: 200,
    },
    {
      name: "a delay can be followed by a status",
      fault: faults.status(500, { delay: 20 }),
      result: { kind: "unexpected-response", ...unknown, status: 500 },
      created: false,
      status: 500,
    },
    {
      name: "a delay can be followed by a truncated body",
      fault: faults.truncate(3, { delay: 10 }),
      result: { kind: "connection", ...created },
      created: true,
      status: 200,
    },
    {
      name: "a delay can be followed by a reset",
      fault: faults.reset({ delay: 20 }),
      result: { kind: "connection", ...unknown },
      created: false,
    },
  ];
}

// Concurrent, because some wait for a second.
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
      expect(journal(store)).toEqual([{ fault, status, created }]);

      expect(await create(connection)).toMatchObject({ success: true, data: PLANT, attempts: 1 });
      expect(store.plants).toEqual(created ? [FERN, FERN] : [FERN]);
      expect(journal(store)).toEqual([
        { fault, status, created },
        { status: 200, created: true },
      ]);
    });
  }

  test.concurrent("faults are applied first in, first out, and later requests succeed", async ({
    onTestFinished,
  }) => {
    const store = createPlantStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.status(503), faults.rateLimit(9, { delay: 10 }));
    store.enqueue(faults.body(""), faults.reset());
    const results: unknown[] = [];
    for (let call = 0; call < 6; call++) {
      const result = await create(connection);
      results.push(result.success ? "created" : result.error.kind);
    }
    expect(results).toEqual([
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

  test.concurrent("a retry after a rate limit succeeds", async ({ onTestFinished }) => {
    const store = createPlantStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.rateLimit(0));
    const result = await create(connection, { maxRetries: 1 });
    expect(result).toMatchObject({ success: true, data: PLANT, attempts: 2, possibleDuplicate: false });
    expect(store.requests.map(({ status }) => status)).toEqual([429, 200]);
    expect(store.plants).toEqual([FERN]);
  });

  test.concurrent("a retry after a lost response creates a duplicate and reports it", async ({
    onTestFinished,
  }) => {
    const store = createPlantStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.reset({ afterCreate: true }));
    const result = await create(connection, { maxRetries: 1, retryUnknown: true });
    expect(result).toMatchObject({ success: true, data: PLANT, attempts: 2, possibleDuplicate: true });
    expect(store.plants).toEqual([FERN, FERN]);
  });

  test.concurrent("a rejection is not changed by a fault that changes successful responses", async ({
    onTestFinished,
  }) => {
    const store = createPlantStore({ rules: { duplicates: { status: 400 } }, plants: [FERN] });
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

  test.concurrent("store.reset() ends a hang with a lost connection", async ({ expect, onTestFinished }) => {
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

  test.concurrent("store.reset() ends a stalled body with a lost connection", async ({
    expect,
    onTestFinished,
  }) => {
    const store = createPlantStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.stall(3));
    const pending = create(connection);
    await expect.poll(() => store.requests).toMatchObject([{ status: 200 }]);
    store.reset();
    expect(await pending).toMatchObject({ success: false, error: { kind: "connection", ...created } });
    expect(await create(connection)).toMatchObject({ success: true, data: PLANT });
  });

  const delay = (limits.timeout ?? 1_000) / 2;
  const effect = limits.hidesAborts ? "still creates the plant" : "creates nothing";
  test.concurrent(`a delayed request that the client aborts ${effect}`, async ({
    expect,
    onTestFinished,
  }) => {
    const store = createPlantStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.delay(delay));
    const controller = new AbortController();
    const pending = create(connection, { signal: controller.signal });
    await expect.poll(() => store.requests).toHaveLength(1);
    controller.abort("enough");
    expect(await pending).toMatchObject({ success: false, error: { kind: "aborted", ...unknown } });
    expect(store.plants).toEqual([]);
    // This timer starts after the store's timer and is longer, so it always ends later.
    await new Promise((resolve) => setTimeout(resolve, delay + 100));
    expect(store.plants).toEqual(limits.hidesAborts ? [FERN] : []);
    expect(await create(connection)).toMatchObject({ success: true, attempts: 1 });
  });
}

function create(connection: Connection, options?: CreatePlantOptions): Promise<CreatePlantResult> {
  return safeCreatePlant(FERN, { ...connection, token: TOKEN, maxRetries: 0, ...options });
}

function journal(store: ReturnType<typeof createPlantStore>): object[] {
  return store.requests.map(({ fault, status, created }) => ({ fault, status, created }));
}
