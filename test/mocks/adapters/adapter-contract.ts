/** Tests of the mock that run with every adapter in Node. */
import { safeCreatePlant } from "plant-store-sdk";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { TOKEN } from "../../support/client.ts";
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

/** For every adapter. */
export function testAdapterContract(adapter: Adapter): void {
  testCases(adapter, adapterCases);

  test.concurrent.for(["Fern", "Moss", "Ivy"])(
    "does not share plants between concurrent stores: %s",
    async (name, { onTestFinished }) => {
      const store = new MockStore({ rules: { duplicates: { status: 400 } } });
      const connection = await adapter(store, onTestFinished);
      const ids = Array.from({ length: 20 }, (_, id) => id);
      const calls = ids.map((id) => safeCreatePlant({ id, name }, { ...connection, token: TOKEN }));
      for (const result of await Promise.all(calls)) {
        expect(result).toMatchObject({ success: true, data: { name }, attempts: 1 });
      }
      const plants = ids.map((id) => ({ id, name }));
      expect(store.plants.sort((one, other) => Number(one.id) - Number(other.id))).toEqual(plants);
      expect(store.requests).toHaveLength(ids.length);
    },
  );
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
