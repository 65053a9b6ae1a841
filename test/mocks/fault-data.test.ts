/** Faults as data: the functions that make them, and their validation. */
import { inspect } from "node:util";
import { createPlantStore, type Fault, faults } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { parseJson } from "../../src/contract/json.ts";

// Plain data.

const EXAMPLES: [string, Fault, unknown][] = [
  ["status(503)", faults.status(503), { type: "status", status: 503 }],
  [
    "status with a body and headers",
    faults.status(400, { body: { error: 7, message: "no" }, headers: { "x-request-id": "1" } }),
    { type: "status", status: 400, body: { error: 7, message: "no" }, headers: { "x-request-id": "1" } },
  ],
  [
    "status with afterCreate and a delay",
    faults.status(503, { delay: 50, afterCreate: true }),
    { type: "status", status: 503, afterCreate: true, delay: 50 },
  ],
  ["rateLimit(2)", faults.rateLimit(2), { type: "rateLimit", seconds: 2 }],
  [
    "body with a media type",
    faults.body("<html>", { contentType: "text/html" }),
    { type: "body", text: "<html>", contentType: "text/html" },
  ],
  [
    "body for the id -0",
    faults.body("", { id: -0, name: "Fern", afterCreate: false }),
    { type: "body", text: "", afterCreate: false, id: 0, name: "Fern" },
  ],
  [
    "truncate with times and for",
    faults.truncate(5, { for: 100, times: 2 }),
    { type: "truncate", bytes: 5, times: 2, for: 100 },
  ],
  ["stall, always", faults.stall(5, { times: "always" }), { type: "stall", bytes: 5, times: "always" }],
  ["trickle(5)", faults.trickle(5), { type: "trickle", bytesPerSecond: 5 }],
  ["reset({})", faults.reset({ afterCreate: undefined }), { type: "reset" }],
  ["close with afterCreate", faults.close({ afterCreate: true }), { type: "close", afterCreate: true }],
  ["hang()", faults.hang(), { type: "hang" }],
  ["delay for an id", faults.delay(20, { id: 7n }), { type: "delay", delay: 20, id: 7 }],
];

test.each(EXAMPLES)(
  "faults.%s returns plain data that survives printing, JSON and copying, and enqueue accepts it",
  (_call, fault, data) => {
    expect(fault).toStrictEqual(data);
    expect(inspect(fault)).toBe(inspect(data));
    expect(JSON.parse(JSON.stringify(fault))).toStrictEqual(data);
    expect(structuredClone(fault)).toStrictEqual(data);
    const store = createPlantStore();
    store.enqueue(fault, JSON.parse(JSON.stringify(fault)));
    expect(store.faults).toStrictEqual([data, data]);
  },
);

test("a fault for an id beyond 2^53 keeps the id exactly", () => {
  const store = createPlantStore();
  const fault = faults.hang({ id: 2n ** 63n - 1n });
  expect(fault).toEqual({ type: "hang", id: 2n ** 63n - 1n });
  store.enqueue(fault);
  expect(store.faults).toEqual([fault]);
});

test("fields that are undefined are left out", () => {
  const store = createPlantStore();
  store.enqueue({ type: "hang", afterCreate: undefined, times: undefined });
  expect(store.faults).toStrictEqual([faults.hang()]);
});

test.each<[string, Fault]>([
  ["the lowest status", faults.status(200)],
  ["the highest status", faults.status(599)],
  ["zero seconds", faults.rateLimit(0)],
  ["zero bytes", faults.truncate(0)],
  ["no delay", faults.delay(0)],
  ["a fraction of a millisecond", faults.delay(0.5)],
  ["the longest delay of a timer", faults.delay(2 ** 31 - 1)],
  ["an array as the body", faults.status(503, { body: [] })],
  ["an empty body", faults.status(503, { body: "" })],
  ["no headers", faults.status(503, { body: "", headers: {} })],
  ["a status without body", faults.status(204, { headers: { etag: '"1"' } })],
  ["a duration without a limit of times", faults.hang({ for: 0 })],
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
const MUST_BE_TIMES = '`times` must be an integer of 1 or more, or "always"';
const MUST_BE_ID = "`id` must be an int64 (in JavaScript, a bigint beyond 2^53-1)";
const MUST_BE_MS = "must be milliseconds from 0 to 2147483647";
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
  [{ type: "status", status: 503 }, "body", [cyclic, { toJSON() {} }, Object("{}")], MUST_BE_BODY],
  [{ type: "rateLimit" }, "seconds", [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY], MUST_BE_COUNT],
  [{ type: "rateLimit" }, "seconds", [2 ** 53, "1", 1n, null, undefined], MUST_BE_COUNT],
  [{ type: "body" }, "text", [7, null, undefined, {}, ["a"]], "`text` must be a string"],
  [{ type: "body", text: "" }, "contentType", [7, null, "a\nb", "a\0b", "\u20ac"], MUST_BE_CONTENT_TYPE],
  [{ type: "truncate" }, "bytes", [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY], MUST_BE_COUNT],
  [{ type: "truncate" }, "bytes", [2 ** 53, "1", 1n, null, undefined], MUST_BE_COUNT],
  [{ type: "stall" }, "bytes", [-1, 1.5, null, undefined], MUST_BE_COUNT],
  [{ type: "trickle" }, "bytesPerSecond", [0, -1, 1.5, null, undefined], "must be an integer of 1 or more"],
  [{ type: "hang" }, "times", [0, -1, 1.5, "2", null], MUST_BE_TIMES],
  [{ type: "hang" }, "for", [-1, Number.NaN, 2 ** 31, "1", null], MUST_BE_MS],
  [{ type: "hang" }, "delay", [-1, Number.NaN, 2 ** 31, "1", null], MUST_BE_MS],
  [{ type: "hang" }, "id", ["1", 1.5, 2 ** 53, 2n ** 63n, null], MUST_BE_ID],
  [{ type: "hang", id: 1 }, "name", [7, null], "`name` must be a string"],
  [{ type: "status", status: 503 }, "afterCreate", ["yes", 1, 0, null], MUST_BE_FLAG],
  [{ type: "reset" }, "afterCreate", ["yes", 1, 0, null], MUST_BE_FLAG],
  [{ type: "hang" }, "afterCreate", ["yes", 1, 0, null], MUST_BE_FLAG],
  [{ type: "delay" }, "delay", [-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31], MUST_BE_MS],
  [{ type: "delay" }, "delay", ["50", 50n, null, undefined], MUST_BE_MS],
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
      "store.enqueue: argument 2 is not a valid fault: `type` must be status, rateLimit, body, truncate, stall, trickle, reset, close, hang or delay.",
    );
  },
);

test("the error names all unknown fields", () => {
  expect(enqueueErrorOf({ ...faults.hang(), tga: 1, sgn: 2 }).message).toContain(
    "it has the unknown field tga, sgn",
  );
});

test.each([
  [{ type: "repeat", fault: { type: "reset" }, times: 3 }, '{"type":"reset","times":3}'],
  [
    { type: "repeat", fault: { type: "status", status: 503 } },
    '{"type":"status","status":503,"times":"always"}',
  ],
  [{ type: "when", id: 2n ** 63n - 1n, fault: { type: "hang" } }, '{"type":"hang","id":9223372036854775807}'],
  [
    {
      type: "repeat",
      times: 2,
      fault: { type: "when", name: "Fern", fault: { type: "truncate", bytes: 5 } },
    },
    '{"type":"truncate","bytes":5,"name":"Fern","times":2}',
  ],
  [
    { type: "when", id: 1, fault: { type: "delay", ms: 20, fault: { type: "reset", afterCreate: true } } },
    '{"type":"reset","afterCreate":true,"delay":20,"id":1}',
  ],
])("enqueue rejects %o, and writes its flat form out", (fault, flat) => {
  expect(enqueueErrorOf(fault).message).toBe(
    `store.enqueue: argument 2 is not a valid fault: \`type\` cannot be ${fault.type}: write ${flat}.`,
  );
  createPlantStore().enqueue(parseJson(flat) as Fault);
});

test("enqueue rejects a fault that contains itself", () => {
  const repeat: Record<string, unknown> = { type: "repeat" };
  repeat.fault = repeat;
  expect(enqueueErrorOf(repeat).message).toBe(
    "store.enqueue: argument 2 is not a valid fault: it cannot be read.",
  );
});

test.each<[string, () => Fault, string]>([
  ["status", () => faults.status(199), `faults.status: ${MUST_BE_STATUS}.`],
  ["body", () => faults.body(7 as never), "faults.body: `text` must be a string."],
  ["delay", () => faults.delay(-1), `faults.delay: \`delay\` ${MUST_BE_MS}.`],
  ["hang", () => faults.hang({ times: 0 }), `faults.hang: ${MUST_BE_TIMES}.`],
  [
    "status",
    () => faults.status(503, "<html>" as never),
    "faults.status: the options must be an object, such as { times: 3 }.",
  ],
  ["delay", () => faults.delay(1, faults.hang() as never), "faults.delay: the options cannot have `type`."],
])("faults.%s throws a TypeError if an argument is invalid", (_name, make, message) => {
  expect(make).toThrow(new TypeError(message));
});

test("the error lists all problems of a fault", () => {
  const { message } = enqueueErrorOf({ type: "status", status: 0, body: 7, headers: 7, tga: 1 });
  for (const field of ["`status` must", "`body` must", "`headers` must", "unknown field tga"]) {
    expect(message).toContain(field);
  }
});

test.each([204, 205, 304])("enqueue rejects a body for status %d, which has none", (status) => {
  for (const body of ["", "x", {}]) {
    const { message } = enqueueErrorOf({ type: "status", status, body });
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
