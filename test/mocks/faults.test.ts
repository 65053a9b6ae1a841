/** The effects of faults. For delays and hangs, see fault-waits.test.ts. */
import { type Fault, faults } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { FERN, JSON_HEADERS, PLANTS_URL, POST, post, storeWith } from "../support/post-plant.ts";

const PLANT = '{"name":"Fern"}';
const errorOf = (status: number) => `{"error":${status},"message":"fault: status ${status}"}`;
const JSON_TYPE = { "content-type": "application/json" };
const NO_TYPE = { "content-type": undefined };

const withToJSON = Object.assign(new Error(), { toJSON: () => ({ error: 7, message: "no" }) });

type Headers = Record<string, string | undefined>;
type Row = [fault: Fault, status: number, headers: Headers, body: string, plants: 0 | 1];

/** Faults after which a complete response arrives, with the headers besides those for CORS. */
const complete: Row[] = [
  ...[300, 400, 503, 599].map((status): Row => {
    return [faults.status(status), status, JSON_TYPE, errorOf(status), 0];
  }),
  ...[200, 201, 202, 299].map((status): Row => {
    const headers = { "x-shelf": "3" };
    return [faults.status(status, { headers }), status, { ...JSON_TYPE, ...headers }, PLANT, 1];
  }),
  [faults.status(200, { afterCreate: false }), 200, JSON_TYPE, errorOf(200), 0],
  [faults.status(204, { headers: { "X-Request-Id": "1" } }), 204, { ...NO_TYPE, "x-request-id": "1" }, "", 1],
  [faults.status(205), 205, NO_TYPE, "", 1],
  [faults.status(304), 304, NO_TYPE, "", 0],
  ...(
    [
      ["<h1>down</h1>", "<h1>down</h1>"],
      ["", ""],
      ['{"a": 1}', '{"a": 1}'],
      [{ error: 7, message: "\u00fc \u20ac" }, '{"error":7,"message":"\u00fc \u20ac"}'],
      [[1, null], "[1,null]"],
      [{}, "{}"],
      [withToJSON, '{"error":7,"message":"no"}'],
    ] as const
  ).map(([body, text]): Row => [faults.status(503, { body }), 503, JSON_TYPE, text, 0]),
  ...["content-type", "Content-Type"].map((name): Row => {
    const fault = faults.status(503, { body: "", headers: { [name]: "text/html", "Retry-After": "7" } });
    return [fault, 503, { "content-type": "text/html", "retry-after": "7" }, "", 0];
  }),
  [faults.status(200, { body: "" }), 200, JSON_TYPE, "", 1],
  [faults.status(200, { body: "{" }), 200, JSON_TYPE, "{", 1],
  [faults.status(200, { body: "", afterCreate: false }), 200, JSON_TYPE, "", 0],
];

test.each(complete)("the fault %o responds %i, %o, %j", async (fault, status, headers, body, plants) => {
  const store = storeWith(fault);
  const response = await post(store, FERN);
  expect(response.status).toBe(status);
  const { "content-length": _length, ...sent } = Object.fromEntries(response.headers);
  expect(sent).toEqual({ vary: "origin", ...headers });
  expect(await response.text()).toBe(body);
  expect(store.plants).toHaveLength(plants);
  expect(store.requests).toMatchObject([{ plant: { id: 1, name: "Fern" }, status }]);
});

test.each([
  [0, ""],
  [5, '{"nam'],
  [14, '{"name":"Fern"'],
  [15, '{"name":"Fern"'],
  [1_000_000, '{"name":"Fern"'],
])("a truncate fault of %d bytes sends %j and then fails the body", async (bytes, expected) => {
  const store = storeWith(faults.truncate(bytes));
  const response = await post(store, FERN);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-length")).toBe("15");
  const arrived: Uint8Array[] = [];
  const reading = (async () => {
    for await (const chunk of response.body ?? []) arrived.push(chunk);
  })();
  await expect(reading).rejects.toMatchObject({ name: "TypeError", cause: { code: "ECONNRESET" } });
  expect(Buffer.concat(arrived).toString()).toBe(expected);
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
  expect(store.requests).toMatchObject([{ status: 200, fault: faults.truncate(bytes) }]);
});

test.each([
  ["stalled", faults.stall(5)],
  ["complete", faults.delay(0)],
])("a %s body that has not been read fails with the reason of the caller's abort", async (_, fault) => {
  const store = storeWith(fault);
  const controller = new AbortController();
  const response = await store.fetch(PLANTS_URL, { ...POST, signal: controller.signal });
  controller.abort("enough");
  await expect(response.text()).rejects.toBe("enough");
});

test("a page may send credentials, and read every header of a fault by its name", async () => {
  const headers = { vary: "accept", "x-shelf": "3", "retry-after": "7" };
  const store = storeWith(faults.status(429, { headers }));
  const origin = "https://app.example";
  const response = await store.fetch(PLANTS_URL, { ...POST, headers: { ...JSON_HEADERS, origin } });
  expect(Object.fromEntries(response.headers)).toEqual({
    ...headers,
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "content-type, vary, retry-after, x-shelf",
    "content-length": "43",
    "content-type": "application/json",
    vary: "accept, origin",
  });
});
