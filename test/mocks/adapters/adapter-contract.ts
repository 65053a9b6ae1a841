/** Tests of the reference store that every adapter must pass, in Node and in a page. */
import { safeCreatePlant } from "plant-store-sdk";
import { createPlantStore, faults, type PlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { TOKEN } from "../../support/client.ts";
import { JSON_HEADERS } from "../../support/post-plant.ts";
import { type ContractCase, cases, routeCases } from "./adapter-contract-cases.ts";

/** How a client reaches a store. */
export interface Connection {
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Makes a store reachable until the test ends, under a base URL that no other store has. */
export type Adapter = (
  store: PlantStore,
  onTestFinished: (end: () => void | Promise<void>) => void,
) => Promise<Connection>;

/** For every adapter: requests that create plants. */
export function testAdapterContract(adapter: Adapter): void {
  testCases(adapter, cases);

  test("9007199254740993 and 9007199254740992 are two plants", async ({ onTestFinished }) => {
    const store = createPlantStore({ duplicates: "reject" });
    const connection = await adapter(store, onTestFinished);
    const ids = ["9007199254740993", "9007199254740992", "9007199254740993"];
    const statuses: number[] = [];
    for (const id of ids) {
      statuses.push((await send(connection, { body: `{"id":${id},"name":"Fern"}` })).status);
    }
    expect(statuses).toEqual([200, 200, 400]);
    expect(store.plants.map(({ id }) => id)).toEqual([9007199254740993n, 9007199254740992n]);
  });

  test.concurrent.for(["Fern", "Moss", "Ivy"])(
    "stores in use at the same time do not share plants, such as a %s",
    async (name, { onTestFinished }) => {
      const store = createPlantStore({ duplicates: "reject" });
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

/** For adapters that serve the whole origin: other paths and methods. */
export function testRoutes(adapter: Adapter): void {
  testCases(adapter, routeCases);

  test("only POST on /plants meets a fault", async ({ onTestFinished }) => {
    const store = createPlantStore();
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
      const store = createPlantStore(options);
      const connection = await adapter(store, onTestFinished);

      const response = await send(connection, contractCase);
      expect(await textOf(response)).toBe(responseBody);
      expect(response.status).toBe(status);
      expect(headersOf(response)).toEqual({ ...USUAL_HEADERS, ...responseHeaders });
      expect(store.plants).toStrictEqual(plants);
      expect(store.requests).toStrictEqual(journalOf(contractCase, connection.baseUrl));

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

const USUAL_HEADERS = {
  "content-type": "application/json",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
};

/** Headers that an adapter adds. */
const FRAMING = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !FRAMING.includes(name)));
}

/** Not `text()`, which drops a byte order mark and replaces invalid UTF-8. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(await response.arrayBuffer());
}

/** The journal that a case must leave. */
function journalOf(contractCase: ContractCase, baseUrl: string): Record<string, unknown>[] {
  const { method = "POST", path = "/plants", body = "", status, plants, journal } = contractCase;
  if (journal === null) return [];
  const entry = {
    method,
    url: `${baseUrl}${path}`,
    body,
    plant: status === 200 ? plants.at(-1) : undefined,
    token: TOKEN,
    status,
    ...journal,
  };
  return [Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))];
}
