/** The route without a framework: the contract, and the options. */
import type { PlantStoreFailure, PlantStoreFetch } from "plant-store-sdk";
import { type Fault, faults, MockStore } from "plant-store-sdk/mocks/store";
import { type PlantRouteOptions, plantRoute } from "plant-store-sdk/route";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { testClient } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { type Serve, startPage, testRouteContract } from "./route-contract.ts";

const serve: Serve = async (route) => {
  const fetch: PlantStoreFetch = (url, init) => route(new Request(url, init));
  return { baseUrl: "https://app.example/api", fetch };
};

beforeEach(() => jumpFromTimerToTimer());

testRouteContract(serve);

const PLANT = { id: 1, name: "Fern" };
const headers = { "content-type": "application/json" };
const body = JSON.stringify(PLANT);
const NOT_ALLOWED = { response: { status: 403 }, outcome: "not-created" };

/** The page's failure with these options of the route. */
async function failureWith(options: Partial<PlantRouteOptions>) {
  const { page, store } = await startPage(serve, {}, options);
  const result = await page.safeCreatePlant(PLANT);
  expect(store.requests).toEqual([]);
  return result.success ? undefined : result.error;
}

function throwing(): never {
  throw new Error("on purpose");
}

test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s is refused with 405", async (method) => {
  const route = plantRoute({ client: testClient(), authorize: "anyone" });
  const response = await route(new Request("https://app.example/api/plants", { method }));
  expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  expect([...response.headers.keys()].sort()).toEqual(["allow", "content-type"]);
});

describe("authorize", () => {
  const used = Response.json({}, { status: 401 });
  test.each<[value: unknown]>([
    [undefined],
    [null],
    [1],
    ["true"],
    [{}],
    [{ status: 401 }],
    ...[200, 204, 303, 408, 499, 500].map((status): [Response] => [new Response(null, { status })]),
    ...[403, 406].map((status): [Response] => [
      new Response("", { status, headers: { "content-type": "text/html" } }),
    ]),
    [Response.redirect("https://app.example/login")],
    [Response.error()],
    [used],
  ])("that returns %o refuses the request with 403", async (value) => {
    await used.text().catch(() => {});
    expect(await failureWith({ authorize: () => value as boolean })).toMatchObject(NOT_ALLOWED);
  });

  test("decides with a Response of a 4xx status, which is sent as it is", async () => {
    const authorize = async () => new Response("Sign in", { status: 401, headers: { "x-app": "a" } });
    const failure = await failureWith({ authorize });
    expect(failure).toMatchObject({ response: { status: 401, body: "Sign in" }, outcome: "not-created" });
    expect(failure?.response?.headers.get("x-app")).toBe("a");
  });

  test("receives the request, and can read a clone of it", async () => {
    const authorize = async (request: Request) => (await request.clone().json()).id === 1;
    const { page } = await startPage(serve, {}, { authorize });
    expect(await page.createPlant(PLANT)).toEqual({ name: "Fern" });
    expect(await page.safeCreatePlant({ ...PLANT, id: 2 })).toMatchObject({ error: NOT_ALLOWED });
  });
});

test.each<[name: string, status: number, options: Partial<PlantRouteOptions>]>([
  ["`authorize` throws, as a framework's redirect() does", 424, { authorize: throwing }],
  ["`authorize` rejects", 424, { authorize: async () => throwing() }],
  ["the client's token function throws", 424, { client: testClient({ token: throwing }) }],
  ["`authorize` reads the body", 403, { authorize: async (request) => Boolean(await request.text()) }],
  ["`client` throws", 403, { client: throwing }],
  ["`client` rejects", 403, { client: async () => throwing() }],
  ["`client` returns nothing", 403, { client: (() => undefined) as never }],
  ["`idempotencyKey` throws", 403, { idempotencyKey: throwing }],
  ["`idempotencyKey` returns an invalid header", 403, { idempotencyKey: () => "a\nb" }],
])(
  "if %s, nothing is sent, the page receives a %i, and the error is reported",
  async (_, status, options) => {
    const reports = vi.spyOn(console, "error").mockReturnValue();
    const error = { response: { status }, outcome: "not-created", retryable: status === 424 };
    expect(await failureWith(options)).toMatchObject(error);
    expect(reports).toHaveBeenCalledTimes(1);
  },
);

test.each([
  ["rejects", async () => throwing()],
  ["throws", throwing],
  ["returns nothing", (async () => undefined) as never],
])("if a client of the app %s, the outcome is unknown", async (_, safeCreatePlant) => {
  const reports = vi.spyOn(console, "error").mockReturnValue();
  const failure = await failureWith({ client: { safeCreatePlant } });
  expect(failure).toMatchObject({ response: { status: 502 }, outcome: "unknown" });
  expect(reports).toHaveBeenCalledTimes(1);
});

test("the functions receive what the framework passes to the route, and `idempotencyKey` sets the header", async () => {
  const store = new MockStore();
  const client = testClient({ fetch: store.fetch });
  const functions = {
    authorize: vi.fn((_request: Request, _context: object) => true),
    client: vi.fn((_request: Request, _context: object) => client),
    idempotencyKey: vi.fn(async (_request: Request, _context: object) => "order-1"),
  };
  const route = plantRoute(functions);
  expect(route).toHaveLength(2); // Deno.serve passes no more than a handler's number of parameters.
  const context = { locals: "session" };
  const request = new Request("https://app.example/api/plants", { method: "POST", body, headers });
  expect((await route(request, context)).status).toBe(200);
  for (const run of Object.values(functions)) expect(run).toHaveBeenCalledWith(expect.any(Request), context);
  expect(store.requests[0]?.headers["idempotency-key"]).toBe("order-1");
});

test("a call with a framework's context instead of a Request is reported, and nothing is sent", async () => {
  const reports = vi.spyOn(console, "error").mockReturnValue();
  const request = new Request("https://app.example/api/plants", { method: "POST" });
  const route = plantRoute({ client: testClient(), authorize: "anyone" }) as (
    event: object,
  ) => Promise<Response>;
  expect(await route({ request })).toMatchObject({ status: 403 });
  expect(`${reports.mock.calls}`).toContain("({ request }) => route(request)");
});

test("if a failure lost its fields between the app's threads, the outcome is unknown", async () => {
  const error = structuredClone(await failureWith({ authorize: () => false })) as PlantStoreFailure;
  const failure = await failureWith({ client: { safeCreatePlant: async () => ({ success: false, error }) } });
  expect(failure).toMatchObject({ response: { status: 502 }, outcome: "unknown" });
  expect(failure?.response?.body).toContain("does not know whether");
});

test("an invalid plant is refused with the client's words, without its values", async () => {
  const { post } = await startPage(serve);
  const response = await post({ headers, body: '{"id":"secret","tag":null}' });
  const message = /^The plant is invalid: `id` must be .*; `name` is missing.*; `tag` must be a string$/;
  expect(await response.json()).toEqual({ error: 400, message: expect.stringMatching(message) });
});

/** Like a body of Node whose request is destroyed. */
const failing = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });

// frameworks.test.ts has pages that abort.
test.each<[what: string, BodyInit]>([
  ["is empty", ""],
  ["fails", failing],
])("a request whose body %s after a body parser is refused and reported", async (_, read) => {
  const reports = vi.spyOn(console, "error").mockReturnValue();
  const route = plantRoute({ client: testClient(), authorize: "anyone" });
  const announced = { ...headers, "content-length": `${body.length}` };
  const init = { method: "POST", duplex: "half", headers: announced, body: read };
  expect(await route(new Request("https://app.example/api/plants", init))).toMatchObject({ status: 403 });
  expect(reports).toHaveBeenCalledTimes(1);
  expect(`${reports.mock.calls}`).toContain("mount the route before the parser");
});

test.each<[Fault, status: number, retryAfter: string | null]>([
  [faults.status(400, { body: { error: 7, message: "no" } }), 400, null],
  [faults.status(404), 403, null],
  [faults.status(429), 429, null],
  [faults.status(429, { headers: { "retry-after": "120" } }), 429, "120"],
  [faults.status(429, { headers: { "retry-after": "86401" } }), 429, "86400"],
  [faults.status(429, { headers: { "retry-after": "9".repeat(23) } }), 429, "86400"],
  [faults.status(429, { headers: { "retry-after": "9".repeat(400) } }), 429, "86400"],
  [faults.status(429, { headers: { "retry-after": "1.5" } }), 429, "2"],
  [faults.status(429, { headers: { "retry-after": "soon" } }), 429, null],
  [faults.status(503), 502, null],
  [faults.hang(), 504, null],
  [faults.truncate(1), 201, null],
])("%j makes the route respond %i with the Retry-After %s", async (fault, status, retryAfter) => {
  const { store, page, responses } = await startPage(serve, { maxRetries: 0 });
  store.enqueue(fault);
  await page.safeCreatePlant(PLANT);
  const received = responses.map((response) => [response.status, response.headers.get("retry-after")]);
  expect(received).toEqual([[status, retryAfter]]);
});

describe("errors", () => {
  const exists = (status: number, error = 7) =>
    faults.status(status, { body: { error, message: "id 1 exists" } });
  const lost = faults.reset({ afterCreate: true });
  const other = (status: number, outcome = "not-created") => ({ response: { status }, outcome });
  const rejected = (error: number) => ({ kind: "rejected", outcome: "not-created", error, retryable: false });

  test.each<[name: string, expected: object, ...queue: Fault[]]>([
    ["a 409 with a listed number", rejected(7), exists(409)],
    ["a 404 with a listed number", rejected(7), exists(404)],
    ["a listed status without an Error body", rejected(422), faults.status(422, { body: "taken" })],
    ["a listed status whose number is not listed", other(403), exists(422, 8)],
    ["a 400 whose number is not listed", rejected(8), exists(400, 8)],
    ["a number that is not listed", other(403), exists(409, 8)],
    ["a 429", other(429), exists(429)],
    ["a 503", other(502, "unknown"), exists(503)],
    ["a 409 after an attempt that may have created the plant", other(502, "unknown"), lost, exists(409)],
  ])("%s", async (_, expected, ...queue) => {
    const options = { maxRetries: queue.length - 1, retryUnknown: true };
    const { store, page } = await startPage(serve, options, { errors: [7, 422, 503] });
    store.enqueue(...queue);
    expect(await page.safeCreatePlant(PLANT)).toMatchObject({ error: expected });
  });
});

describe("message", () => {
  const rejected = faults.status(400, { body: { error: 7, message: "no ferns today" } });

  test("words the page's text", async () => {
    const message = ({ kind, message }: PlantStoreFailure) => `${kind}: ${message}`;
    const { store, page } = await startPage(serve, {}, { message });
    store.enqueue(rejected);
    const error = { message: "rejected: no ferns today" };
    expect(await page.safeCreatePlant(PLANT)).toMatchObject({ error });
  });

  test.each<[string, PlantRouteOptions["message"]]>([
    ["throws", throwing],
    ["returns no text", () => undefined as never],
    ["returns a promise that rejects", (async () => throwing()) as never],
  ])("is replaced by the route's own text if it %s", async (_, message) => {
    const reports = vi.spyOn(console, "error").mockReturnValue();
    const { store, page } = await startPage(serve, {}, { message });
    store.enqueue(rejected);
    const text = "The store rejected the plant";
    expect(await page.safeCreatePlant(PLANT)).toMatchObject({ error: { kind: "rejected", message: text } });
    expect(reports).toHaveBeenCalledTimes(1);
  });
});

test.each([
  [true, 403, 0],
  [false, 200, 1],
])("abortWithPage: %s", async (abortWithPage, status, plants) => {
  const controller = new AbortController();
  const idempotencyKey = () => {
    controller.abort();
    return undefined;
  };
  const { store, post } = await startPage(serve, {}, { abortWithPage, idempotencyKey });
  expect((await post({ headers, body, signal: controller.signal })).status).toBe(status);
  expect(store.plants).toHaveLength(plants);
});
