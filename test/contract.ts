/**
 * What the reference store must do, whatever carries its requests. It runs in Node and in a page.
 * A carrier's file calls it with the carrier: `carriers/`.
 */
import { safeCreatePlant } from "plant-store-sdk";
import { createPlantStore, faults, type PlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { type ContractCase, cases, routeCases } from "./contract-cases.ts";
import { JSON_HEADERS } from "./posting.ts";

/** How requests come to a store. */
export interface Carrier {
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Has a store be reached, until the test ends, under a base URL of its own. */
export type Carry = (
  store: PlantStore,
  onTestFinished: (end: () => void | Promise<void>) => void,
) => Promise<Carrier>;

/** What every carrier brings to the store: plants to create. */
export function testContract(carry: Carry): void {
  testCases(carry, cases);

  test("9007199254740993 and 9007199254740992 are two plants", async ({ onTestFinished }) => {
    const store = createPlantStore({ duplicates: "reject" });
    const carrier = await carry(store, onTestFinished);
    const ids = ["9007199254740993", "9007199254740992", "9007199254740993"];
    const statuses: number[] = [];
    for (const id of ids) {
      statuses.push((await send(carrier, { body: `{"id":${id},"name":"Fern"}` })).status);
    }
    expect(statuses).toEqual([200, 200, 400]);
    expect(store.plants.map(({ id }) => id)).toEqual([9007199254740993n, 9007199254740992n]);
  });

  test.concurrent.for(["Fern", "Moss", "Ivy"])(
    "stores at work at the same time never see each other's plants, such as a %s",
    async (name, { onTestFinished }) => {
      const store = createPlantStore({ duplicates: "reject" });
      const carrier = await carry(store, onTestFinished);
      const ids = Array.from({ length: 20 }, (_, id) => id);
      const calls = ids.map((id) => safeCreatePlant({ id, name }, { ...carrier, token: "t0ken" }));
      for (const result of await Promise.all(calls)) {
        expect(result).toMatchObject({ success: true, data: { name }, attempts: 1 });
      }
      const plants = ids.map((id) => ({ id, name }));
      expect(store.plants.sort((one, other) => Number(one.id) - Number(other.id))).toEqual(plants);
      expect(store.requests).toHaveLength(ids.length);
    },
  );
}

/** What only a carrier brings that has the whole origin to itself. */
export function testRoutes(carry: Carry): void {
  testCases(carry, routeCases);

  test("only POST on /plants meets a fault", async ({ onTestFinished }) => {
    const store = createPlantStore();
    const carrier = await carry(store, onTestFinished);
    store.enqueue(faults.status(503));
    const statuses = routeCases.map(({ status }) => status);
    const answered: number[] = [];
    for (const routeCase of routeCases) answered.push((await send(carrier, routeCase)).status);
    expect(answered).toEqual(statuses);
    expect(store.faults).toEqual([faults.status(503)]);
    expect(store.requests.filter((request) => "fault" in request)).toEqual([]);
  });
}

function testCases(carry: Carry, contractCases: ContractCase[]): void {
  for (const contractCase of contractCases) {
    test(contractCase.name, async ({ onTestFinished }) => {
      const { options, status, answer, answerHeaders, plants } = contractCase;
      const store = createPlantStore(options);
      const carrier = await carry(store, onTestFinished);

      const response = await send(carrier, contractCase);
      expect(await textOf(response)).toBe(answer);
      expect(response.status).toBe(status);
      expect(headersOf(response)).toEqual({ ...USUAL_HEADERS, ...answerHeaders });
      expect(store.plants).toStrictEqual(plants);
      expect(store.requests).toStrictEqual(journalOf(contractCase, carrier.baseUrl));

      const next = await send(carrier, { body: '{"id":4711,"name":"Next"}' });
      expect(next.status).toBe(200);
      expect(store.plants).toStrictEqual([...plants, { id: 4711, name: "Next" }]);
    });
  }
}

type Sent = Pick<ContractCase, "method" | "path" | "headers" | "body">;

function send({ baseUrl, fetch }: Carrier, { method = "POST", path = "/plants", headers, body }: Sent) {
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

/** A carrier's own to add. */
const FRAMING = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !FRAMING.includes(name)));
}

/** Not `text()`, which would overlook a byte order mark and mend what is not UTF-8. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(await response.arrayBuffer());
}

/** What the store must have recorded of a case. */
function journalOf(contractCase: ContractCase, baseUrl: string): Record<string, unknown>[] {
  const { method = "POST", path = "/plants", body = "", status, plants, journal } = contractCase;
  if (journal === null) return [];
  const entry = {
    method,
    url: `${baseUrl}${path}`,
    body,
    plant: status === 200 ? plants.at(-1) : undefined,
    token: "t0ken",
    status,
    ...journal,
  };
  return [Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))];
}
