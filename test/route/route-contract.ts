/** What a route promises in every framework: the page's client reaches the outcome of the server's client. */
import {
  type CreatePlantResult,
  PlantStoreClient,
  type PlantStoreClientOptions,
  type PlantStoreFetch,
} from "plant-store-sdk";
import { type Fault, faults, MockStore } from "plant-store-sdk/mocks/store";
import { type PlantRouteOptions, plantRoute } from "plant-store-sdk/route";
import { expect, test } from "vitest";
import { readFaultTable } from "../support/fault-table.ts";

/** Serves a route as `POST /api/plants`. Returns the URL of `/api`, and a `fetch` if there is no port. */
export type Serve = (
  route: (request: Request) => Promise<Response>,
) => Promise<{ baseUrl: string; fetch?: PlantStoreFetch }>;

/** Known to the server only. */
const SECRET = "known-to-the-server";
const PLANT = { id: 1, name: "Fern", tag: "indoor" };

/** A page's client, whose requests a server's client sends to a mock. */
export async function startPage(
  serve: Serve,
  clientOptions: PlantStoreClientOptions = {},
  routeOptions: Partial<PlantRouteOptions> = {},
) {
  const store = new MockStore();
  const client = new PlantStoreClient({
    baseUrl: `https://${SECRET}.example`,
    token: SECRET,
    fetch: store.fetch,
    headers: { "x-server": SECRET },
    timeout: 20_000, // Shorter than the page's.
    ...clientOptions,
  });
  /** The results of the server's client. */
  const results: CreatePlantResult[] = [];
  const safeCreatePlant: PlantStoreClient["safeCreatePlant"] = async (...args) => {
    const result = await client.safeCreatePlant(...args);
    results.push(result);
    return result;
  };
  const route = plantRoute({ client: { safeCreatePlant }, authorize: "anyone", ...routeOptions });
  /** What reaches the page. */
  const responses: Response[] = [];
  const { baseUrl, fetch } = await serve(async (request) => {
    const response = await route(request);
    responses.push(response.clone());
    return response;
  });
  const page = new PlantStoreClient({ baseUrl, token: null, maxRetries: 0, ...(fetch && { fetch }) });
  const post = (init: RequestInit): Promise<Response> =>
    (fetch ?? globalThis.fetch)(`${baseUrl}/plants`, {
      method: "POST",
      ...init,
    } as never) as Promise<Response>;
  return { store, page, post, results, responses };
}

const outcomeOf = (result?: CreatePlantResult) => (result?.success ? "success" : result?.error.outcome);
const isRetryable = (result?: CreatePlantResult) => !result?.success && result?.error.retryable;

/** What the store must contain after an outcome; undefined if it cannot be known. */
const EXISTS: Record<string, boolean> = { "not-created": false, created: true, success: true };

async function expectNoSecret(response: Response): Promise<void> {
  expect(JSON.stringify([...response.headers, await response.text()])).not.toContain(SECRET);
}

/** Everything that the service may say, with a secret in it. */
const TALKATIVE: Fault[] = [
  faults.status(429, { body: SECRET }),
  faults.status(400, { body: { error: 7, message: SECRET, more: SECRET }, headers: { "x-trace": SECRET } }),
  faults.status(200, { body: { name: "Fern", more: SECRET }, headers: { "set-cookie": `a=${SECRET}` } }),
  faults.status(200, { body: { name: "Fern", tag: 7, more: SECRET } }),
  ...[302, 401, 403, 404, 408, 409, 422, 429, 451, 499, 500, 504].map((status) =>
    faults.status(status, {
      body: SECRET,
      headers: { location: `https://${SECRET}.example`, "retry-after": "7" },
    }),
  ),
];

/** @param timeout of the server's client, ms. It ends the calls to a store that does not respond. */
export function testRouteContract(serve: Serve, timeout = 20_000): void {
  const fern = JSON.stringify(PLANT);
  const json = { "content-type": "application/json" };
  const cases = [...readFaultTable().map(({ fault }) => fault), ...TALKATIVE];

  /** What happens before the last fault of a call. */
  const circumstances: [retryUnknown: boolean, ...Fault[]][] = [
    [false],
    [false, faults.status(429, { headers: { "retry-after": "0" } })],
    [true],
    [true, faults.reset({ afterCreate: true })],
  ];

  // All at once, because some wait for the timeout.
  test("after each fault, also in a retry, page, server and store agree on outcome and `retryable`", async () => {
    const rows = circumstances.flatMap((before) => cases.map((fault) => ({ before, fault })));
    const differences = rows.map(async ({ before: [retryUnknown, ...before], fault }) => {
      const { store, page, results, responses } = await startPage(serve, { retryUnknown, timeout });
      store.enqueue(...before, fault);
      const result = await page.safeCreatePlant(PLANT);
      const onPage = outcomeOf(result);
      const onServer = results.map(outcomeOf);
      const exists = store.plants.length > 0;
      for (const response of responses) await expectNoSecret(response);
      store.clear(); // Ends a stalled response.
      const agrees =
        onServer[0] === onPage &&
        onServer.length === 1 &&
        isRetryable(results[0]) === isRetryable(result) &&
        exists === (EXISTS[`${onPage}`] ?? exists);
      return agrees ? [] : [{ retryUnknown, before, fault, onServer, onPage, exists }];
    });
    expect((await Promise.all(differences)).flat()).toEqual([]);
  });

  test("the page gets the name that it sent if the store changes names, and no other tag than its own", async () => {
    const { store, page, responses } = await startPage(serve, { namesMayChange: true });
    for (const name of [`Fern ${SECRET}`, "Fe"]) {
      store.enqueue(faults.status(200, { body: { name, tag: SECRET } }));
      expect(await page.createPlant(PLANT)).toEqual({ name: "Fern", tag: "[hidden]" });
    }
    for (const response of responses) await expectNoSecret(response);
  });

  test("every digit of an int64 reaches the store", async () => {
    const { store, page } = await startPage(serve);
    for (const id of [2n ** 63n - 1n, -(2n ** 63n)]) await page.createPlant({ id, name: "Fern" });
    expect(store.plants.map(({ id }) => id)).toEqual([2n ** 63n - 1n, -(2n ** 63n)]);
  });

  test("only id, name and tag reach the store, and no header of the page", async () => {
    const { store, post } = await startPage(serve);
    const headers = { ...json, "idempotency-key": "k", "x-page": "p", authorization: "Bearer page" };
    const body = '{"id":1,"name":"Fern","admin":true,"__proto__":{"tag":"x"}}';
    expect((await post({ headers, body })).status).toBe(200);
    expect(store.requests).toMatchObject([{ body: '{"id":1,"name":"Fern"}', token: SECRET }]);
    expect(store.requests[0]?.headers).not.toHaveProperty("idempotency-key");
    expect(store.requests[0]?.headers).not.toHaveProperty("x-page");
  });

  const padded = (bytes: number) => `{"id":1,"name":"Fern","x":"`.padEnd(bytes - 2, "x").concat('"}');
  const chunked = (text: string) => new Blob([text]).stream();

  test.each<[name: string, status: number, init: RequestInit & { duplex?: "half" }]>([
    ["a cross-site request", 403, { headers: { ...json, "sec-fetch-site": "cross-site" }, body: fern }],
    ["a form", 415, { body: new URLSearchParams({ id: "1", name: "Fern" }) }],
    ["a form with a file", 415, { body: new FormData() }],
    ["a body without a media type", 415, { body: new TextEncoder().encode(fern) }],
    ["text", 415, { body: fern }],
    ["JSON as text", 415, { headers: { "content-type": "text/plain; application/json" }, body: fern }],
    ["another charset", 415, { headers: { "content-type": "application/json; charset=latin1" }, body: fern }],
    ["a body above 64 KiB", 413, { headers: json, body: padded(65_537) }],
    ["a chunked body above 64 KiB", 413, { headers: json, body: chunked(padded(66_560)), duplex: "half" }],
    ["no body", 400, { headers: json }],
    ["malformed JSON", 400, { headers: json, body: '{"id":1' }],
    [
      "a name that is not UTF-8",
      400,
      { headers: json, body: Buffer.from('{"id":1,"name":"\xe9"}', "latin1") },
    ],
    ["JSON that is not an object", 400, { headers: json, body: "[1]" }],
    ["an invalid plant", 400, { headers: json, body: '{"id":1.5,"name":"Fern"}' }],
  ])("%s is refused with %i", async (_, status, init) => {
    const { store, post } = await startPage(serve);
    const response = await post(init);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: status, message: expect.any(String) });
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(store.requests).toEqual([]);
  });

  test.each<[name: string, init: RequestInit & { duplex?: "half" }]>([
    ["charset=utf-8", { headers: { "content-type": "application/json; charset=utf-8" }, body: fern }],
    ['charset="UTF-8"', { headers: { "content-type": 'Application/JSON;charset="UTF-8"' }, body: fern }],
    ["the site's own origin", { headers: { ...json, "sec-fetch-site": "same-origin" }, body: fern }],
    ["a body of 64 KiB", { headers: json, body: padded(65_536) }],
    ["a chunked body", { headers: json, body: chunked(fern), duplex: "half" }],
  ])("a request with %s is accepted", async (_, init) => {
    const { store, post } = await startPage(serve);
    expect((await post(init)).status).toBe(200);
    expect(store.plants).toHaveLength(1);
  });
}
