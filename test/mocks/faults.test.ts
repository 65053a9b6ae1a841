/** Faults: their data, their validation, the queue, and their effects. For delays and hangs, see fault-waits.test.ts. */
import { inspect } from "node:util";
import { createPlantStore, type Fault, faults, type PlantStoreOptions } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { TOKEN } from "../support/client.ts";
import { errorMessageOf, FERN, JSON_HEADERS, PLANTS_URL, post } from "../support/post-plant.ts";

// Plain data.

const EXAMPLES: [string, Fault, unknown][] = [
  ["status(503)", faults.status(503), { type: "status", status: 503 }],
  ['status(503, "down")', faults.status(503, "down"), { type: "status", status: 503, body: "down" }],
  [
    "status(503, undefined, headers)",
    faults.status(503, undefined, { "retry-after": "1" }),
    { type: "status", status: 503, headers: { "retry-after": "1" } },
  ],
  [
    "status(400, object, headers)",
    faults.status(400, { error: 7, message: "no" }, { "x-request-id": "1" }),
    { type: "status", status: 400, body: { error: 7, message: "no" }, headers: { "x-request-id": "1" } },
  ],
  ["rateLimit(2)", faults.rateLimit(2), { type: "rateLimit", seconds: 2 }],
  ['body("")', faults.body(""), { type: "body", text: "" }],
  [
    'body("<html>", "text/html")',
    faults.body("<html>", "text/html"),
    { type: "body", text: "<html>", contentType: "text/html" },
  ],
  ["truncate(5)", faults.truncate(5), { type: "truncate", bytes: 5 }],
  ["reset()", faults.reset(), { type: "reset", afterCreate: false }],
  ["reset({})", faults.reset({ afterCreate: undefined }), { type: "reset", afterCreate: false }],
  ["reset(after)", faults.reset({ afterCreate: true }), { type: "reset", afterCreate: true }],
  ["hang()", faults.hang(), { type: "hang", afterCreate: false }],
  ["hang(after)", faults.hang({ afterCreate: true }), { type: "hang", afterCreate: true }],
  ["delay(50)", faults.delay(50), { type: "delay", ms: 50 }],
  [
    "delay(50, status(503))",
    faults.delay(50, faults.status(503)),
    { type: "delay", ms: 50, fault: { type: "status", status: 503 } },
  ],
];

test.each(EXAMPLES)(
  "faults.%s returns plain data that survives printing, JSON and copying",
  (_call, fault, data) => {
    expect(fault).toStrictEqual(data);
    expect(inspect(fault)).toBe(inspect(data));
    expect(JSON.parse(JSON.stringify(fault))).toStrictEqual(data);
    expect(structuredClone(fault)).toStrictEqual(data);
  },
);

test.each(EXAMPLES)(
  "enqueue accepts faults.%s, also after a round trip through JSON",
  (_call, fault, data) => {
    const store = createPlantStore();
    store.enqueue(fault, JSON.parse(JSON.stringify(fault)));
    expect(store.faults).toStrictEqual([data, data]);
  },
);

test.each<[string, Fault]>([
  ["the lowest status", faults.status(200)],
  ["the highest status", faults.status(599)],
  ["zero seconds", faults.rateLimit(0)],
  ["zero bytes", faults.truncate(0)],
  ["no delay", faults.delay(0)],
  ["a fraction of a millisecond", faults.delay(0.5)],
  ["the longest delay of a timer", faults.delay(2 ** 31 - 1)],
  ["an array as the body", faults.status(503, [])],
  ["an empty body", faults.status(503, "")],
  ["no headers", faults.status(503, "", {})],
  ["a status without body", faults.status(204, undefined, { etag: '"1"' })],
  ["a nested delay", faults.delay(1, faults.delay(2, faults.hang()))],
])("enqueue accepts %s", (_what, fault) => {
  const store = createPlantStore();
  store.enqueue(fault);
  expect(store.faults).toEqual([fault]);
});

// Invalid faults.

/** The error that enqueue throws for a value after a valid fault. Asserts that neither is queued. */
function enqueueErrorOf(value: unknown): TypeError {
  const store = createPlantStore();
  store.enqueue(faults.hang());
  try {
    store.enqueue(faults.reset(), value as Fault, faults.delay(1));
  } catch (error) {
    expect(store.faults).toEqual([faults.hang()]);
    expect(error).toBeInstanceOf(TypeError);
    return error as TypeError;
  }
  throw new Error(`${inspect(value)} was queued`);
}

const MUST_BE_STATUS = "`status` must be an integer from 200 to 599";
const MUST_BE_COUNT = "must be an integer of 0 or more";
const MUST_BE_MS = "`ms` must be milliseconds from 0 to 2147483647";
const MUST_BE_BODY = "`body` must be a string, or an object that can be written as JSON";
const MUST_BE_CONTENT_TYPE = "`contentType` must be a valid header value";
const MUST_BE_FLAG = "`afterCreate` must be true or false";

const cyclic: Record<string, unknown> = {};
cyclic.itself = cyclic;

/** For each field, invalid values and the error message. */
const INVALID_FIELDS: [Record<string, unknown>, string, unknown[], string][] = [
  [{ type: "status" }, "status", [199, 600, 0, -503, 503.5, Number.NaN], MUST_BE_STATUS],
  [{ type: "status" }, "status", ["503", 503n, null, undefined, [503]], MUST_BE_STATUS],
  [{ type: "status", status: 503 }, "body", [7, 7n, true, null, () => "", Symbol("a")], MUST_BE_BODY],
  [
    { type: "status", status: 503 },
    "body",
    [cyclic, { id: 7n }, { toJSON() {} }, Object("{}")],
    MUST_BE_BODY,
  ],
  [{ type: "rateLimit" }, "seconds", [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY], MUST_BE_COUNT],
  [{ type: "rateLimit" }, "seconds", [2 ** 53, "1", 1n, null, undefined], MUST_BE_COUNT],
  [{ type: "body" }, "text", [7, null, undefined, {}, ["a"]], "`text` must be a string"],
  [{ type: "body", text: "" }, "contentType", [7, null, "a\nb", "a\0b", "\u20ac"], MUST_BE_CONTENT_TYPE],
  [{ type: "truncate" }, "bytes", [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY], MUST_BE_COUNT],
  [{ type: "truncate" }, "bytes", [2 ** 53, "1", 1n, null, undefined], MUST_BE_COUNT],
  [{ type: "reset" }, "afterCreate", ["yes", 1, 0, null, undefined], MUST_BE_FLAG],
  [{ type: "hang" }, "afterCreate", ["yes", 1, 0, null, undefined], MUST_BE_FLAG],
  [{ type: "delay" }, "ms", [-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31], MUST_BE_MS],
  [{ type: "delay" }, "ms", ["50", 50n, null, undefined], MUST_BE_MS],
];

const INVALID = INVALID_FIELDS.flatMap(([fields, field, values, message]) =>
  values.map((value) => ({ fault: { ...fields, [field]: value }, field, message })),
);

test.each(INVALID)("enqueue rejects $fault: $message", ({ fault, field, message }) => {
  const { message: actual } = enqueueErrorOf(fault);
  expect(actual).toMatch(/^store\.enqueue: argument 2 is not a valid fault: `[^;]+\.$/);
  expect(actual).toContain(`\`${field}\` ${message.replace(/^`\w+` /, "")}`);
});

const INVALID_HEADERS: [string, unknown][] = [
  ["null", null],
  ["a number", 7],
  ["a string", "retry-after: 1"],
  ["an array of pairs", [["retry-after", "1"]]],
  ["a Headers object, which is empty when printed or copied", new Headers({ "retry-after": "1" })],
  ["a Map", new Map([["retry-after", "1"]])],
  ["a name with a space", { "retry after": "1" }],
  ["an empty name", { "": "1" }],
  ["a value with a line break", { "retry-after": "1\r\nx: y" }],
  ["a value outside Latin-1", { "x-price": "5 \u20ac" }],
  ["a value with a control character, which Node does not send", { "x-bell": "\u0007" }],
  ["a value with a delete character", { "x-bell": "\u007f" }],
  ["a value that is a number", { "retry-after": 1 }],
  ["a value that is an array", { "retry-after": ["1"] }],
  ["a value that is null", { "retry-after": null }],
  ["a value that is undefined", { "retry-after": undefined }],
];
const ADAPTER_HEADERS = [
  "connection",
  "content-length",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "trailer",
];

test.each([
  ...INVALID_HEADERS,
  ...ADAPTER_HEADERS.map((name): [string, unknown] => [`${name}, which the adapter sets`, { [name]: "1" }]),
  ...ADAPTER_HEADERS.map((name): [string, unknown] => [name.toUpperCase(), { [name.toUpperCase()]: "1" }]),
])("enqueue rejects invalid headers: %s", (_what, headers) => {
  const { message } = enqueueErrorOf({ type: "status", status: 503, headers });
  expect(message).toMatch(
    /^store\.enqueue: argument 2 is not a valid fault: `headers` must be an object of valid header names and values.*\.$/,
  );
});

test("the error for invalid headers names the headers that the adapter sets", () => {
  const { message } = enqueueErrorOf({ type: "status", status: 503, headers: { connection: "close" } });
  expect(message.split(/[^\w-]+/)).toEqual(expect.arrayContaining(ADAPTER_HEADERS));
});

test.each([null, undefined, 503, "hang", true, () => faults.hang(), faults.hang, [], [faults.hang()]])(
  "enqueue rejects %o, which is not made by `faults`",
  (value) => {
    expect(enqueueErrorOf(value).message).toBe(
      "store.enqueue: argument 2 is not a valid fault: it must be an object made by `faults`.",
    );
  },
);

test.each([{}, { type: undefined }, { type: "teapot" }, { type: 503 }, { status: 503 }, new Date(0)])(
  "enqueue rejects %o because of its type",
  (value) => {
    expect(enqueueErrorOf(value).message).toBe(
      "store.enqueue: argument 2 is not a valid fault: `type` must be status, rateLimit, body, truncate, reset, hang or delay.",
    );
  },
);

test.each(EXAMPLES.map(([call, fault]) => [call, fault] as const))(
  "enqueue rejects faults.%s with an unknown field and names the field",
  (_call, fault) => {
    expect(enqueueErrorOf({ ...fault, tga: 1 }).message).toMatch(
      /argument 2 is not a valid fault: it has the unknown field tga\b/,
    );
  },
);

test("the error names all unknown fields", () => {
  expect(enqueueErrorOf({ ...faults.hang(), tga: 1, sgn: 2 }).message).toContain(
    "it has the unknown field tga, sgn",
  );
});

test("enqueue validates nested faults at any depth", () => {
  const invalid = faults.delay(1, faults.delay(2, faults.status(199)));
  expect(enqueueErrorOf(invalid).message).toBe(
    `store.enqueue: argument 2 is not a valid fault: ${MUST_BE_STATUS.replace("status", "fault.fault.status")}.`,
  );
  for (const fault of [null, "hang", 7]) {
    const { message } = enqueueErrorOf({ type: "delay", ms: 1, fault });
    expect(message).toMatch(/argument 2 is not a valid fault: `fault` must be /);
  }
  expect(enqueueErrorOf({ type: "delay", ms: 1, fault: { ...faults.hang(), tga: 1 } }).message).toMatch(
    /argument 2 is not a valid fault: `fault` has the unknown field tga\b/,
  );
});

test("enqueue rejects a delay that contains itself", () => {
  const delay = faults.delay(1) as Fault & { type: "delay" };
  delay.fault = faults.delay(2, delay);
  expect(enqueueErrorOf(delay).message).toBe(
    "store.enqueue: argument 2 is not a valid fault: it cannot be read, or is nested too deeply.",
  );
});

test("the error lists all problems of a fault", () => {
  const { message } = enqueueErrorOf({ type: "status", status: 0, body: 7, headers: 7, tga: 1 });
  for (const field of ["`status` must", "`body` must", "`headers` must", "unknown field tga"]) {
    expect(message).toContain(field);
  }
});

test.each([204, 205, 304])("enqueue rejects a body for status %d, which has none", (status) => {
  for (const body of ["", "x", {}]) {
    const { message } = enqueueErrorOf(faults.status(status, body));
    expect(message).toBe(
      "store.enqueue: argument 2 is not a valid fault: `body` must be absent: a response with status 204, 205, 304 has no body.",
    );
  }
});

test("enqueue without arguments does nothing", () => {
  const store = createPlantStore();
  store.enqueue();
  expect(store.faults).toEqual([]);
});

// The queue.

/** The status of a response, or the name of the error. */
async function statusOf(response: Promise<Response>): Promise<number | string> {
  return response.then(
    ({ status }) => status,
    (error: Error) => error.name,
  );
}

test("faults are applied first in, first out, and later requests succeed", async () => {
  const store = createPlantStore();
  store.enqueue(faults.status(500), faults.status(501));
  expect(await statusOf(post(store, FERN))).toBe(500);
  store.enqueue(faults.reset());
  store.enqueue(faults.status(502), faults.delay(0));
  const statuses = [];
  for (let request = 0; request < 5; request++) statuses.push(await statusOf(post(store, FERN)));
  expect(statuses).toEqual([501, "TypeError", 502, 200, 200]);
  expect(store.plants).toHaveLength(2);
});

test("each of several concurrent requests gets one fault", async () => {
  const store = createPlantStore();
  store.enqueue(faults.status(500), faults.status(501));
  const statuses = await Promise.all([1, 2, 3].map(() => statusOf(post(store, FERN))));
  expect(statuses.sort()).toEqual([200, 500, 501]);
  expect(store.plants).toHaveLength(1);
});

test("a request with an aborted signal leaves the fault in the queue", async () => {
  const store = createPlantStore();
  store.enqueue(faults.hang({ afterCreate: true }));
  const reason = new Error("enough");
  const init = { method: "POST", body: FERN, headers: JSON_HEADERS, signal: AbortSignal.abort(reason) };
  await expect(store.fetch(PLANTS_URL, init)).rejects.toBe(reason);
  expect(store.faults).toHaveLength(1);
  expect(store.plants).toEqual([]);
});

/** Requests to which the store responds 400. */
const REJECTED: [string, string, Record<string, string | undefined>, PlantStoreOptions][] = [
  ["without a token", FERN, { authorization: undefined }, {}],
  ["with another media type", FERN, { "content-type": "text/plain" }, {}],
  ["with invalid JSON", "{", {}, {}],
  ["with an invalid plant", "{}", {}, {}],
  ["with a body that is too long", " ".repeat(1_048_577), {}, {}],
  ["with an id that exists", FERN, {}, { duplicates: "reject", plants: [{ id: 1, name: "Moss" }] }],
];

test.each(REJECTED)("a fault also applies to a request %s", async (_what, body, headers, options) => {
  const store = createPlantStore(options);
  store.enqueue(faults.status(503));
  expect((await post(store, body, headers)).status).toBe(503);
  expect(store.faults).toEqual([]);
  await errorMessageOf(await post(store, body, headers));
});

const SUCCESS_FAULTS: [string, Fault][] = [
  ["body", faults.body("<html>", "text/html")],
  ["truncate", faults.truncate(1)],
  ["status 200", faults.status(200, "created")],
  ["status 204", faults.status(204)],
  ["delayed status 201", faults.delay(0, faults.status(201))],
];

test.each(
  REJECTED.flatMap(([what, ...request]) =>
    SUCCESS_FAULTS.map(([kind, fault]) => ({ what, request, kind, fault })),
  ),
)(
  "a $kind fault does not change the rejection of a request $what",
  async ({ request: [body, headers, options], fault }) => {
    const store = createPlantStore(options);
    const { plants } = store;
    store.enqueue(fault);
    await errorMessageOf(await post(store, body, headers));
    expect(store.plants).toEqual(plants);
    expect(store.requests).toMatchObject([{ status: 400, fault }]);
    expect(store.faults).toEqual([]);
  },
);

test("a reset with afterCreate creates nothing for an invalid request", async () => {
  const store = createPlantStore();
  store.enqueue(faults.reset({ afterCreate: true }));
  await expect(post(store, "{}")).rejects.toThrow(TypeError);
  expect(store.plants).toEqual([]);
  expect(store.requests[0]).not.toHaveProperty("status");
});

test("store.faults is a copy", async () => {
  const store = createPlantStore();
  const queued = () => [
    faults.status(503, { error: 7, message: "no" }, { "x-request-id": "1" }),
    faults.delay(0, faults.status(502)),
  ];
  store.enqueue(...queued());
  change(store.faults, [0, "status"], 200);
  change(store.faults, [0, "body", "message"], "changed");
  change(store.faults, [0, "headers", "x-request-id"], "changed");
  change(store.faults, [1, "fault", "status"], 200);
  store.faults.length = 0;
  expect(store.faults).toEqual(queued());
});

test("enqueue copies the fault, so that later changes have no effect", async () => {
  const store = createPlantStore();
  const body = { error: 7, message: "no" };
  const headers = { "x-request-id": "1" };
  const inner = faults.status(502);
  const fault = faults.status(503, body, headers);
  store.enqueue(fault, faults.delay(0, inner));
  change(fault, ["status"], 200);
  change(inner, ["status"], 200);
  body.message = "changed";
  headers["x-request-id"] = "changed";
  const response = await post(store, FERN);
  expect(response.status).toBe(503);
  expect(response.headers.get("x-request-id")).toBe("1");
  expect(await response.json()).toEqual({ error: 7, message: "no" });
  expect((await post(store, FERN)).status).toBe(502);
});

test("the fault in the journal is a copy", async () => {
  const store = createPlantStore();
  const fault = faults.delay(0, faults.status(503, { error: 7, message: "no" }));
  store.enqueue(fault);
  await post(store, FERN);
  change(store.requests, [0, "fault", "ms"], 7);
  change(store.requests, [0, "fault", "fault", "body", "message"], "changed");
  expect(store.requests[0]?.fault).toEqual(fault);
});

test("the fault in the journal does not change with later requests", async () => {
  const store = createPlantStore();
  store.enqueue(faults.status(503, { error: 7, since: new Date(0), until: undefined }));
  await post(store, FERN);
  const [before] = store.requests;
  for (let request = 0; request < 3; request++) await post(store, FERN);
  expect(store.requests[0]).toStrictEqual(before);
});

/** Sets the value at a path. Does nothing if the object is frozen. */
function change(object: unknown, [key, ...rest]: PropertyKey[], value: unknown): void {
  if (rest.length > 0) change(Reflect.get(object as object, key as PropertyKey), rest, value);
  else Reflect.set(object as object, key as PropertyKey, value);
}

test("one fault can be queued several times and in several stores", async () => {
  const fault = faults.status(503);
  const [one, other] = [createPlantStore(), createPlantStore()];
  one.enqueue(fault, fault);
  other.enqueue(fault);
  expect((await post(one, FERN)).status).toBe(503);
  expect(one.faults).toEqual([fault]);
  expect(other.faults).toEqual([fault]);
});

test("reset() empties the queue", async () => {
  const store = createPlantStore();
  store.enqueue(faults.status(503), faults.hang());
  store.reset();
  expect(store.faults).toEqual([]);
  expect((await post(store, FERN)).status).toBe(200);
});

for (const status of [500, 501, 502, 503, 504, 505]) {
  test.concurrent(`a store applies only its own faults next to five other stores: ${status}`, async ({
    expect,
  }) => {
    const store = createPlantStore();
    store.enqueue(faults.delay(1, faults.status(status)), faults.delay(0), faults.status(status + 10));
    const statuses = [];
    for (let request = 0; request < 4; request++) statuses.push(await statusOf(post(store, FERN)));
    expect(statuses).toEqual([status, 200, status + 10, 200]);
    expect(store.requests.map(({ status }) => status)).toEqual(statuses);
    expect(store.plants).toHaveLength(2);
  });
}

// The effects of each fault.

test.each([300, 302, 400, 401, 404, 408, 409, 429, 500, 503, 599])(
  "a status fault of %d responds with an Error body and creates nothing",
  async (status) => {
    const store = createPlantStore();
    store.enqueue(faults.status(status));
    const response = await post(store, FERN);
    expect(await errorMessageOf(response, status)).toBe(`fault: status ${status}`);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(store.plants).toEqual([]);
    expect(store.requests).toStrictEqual([
      {
        method: "POST",
        url: PLANTS_URL,
        body: FERN,
        plant: { id: 1, name: "Fern" },
        token: TOKEN,
        status,
        fault: faults.status(status),
      },
    ]);
  },
);

test.each([200, 201, 202, 299])("a status fault of %d creates the plant", async (status) => {
  const store = createPlantStore();
  store.enqueue(faults.status(status));
  await errorMessageOf(await post(store, FERN), status);
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
  expect(store.requests).toMatchObject([{ status, plant: { id: 1, name: "Fern" } }]);
});

test.each([
  [204, 1],
  [205, 1],
  [304, 0],
])("a status fault of %d has its headers, but no body and no media type", async (status, plants) => {
  const store = createPlantStore();
  store.enqueue(faults.status(status, undefined, { "X-Request-Id": "1" }));
  const response = await post(store, FERN);
  expect(response.status).toBe(status);
  expect(response.body).toBeNull();
  expect(response.headers.get("content-type")).toBeNull();
  expect(response.headers.get("x-request-id")).toBe("1");
  expect(store.plants).toHaveLength(plants);
});

class ServiceError extends Error {
  readonly #code: number;

  constructor(code: number) {
    super("no");
    this.#code = code;
  }

  toJSON() {
    return { error: this.#code, message: this.message };
  }
}

test.each<[string, string | object, string]>([
  ["a string unchanged", "<h1>down</h1>", "<h1>down</h1>"],
  ["an empty string unchanged", "", ""],
  ["a JSON string unchanged", '{"a": 1}', '{"a": 1}'],
  ["an object as JSON", { error: 7, message: "\u00fc \u20ac" }, '{"error":7,"message":"\u00fc \u20ac"}'],
  ["an array as JSON", [1, null], "[1,null]"],
  ["an empty object as JSON", {}, "{}"],
  ["an object with `toJSON` as JSON", new ServiceError(7), '{"error":7,"message":"no"}'],
])("a status fault sends %s, with the media type of JSON", async (_what, body, text) => {
  const store = createPlantStore();
  store.enqueue(faults.status(503, body));
  const response = await post(store, FERN);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.text()).toBe(text);
});

test.each(["content-type", "Content-Type", "CONTENT-TYPE"])(
  "a status fault with a %s header replaces the default one",
  async (name) => {
    const store = createPlantStore();
    store.enqueue(faults.status(503, "<h1>down</h1>", { [name]: "text/html", "Retry-After": "7" }));
    const response = await post(store, FERN);
    expect(Object.fromEntries(response.headers)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "*",
      "content-type": "text/html",
      "retry-after": "7",
    });
  },
);

test.each([0, 1, 120])("a rateLimit fault of %d s responds 429 with Retry-After", async (seconds) => {
  const store = createPlantStore();
  store.enqueue(faults.rateLimit(seconds));
  const response = await post(store, FERN);
  expect(response.headers.get("retry-after")).toBe(String(seconds));
  await errorMessageOf(response, 429);
  expect(store.plants).toEqual([]);
  expect(store.requests).toMatchObject([{ status: 429, fault: faults.rateLimit(seconds) }]);
});

test.each([
  ["", undefined, "application/json"],
  ["{", undefined, "application/json"],
  ["<html>", "text/html; charset=utf-8", "text/html; charset=utf-8"],
  ['{"name":"\u20ac"}', "", ""],
])("a body fault of %j with type %j responds 200 and creates the plant", async (text, contentType, sent) => {
  const store = createPlantStore();
  store.enqueue(faults.body(text, contentType));
  const response = await post(store, FERN);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(sent);
  expect(await response.text()).toBe(text);
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
  expect(store.requests).toMatchObject([{ status: 200, plant: { id: 1 }, fault: { type: "body", text } }]);
});

test.each([
  [0, ""],
  [5, '{"nam'],
  [14, '{"name":"Fern"'],
  [15, '{"name":"Fern"'],
  [1_000_000, '{"name":"Fern"'],
])("a truncate fault of %d bytes sends %j and then fails the body", async (bytes, expected) => {
  const store = createPlantStore();
  store.enqueue(faults.truncate(bytes));
  const response = await post(store, FERN);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-length")).toBe("15");
  const decoder = new TextDecoder();
  let arrived = "";
  const reading = (async () => {
    for await (const chunk of response.body ?? []) arrived += decoder.decode(chunk, { stream: true });
  })();
  await expect(reading).rejects.toMatchObject({ name: "TypeError", cause: { code: "ECONNRESET" } });
  expect(arrived).toBe(expected);
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
  expect(store.requests).toMatchObject([{ status: 200, fault: faults.truncate(bytes) }]);
});

test.each([
  [false, []],
  [true, [{ id: 1, name: "Fern" }]],
])("a reset fault with afterCreate %j rejects with the TypeError of fetch", async (afterCreate, plants) => {
  const store = createPlantStore();
  store.enqueue(faults.reset({ afterCreate }));
  const lost = {
    name: "TypeError",
    message: "fetch failed",
    cause: { code: "ECONNRESET", syscall: "read" },
  };
  await expect(post(store, FERN)).rejects.toMatchObject(lost);
  expect(store.plants).toEqual(plants);
  expect(store.requests).toStrictEqual([
    {
      method: "POST",
      url: PLANTS_URL,
      body: FERN,
      token: TOKEN,
      plant: { id: 1, name: "Fern" },
      fault: { type: "reset", afterCreate },
    },
  ]);
});
