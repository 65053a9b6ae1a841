/** Tests of the mock that run with every adapter in Node. */
import { type CreatePlantOptions, type CreatePlantResult, safeCreatePlant } from "plant-store-sdk";
import { type Fault, faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { TOKEN } from "../../support/client.ts";
import { readFaultTable } from "../../support/fault-table.ts";
import { JSON_HEADERS } from "../../support/post-plant.ts";
import { adapterCases, type ContractCase, routeCases, serviceCases } from "./adapter-contract-cases.ts";

/** How a client reaches a store. */
export interface Connection {
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Makes a store reachable until the test ends, under a base URL of its own. */
export type Adapter = (
  store: MockStore,
  onTestFinished: (end: () => void | Promise<void>) => void,
) => Promise<Connection>;

/**
 * For every adapter.
 *
 * @param sentAfter421 how many requests `fetch` sends if the first one gets a 421
 */
export function testAdapterContract(adapter: Adapter, sentAfter421 = 1): void {
  testCases(adapter, adapterCases);
  testFaults(adapter, sentAfter421);
}

/** For one adapter. */
export function testService(adapter: Adapter): void {
  testCases(adapter, serviceCases);
}

/** Other paths and methods. For adapters that serve the whole origin. */
export function testRoutes(adapter: Adapter): void {
  testCases(adapter, routeCases);

  test("applies faults only to POST /plants", async ({ onTestFinished }) => {
    const store = new MockStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.status(503));
    const statuses = routeCases.map(({ status }) => status);
    const received: number[] = [];
    for (const routeCase of routeCases) received.push((await send(connection, routeCase)).status);
    expect(received).toEqual(statuses);
    expect(store.faults).toEqual([faults.status(503)]);
    expect(store.requests.filter((request) => "fault" in request)).toEqual([]);
  });
}

function testCases(adapter: Adapter, contractCases: ContractCase[]): void {
  for (const contractCase of contractCases) {
    test(contractCase.name, async ({ onTestFinished }) => {
      const { options, status, responseBody, responseHeaders, plants } = contractCase;
      const store = new MockStore(options);
      const connection = await adapter(store, onTestFinished);

      const response = await send(connection, contractCase);
      expect(await textOf(response)).toBe(responseBody);
      expect(response.status).toBe(status);
      expect(headersOf(response)).toEqual({ ...DEFAULT_HEADERS, ...responseHeaders });
      expect(store.plants).toStrictEqual(plants);
      expect(store.requests).toStrictEqual(expectedJournal(contractCase, connection.baseUrl));

      const next = await send(connection, { body: '{"id":4711,"name":"Next"}' });
      expect(next.status).toBe(200);
      expect(store.plants).toStrictEqual([...plants, { id: 4711, name: "Next" }]);
    });
  }
}

type Sent = Pick<ContractCase, "method" | "path" | "headers" | "body">;

function send({ baseUrl, fetch }: Connection, { method = "POST", path = "/plants", headers, body }: Sent) {
  const sent = Object.entries({ ...JSON_HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  return fetch(`${baseUrl}${path}`, {
    method,
    headers: sent as [string, string][],
    body: typeof body === "string" ? new TextEncoder().encode(body) : (body ?? null),
  });
}

const DEFAULT_HEADERS = { "content-type": "application/json", vary: "origin" };

/** Headers that an adapter adds. */
const ADAPTER_HEADERS = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

function headersOf({ headers }: Response): Record<string, string> {
  const isOfStore = ([name, value]: [string, string]) =>
    !ADAPTER_HEADERS.includes(name) && !(name === "access-control-allow-origin" && value === "*"); // MSW's
  return Object.fromEntries([...headers].filter(isOfStore));
}

/** Unlike `text()`, keeps a byte order mark and rejects invalid UTF-8. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(await response.arrayBuffer());
}

/** The journal after a case. */
function expectedJournal(contractCase: ContractCase, baseUrl: string): Record<string, unknown>[] {
  const { method = "POST", path = "/plants", body = "", status, plants, journal } = contractCase;
  const { responseBody, responseHeaders } = contractCase;
  if (journal === null) return [];
  const entry = {
    method,
    url: `${baseUrl}${path}`,
    headers: expect.any(Object),
    time: expect.any(Number),
    body,
    plant: status === 200 ? plants.at(-1) : undefined,
    created: status === 200,
    token: TOKEN,
    status,
    reason: status >= 400 ? messageIn(responseBody) : undefined,
    response: { headers: { ...DEFAULT_HEADERS, ...responseHeaders }, body: responseBody.slice(0, 16_384) },
    duration: expect.any(Number),
    ...journal,
  };
  return [Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))];
}

/** The message of an Error body. The response to HEAD has none. */
function messageIn(responseBody: string): unknown {
  return responseBody === "" ? expect.any(String) : JSON.parse(responseBody).message;
}

// Faults.

/** In ms. Long enough that every request reaches the store. */
const TIMEOUT = 1_000;

/** `failure` has fields of the failure; it is undefined if the call succeeds. */
type FaultCase = [name: string, fault: Fault, createsPlant: boolean, failure?: Record<string, unknown>];

const FERN = { id: 1, name: "Fern", tag: "indoor" };
const PLANT = { name: "Fern", tag: "indoor" };

/** What an adapter must pass on, besides the faults of the guide: statuses, headers, bodies, and where a body ends. */
function listCases(): FaultCase[] {
  const [rejection, shelf] = [{ error: -7, message: "no ferns today" }, { "x-shelf": "3" }];
  const [body, html] = ["<h1>Later</h1>", { "content-type": "text/html", "retry-after": "2" }];
  const later = { response: { status: 503, body }, retryAfter: 2000 };
  const elsewhere = { headers: { location: "/elsewhere" } };
  const lost = { kind: "connection", outcome: "created" };
  return [
    ...readFaultTable().map(({ code, fault, createsPlant, kind, outcome }): FaultCase => {
      return kind === undefined
        ? [code, fault, createsPlant]
        : [code, fault, createsPlant, { kind, outcome }];
    }),
    ["the Error body of a 400", faults.status(400, { body: rejection, headers: shelf }), false, rejection],
    ["the body and the headers of a 503", faults.status(503, { body, headers: html }), false, later],
    ["a redirect", faults.status(302, elsewhere), false, { response: { status: 302 } }],
    ["a status without a body", faults.status(204), true, { response: { status: 204, body: "" } }],
    ["an empty 200", faults.status(200, { body: "" }), true, { response: { status: 200, body: "" } }],
    ["no byte of the body", faults.truncate(0), true, lost],
    ["all bytes but the last", faults.truncate(1000), true, lost],
    ["a delay before a truncated body", faults.truncate(3, { delay: 10 }), true, lost],
    ["a delay before a reset", faults.reset({ delay: 20 }), false, { kind: "connection" }],
    ["a body that trickles fast enough", faults.trickle(1_000), true],
    ["a stall after the headers, which are evidence of a plant", faults.stall(0), true, { kind: "timeout" }],
  ];
}

/** What the client's failure says, and whether a plant exists. test/browsers/faults.test.ts runs in pages. */
function testFaults(adapter: Adapter, sentAfter421: number): void {
  test(`sends ${sentAfter421} requests after a 421`, async ({ onTestFinished }) => {
    const store = new MockStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.status(421));
    expect((await create(connection)).success).toBe(sentAfter421 === 2);
    const expected = [{ status: 421 }, { status: 200, resentOf: 1 }].slice(0, sentAfter421);
    expect(store.requests).toMatchObject(expected);
  });

  // Concurrent, because some wait for a second.
  for (const [name, fault, createsPlant, failure] of listCases()) {
    test.concurrent(`passes on ${name}, and responds to the next request`, async ({ onTestFinished }) => {
      const store = new MockStore();
      const connection = await adapter(store, onTestFinished);
      store.enqueue(fault);
      const mayTimeOut = failure?.kind === "timeout";
      const result = await create(connection, mayTimeOut ? { timeout: TIMEOUT } : {});
      expect(result).toMatchObject(
        failure
          ? { success: false, error: { ...failure, attempts: 1 } }
          : { success: true, data: PLANT, attempts: 1 },
      );
      expect(store.plants).toEqual(createsPlant ? [FERN] : []);
      expect(store.requests).toMatchObject([{ fault, created: createsPlant }]);

      expect(await create(connection)).toMatchObject({ success: true, data: PLANT, attempts: 1 });
      expect(store.plants).toEqual(createsPlant ? [FERN, FERN] : [FERN]);
      expect(store.requests).toHaveLength(2);
    });
  }

  test.concurrent.for([
    ["a hang", faults.hang(), "unknown"],
    ["a stalled body", faults.stall(3), "created"],
  ] as const)("store.clear() ends %s with a lost connection", async ([, fault, outcome], context) => {
    const store = new MockStore();
    const connection = await adapter(store, context.onTestFinished);
    store.enqueue(fault, faults.status(503));
    const pending = create(connection);
    await context.expect.poll(() => store.requests).toHaveLength(1);
    if (outcome === "created")
      await context.expect.poll(() => store.requests).toMatchObject([{ status: 200 }]);
    store.clear();
    expect(await pending).toMatchObject({ error: { kind: "connection", outcome } });
    expect(await create(connection)).toMatchObject({ success: true, data: PLANT });
    expect(store.plants).toEqual([FERN]);
  });

  test.concurrent("a delayed request that the client aborts creates nothing", async ({
    expect,
    onTestFinished,
  }) => {
    const store = new MockStore();
    const connection = await adapter(store, onTestFinished);
    store.enqueue(faults.delay(TIMEOUT / 2));
    const controller = new AbortController();
    const pending = create(connection, { signal: controller.signal });
    await expect.poll(() => store.requests).toHaveLength(1);
    controller.abort("enough");
    expect(await pending).toMatchObject({ error: { kind: "aborted", outcome: "unknown", attempts: 1 } });
    expect(store.plants).toEqual([]);
    // This timer starts after the store's timer and is longer, so it always ends later.
    await new Promise((resolve) => setTimeout(resolve, TIMEOUT / 2 + 100));
    expect(store.plants).toEqual([]);
    expect(await create(connection)).toMatchObject({ success: true, attempts: 1 });
  });
}

function create(connection: Connection, options?: CreatePlantOptions): Promise<CreatePlantResult> {
  return safeCreatePlant(FERN, { ...connection, token: TOKEN, maxRetries: 0, ...options });
}
