/** Faults as data: the functions that make them, their validation, and their description. */
import { inspect } from "node:util";
import { describeFault, type Fault, faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { readFaultTable } from "../support/fault-table.ts";
import { storeWith } from "../support/post-plant.ts";
import { throwing } from "../support/throwing.ts";

// Plain data.

const EXAMPLES: [string, Fault, unknown][] = [
  ...readFaultTable().map(({ code, fault, json }): [string, Fault, unknown] => [
    code,
    fault,
    JSON.parse(json),
  ]),
  ["reset({ delay: 50 })", faults.reset({ delay: 50 }), { type: "reset", delay: 50 }],
  ["hang for the id -0", faults.hang({ id: -0, name: "Fern" }), { type: "hang", id: 0, name: "Fern" }],
  ["truncate with times", faults.truncate(5, { times: 2 }), { type: "truncate", bytes: 5, times: 2 }],
  ["hang for no time", faults.hang({ for: 0 }), { type: "hang", for: 0 }],
  ["stall, always", faults.stall(5, { times: "always" }), { type: "stall", bytes: 5, times: "always" }],
  ["delay for an id", faults.delay(0.5, { id: 7n }), { type: "delay", delay: 0.5, id: 7 }],
  [
    "status without headers",
    faults.status(503, { headers: {} }),
    { type: "status", status: 503, headers: {} },
  ],
];

test.each(EXAMPLES)(
  "%s is plain data that survives printing, JSON and copying, and enqueue accepts it",
  (_call, fault, data) => {
    expect(fault).toStrictEqual(data);
    expect(inspect(fault)).toBe(inspect(data));
    expect(structuredClone(fault)).toStrictEqual(data);
    expect(storeWith(fault, JSON.parse(JSON.stringify(fault))).faults).toStrictEqual([data, data]);
  },
);

test("fields that are undefined are left out", () => {
  const { faults: queue } = storeWith({ type: "hang", afterCreate: undefined, times: undefined });
  expect(queue).toStrictEqual([faults.hang()]);
});

// Invalid faults.

const INVALID = "store.enqueue: `faults[1]` is invalid: ";

/** What enqueue says about a value after a valid fault. Asserts that neither is queued. */
function problemOf(value: unknown): string {
  const store = storeWith(faults.hang());
  try {
    store.enqueue(faults.reset(), value as Fault, faults.delay(1));
  } catch (error) {
    expect(store.faults).toEqual([faults.hang()]);
    expect(error).toBeInstanceOf(TypeError);
    const { message } = error as TypeError;
    expect(message.slice(0, INVALID.length)).toBe(INVALID);
    return message.slice(INVALID.length);
  }
  throw new Error(`${inspect(value)} was queued`);
}

const MUST_BE_STATUS = "`status` must be an integer from 200 to 599";
const MUST_BE_TEXT = "must be a string";
const MUST_BE_COUNT = "must be an integer of 0 or more";
const MUST_BE_TIMES = '`times` must be an integer of 1 or more, or "always"';
const MUST_BE_MS = "must be milliseconds from 0 to 2147483647";
const MUST_BE_BODY =
  "must be a string, or an object that can be written as JSON, and absent for 204, 205, 304";

/** This field of it cannot be read. */
const withUnreadable = (field: string) =>
  Object.defineProperty({}, field, { get: throwing(new Error("no")), enumerable: true }) as never;
const unreadable = withUnreadable("times");

const cyclic: Record<string, unknown> = {};
cyclic.itself = cyclic;

const NOT_A_COUNT = [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "1", 1n, null, undefined];
const NOT_MS = [-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "1", 50n, null];
const NOT_A_FLAG = ["yes", 1, 0, null];
const status = { type: "status", status: 503 };
const hang = { type: "hang" };

/** For each field, invalid values and the error message. */
const INVALID_FIELDS: [Record<string, unknown>, string, unknown[], string][] = [
  [{ type: "status" }, "status", [199, 600, -503, 503.5, Number.NaN, "503", 503n, undefined], MUST_BE_STATUS],
  [status, "body", [7, 7n, true, null, () => "", Symbol("a")], MUST_BE_BODY],
  [status, "body", [cyclic, { toJSON() {} }, Object("{}")], MUST_BE_BODY],
  [status, "afterCreate", NOT_A_FLAG, "must be true or false"],
  [{ type: "truncate" }, "bytes", NOT_A_COUNT, MUST_BE_COUNT],
  [{ type: "stall" }, "bytes", NOT_A_COUNT, MUST_BE_COUNT],
  [{ type: "trickle" }, "bytesPerSecond", [0, ...NOT_A_COUNT], "must be an integer of 1 or more"],
  ...["afterCreate", "close"].map((flag) => {
    return [{ type: "reset" }, flag, NOT_A_FLAG, "must be true or false"] as (typeof INVALID_FIELDS)[0];
  }),
  [{ type: "delay" }, "delay", [undefined, ...NOT_MS], MUST_BE_MS],
  [hang, "afterCreate", NOT_A_FLAG, "must be true or false"],
  [hang, "times", [0, -1, 1.5, "2", null], MUST_BE_TIMES],
  [hang, "for", NOT_MS, MUST_BE_MS],
  [hang, "delay", NOT_MS, MUST_BE_MS],
  [hang, "id", ["1", 1.5, 2 ** 53, 2n ** 63n, null], "must be an int64 (beyond 2^53-1: a bigint in"],
  [{ type: "hang", id: 1 }, "name", [7, null], MUST_BE_TEXT],
];

test.each(
  INVALID_FIELDS.flatMap(([fields, field, values, problem]) =>
    values.map((value) => ({ fault: { ...fields, [field]: value }, field, problem })),
  ),
)("enqueue rejects $fault: $problem", ({ fault, field, problem }) => {
  const actual = problemOf(fault);
  expect(actual).toMatch(/^`[^;]+\.$/);
  expect(actual).toContain(`\`${field}\` ${problem.replace(/^`\w+` /, "")}`);
});

const ADAPTER_HEADERS = "connection content-length keep-alive transfer-encoding upgrade trailer".split(" ");

test.each<[string, unknown]>([
  ["null", null],
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
  ["a value that is undefined", { "retry-after": undefined }],
  ...ADAPTER_HEADERS.flatMap((name) =>
    [name, name.toUpperCase()].map((each): [string, unknown] => [`the adapter's ${each}`, { [each]: "1" }]),
  ),
])("enqueue rejects invalid headers: %s", (_what, headers) => {
  const problem = problemOf({ ...status, headers });
  expect(problem).toMatch(/^`headers` must be an object of valid header names and values.*\.$/);
  expect(problem.split(/[^\w-]+/)).toEqual(expect.arrayContaining(ADAPTER_HEADERS));
});

test.each([null, undefined, 503, "hang", true, faults.hang, [], [faults.hang()]])(
  "enqueue rejects %o, which is not made by `faults`",
  (value) => expect(problemOf(value)).toBe("it must be an object made by `faults`."),
);

test.each([{}, { type: undefined }, { type: "teapot" }, { type: 503 }, { status: 503 }, new Date(0)])(
  "enqueue rejects %o because of its type",
  (value) => {
    expect(problemOf(value)).toBe(
      "`type` must be status, truncate, stall, trickle, reset, hang, hold or delay.",
    );
  },
);

test.each<[() => Fault, string]>([
  [() => faults.status(199), `faults.status: ${MUST_BE_STATUS}.`],
  [() => faults.delay(-1), `faults.delay: \`delay\` ${MUST_BE_MS}.`],
  [() => faults.delay(20, { delay: 30 } as never), "faults.delay: `delay` must not also be an option."],
  [() => faults.hang({ type: "reset" } as never), "faults.hang: `type` must not also be an option."],
  [() => faults.status(204, { body: "{}" }), `faults.status: \`body\` ${MUST_BE_BODY}.`],
  [() => faults.hang({ times: 0 }), `faults.hang: ${MUST_BE_TIMES}.`],
  [() => faults.status(503, "a" as never), "faults.status: it has the unknown field 0."],
])("%s throws a TypeError: %s", (make, message) => expect(make).toThrow(new TypeError(message)));

test("the error lists all problems of a fault", () => {
  const problem = problemOf({ type: "status", status: 0, body: 7, headers: 7, tga: 1, sgn: 2 });
  for (const part of ["`status` must", "`body` must", "`headers` must", "it has the unknown field tga, sgn"])
    expect(problem).toContain(part);
});

test.each<[string, () => unknown]>([
  ["faults.hang", () => faults.hang(unreadable)],
  ["store.enqueue", () => storeWith(unreadable)],
  ["store.addPlants", () => new MockStore().addPlants(unreadable)],
  ["store.configure, in rules,", () => new MockStore().configure({ rules: withUnreadable("duplicates") })],
])("%s throws a TypeError with the cause if a getter throws", (_caller, call) => {
  expect(call).toThrow(TypeError);
  expect(call).toThrow(expect.objectContaining({ cause: new Error("no") }));
});

// In words.

test.each<[fault: Fault, label: string, effect?: string]>([
  [faults.status(503), "503", "responds 503 and creates nothing"],
  [faults.status(503, { afterCreate: true }), "503 after create"],
  [faults.status(503, { afterCreate: false }), "503"],
  [faults.status(200, { afterCreate: false }), "200, no plant"],
  [faults.status(200, { body: "<html>" }), "HTML", "creates the plant, then responds 200 with a web page"],
  [faults.status(200, { body: "<!doctype html>" }), "HTML"],
  [faults.status(200, { body: "<html>", afterCreate: false }), "HTML, no plant"],
  [faults.status(200, { body: "" }), "200"],
  [faults.truncate(5), "Truncated", "creates the plant, then drops the connection after 5 bytes of the body"],
  [faults.stall(5), "Stalled", "creates the plant, then sends 5 bytes of the body, then nothing"],
  [faults.trickle(1), "Trickle", "creates the plant, then sends the body slowly, at 1 B/s"],
  [faults.reset(), "Connection reset"],
  [faults.reset({ afterCreate: true }), "Lost response", "creates the plant, then drops the connection"],
  [faults.reset({ close: true }), "Connection closed", "closes the connection and creates nothing"],
  [faults.reset({ afterCreate: true, close: true }), "Lost response (closed)"],
  [
    faults.reset({ delay: 20 }),
    "Slow 20 ms, then Connection reset",
    "waits 20 ms, then drops the connection and creates nothing",
  ],
  [faults.hang(), "Hang", "never responds and creates nothing"],
  [faults.hang({ afterCreate: true }), "Hang after create"],
  [faults.hold({ times: 2 }), "Held × 2", "waits until it is released, then responds as usual"],
  [faults.delay(2_500, { times: 3 }), "Slow 2.5 s × 3", "waits 2.5 s, then responds as usual"],
  [faults.status(503, { delay: 2_000, times: "always" }), "Slow 2 s, then 503 × ∞"],
  [faults.status(503, { for: 30_000 }), "503 for 30 s"],
  [faults.hang({ id: 2n ** 63n - 1n, name: "Fern" }), "Hang for plant 9223372036854775807 Fern"],
])("the fault %o has the label and the effect: %s, %s", (fault, label, effect) => {
  const described = describeFault(fault);
  expect(described.label).toBe(label);
  if (effect) expect(described.effect).toBe(effect);
});
