/** Options that are rejected, for every function that has options. Each option has a row. */
import { inspect } from "node:util";
import { type CreatePlantOptions, createPlant, PlantStoreClient } from "plant-store-sdk";
import { checkPlantStore, type PlantStoreCheckOptions } from "plant-store-sdk/check";
import {
  type ImportPlantsOptions,
  importPlants,
  type OpenJournalOptions,
  openJournal,
  type ReadPlantsOptions,
  readPlants,
} from "plant-store-sdk/import";
import { type MockHandlersOptions, mockHandlers } from "plant-store-sdk/mocks";
import { type ConnectOptions, connectMockStore } from "plant-store-sdk/mocks/remote";
import * as mocks from "plant-store-sdk/mocks/server";
import { type PlantRouteOptions, plantRoute } from "plant-store-sdk/route";
import { expect, onTestFinished, test } from "vitest";
import { listFields } from "../src/contract/plant-fields.ts";
import { memoryJournal } from "./import/import-all.ts";
import { plant, recordingFetch, TOKEN, testClient, testOptions } from "./support/client.ts";
import { revokedProxy, throwing } from "./support/throwing.ts";

/** What follows "must be", and invalid values. */
type Row = [expected: string, ...values: unknown[]];
type Rows<Options> = { [K in keyof Required<Options>]: Row };

const aboveZero = "milliseconds above 0 and up to 2147483647";
const boolean: Row = ["true or false", 0, "true", null, {}];
const aFunction: Row = ["a function", true, "fetch", null, {}];
const fromZero: Row = ["milliseconds, 0 or more", -1, Number.NaN, "5"];
const ms: Row = ["milliseconds from 0 to 2147483647", -1, 2 ** 31, Number.NaN, "5"];
const fromOne: Row = ["an integer of 1 or more", Number.NaN, 0, 1.5, 2 ** 53, "1024", null, 5n];
const capacity: Row = ["an integer of 0 or more, or Infinity", -1, 1.5, Number.NaN, 2 ** 53, "5", null];
const rules: Row = ["an object of rules", null, 1, "{}"];
const signal: Row = ["an AbortSignal", true, new AbortController(), { aborted: false }];

const ofClient = {
  token: ["a string, a function or null", 5, {}, [TOKEN], Symbol(TOKEN)],
  timeout: [`${aboveZero}, or false`, Number.NaN, 0, 2 ** 31, "1000", true, null],
  maxRetries: ["an integer of 0 or more", Number.NaN, -1, 1.5, 2 ** 53, "2", null, 2n],
  retryUnknown: boolean,
  namesMayChange: boolean,
  headers: ["an object or a function", null, 5, true, "x-shelf: 3", "", 5n],
  onEvent: aFunction,
  baseUrl: ["a string or a URL", 5, null, {}, Symbol("https://plants.example")],
  maxResponseBytes: fromOne,
  allowInsecureHttp: boolean,
  fetch: aFunction,
} satisfies Partial<Rows<CreatePlantOptions>>;
const ofOneCall: Rows<CreatePlantOptions> = {
  ...ofClient,
  signal,
  idempotencyKey: ["visible ASCII without spaces", 5, null, "", "a b", "a\n", "é"],
};
const { baseUrl, maxResponseBytes, allowInsecureHttp, fetch, ...ofCall } = ofOneCall;

const ofRoute: Rows<PlantRouteOptions> = {
  client: ["a PlantStoreClient or a function", undefined, {}, "client"],
  authorize: ['a function or "anyone"', undefined, true, "everyone"],
  message: aFunction,
  errors: ["an array of the store's error numbers", 7, "7", [1.5], [2 ** 31], ["7"], null],
  idempotencyKey: aFunction,
  abortWithPage: boolean,
};

const ofImport: Rows<ImportPlantsOptions> = {
  journal: ["a journal from `openJournal` of this version", undefined, {}, ":memory:"],
  concurrency: ["an integer from 1 to 1024", 0, 1025, 1.5, "8"],
  maxRate: ["a number above 0", 0, Number.NaN, "5"],
  maxNew: ["1 or more", 0, Number.NaN, "5"],
  maxUnknown: ["1 or more", 0, Number.NaN, "5"],
  maxNotCreated: ["0 or more", -1, Number.NaN, "5"],
  maxOutage: fromZero,
  headers: aFunction,
  signal,
  resolve: ["iterable", 1, {}, "resolve"],
  onIgnoredDecision: aFunction,
  resendUnknown: boolean,
  duplicates: ["an object with `status`", 409, "409", null],
  rules,
  resendAfter: fromZero,
  allowChanged: boolean,
  exactIds: boolean,
  namesMayChange: boolean,
  onProgress: aFunction,
};

const noShards = [null, "1/2", { index: 1 }, ...[0, 10_001].map((index) => ({ index, count: 10_001 }))];
const ofJournal: Rows<OpenJournalOptions> = {
  baseUrl: ["a string", undefined, new URL("https://plants.example"), null],
  shard: ["an object with a `count` from 1 to 10000, and an `index` from 1 to it", ...noShards],
};

const ofInput: Rows<ReadPlantsOptions> = {
  format: ['"json" or "csv"', "ndjson", "xlsx", null],
  columns: [
    `an object with a column for each of ${listFields("`")}, and no column for two`,
    ...[{ sku: "id" }, { id: 1 }, { id: "" }, { id: "a", name: "a" }, { name: "id" }, null, "id"],
  ],
  delimiter: ["one character that is not a quote or a line break", "", ";;", '"', "\n", "\u{1f331}", 1],
  multiline: boolean,
  quotes: ['"none"', "double", true, null],
  escape: ['"backslash" or "none"', "\\", true, null],
  null: ["an array of texts", "NULL", [1], null],
};

const noPairs = [[], [2, 1], [1, 2n ** 63n], [1.5, 2], ["1", 2]];
const noRanges = noPairs.map(([from, to]) => ({ from, to }));
const ofCheck: Rows<PlantStoreCheckOptions> = {
  baseUrl: ofClient.baseUrl,
  token: ["a string", 5, null, () => TOKEN],
  createOn: ["a host such as staging.plants.example", 5, true],
  maxCreates: fromOne,
  ids: ["a range from one int64 to another that is not lower", null, ...noRanges],
  usedIds: ["an iterable of ids", 5, null, ["x"], [1.5], {}],
  maxRate: ["a number above 0", 0, "5"],
  timeout: [aboveZero, 0, 2 ** 31, false],
  rules,
  onId: aFunction,
  onCheck: aFunction,
  signal,
  allowInsecureHttp: boolean,
  fetch: aFunction,
};

const noLatencies = [-1, 2 ** 31, Number.NaN, "5", null, [], [1], [2, 1], [0, 1, 2], [0, "1"], [-1, 1]];
const ofSettings: Rows<mocks.MockStoreSettings> = {
  rules,
  latency: ["milliseconds from 0 to 2147483647, or [min, max]", ...noLatencies],
  chaos: ['an object such as { "rate": 0.1 }, or null', 0.1, "0.1", true],
};
const ofStore: Rows<mocks.MockStoreOptions> = {
  plants: ["an array of plants", { id: 1, name: "Fern" }, null],
  auth: ['"required", "off" or a function', "on", null, true],
  ...ofSettings,
  validate: aFunction,
  maxPlants: capacity,
  maxRequests: capacity,
};
const ofChaos: Rows<mocks.ChaosOptions> = {
  rate: ["a number from 0 to 1", undefined, -0.1, 1.1, Number.NaN, "0.1", null],
  faults: ["an array of at least one fault", [], "reset", null],
  seed: ["an integer from 0 to 4294967295", -1, 1.5, 2 ** 32, "7", null],
};

const noPaths = ["api", "//api", "/a//b", "/a/../b", "/./a", "/a b", "/a?b", "/a#b", "/é", "http://x/api", 7];
const noHosts = ["mock", ["mock:4010"], [7], ["mock:80"], ["*.mock"], ["http://mock"]];
const ofServer: Rows<mocks.ListenOptions> = {
  port: ["an integer from 0 to 65535", -1, 65_536, 40.5, "4010"],
  host: ["the name or address of an interface", "", 127],
  basePath: ["a path such as /api, percent-encoded, without query and fragment", ...noPaths],
  admin: boolean,
  allowedHosts: ["host names without ports or wildcards", ...noHosts],
  sessions: aFunction,
  keepAliveTimeout: [...ms, 0.5],
  keepBrowserConnections: boolean,
  gracePeriod: ms,
  tls: ["an object with `cert` and `key`", null, { cert: "a" }, { cert: "", key: "a" }],
};

const ofHandlers: Rows<MockHandlersOptions> = { baseUrl: [...ofClient.baseUrl, undefined] };
const noNames = ["", 7, "a".repeat(201), "half a character: \ud83c", "..", "."];
const ofRemote: Rows<ConnectOptions> = {
  session: ["a name of 1 to 200 characters, except for . and ..", ...noNames],
};

const store = new mocks.MockStore();
const { fetch: ok } = recordingFetch();
const client = testClient({ fetch: ok });
const storeUrl = "http://127.0.0.1";
const offline = throwing(new Error("offline"));

/** By the name that starts a message of the mock: a call, options that are valid, and the rows. */
const SUBJECTS: Record<
  string,
  [call: (options: never) => unknown, valid: object, rows: Record<string, Row>]
> = {
  PlantStoreClient: [(options) => new PlantStoreClient(options), testOptions, ofClient],
  createPlant: [(options) => createPlant(plant, options), { ...testOptions, fetch: ok }, ofOneCall],
  "client.createPlant": [
    (options) => client.createPlant(plant, options),
    { maxRetries: 1, headers: {}, signal: null },
    ofCall,
  ],
  plantRoute: [(options) => plantRoute(options), { client, authorize: "anyone" }, ofRoute],
  importPlants: [(options) => importPlants(client, [], options), { journal: memoryJournal() }, ofImport],
  openJournal: [
    async (options) => (await openJournal(":memory:", options)).close(),
    { baseUrl: storeUrl },
    ofJournal,
  ],
  readPlants: [(options) => readPlants("plants.csv", options), { format: "csv" }, ofInput],
  checkPlantStore: [(options) => checkPlantStore(options), { ...testOptions, fetch: offline }, ofCheck],
  MockStore: [(options) => new mocks.MockStore(options), { plants: [], auth: "off" }, ofStore],
  "MockStore: chaos": [(chaos) => new mocks.MockStore({ chaos }), { rate: 0.5 }, ofChaos],
  "store.configure": [(settings) => store.configure(settings), { latency: 0 }, ofSettings],
  "store.clear": [(options) => store.clear(options), { keepAdded: true }, { keepAdded: boolean }],
  listen: [async (options) => (await mocks.listen(store, options)).close(), { host: "127.0.0.1" }, ofServer],
  mockHandlers: [(options) => mockHandlers(store, options), { baseUrl: "*" }, ofHandlers],
  connectMockStore: [(options) => connectMockStore(storeUrl, options), { session: "one" }, ofRemote],
};

const subjects = Object.entries(SUBJECTS).map(([name, [call, valid, rows]]) => {
  const [caller = "", path] = name.split(": ");
  return { name, call: async (options: unknown) => call(options as never), caller, path, valid, rows };
});
type Subject = (typeof subjects)[number];

/** The option in the error of a call, and its problem. */
async function errorOf({ call, caller, path }: Subject, options: unknown) {
  const error = await call(options).then(
    () => expect.fail("The options were accepted."),
    (thrown) => thrown,
  );
  const { message, option, problem } = error as Error & { option: string; problem: string };
  if (error instanceof TypeError) expect(message).toBe(`${caller}: \`${option}\` ${problem}.`);
  else expect(error).toMatchObject({ kind: "configuration", outcome: "not-created", attempts: 0 });
  expect(message).toContain(`\`${option}\` ${problem}.`);
  return { error, option: path ? option.replace(`${path}.`, "") : option, problem };
}

/** How a message describes a value. Only a number is shown: a string may be a token in the wrong place. */
function describe(value: unknown): string {
  if (typeof value === "number" || value === null || value === undefined) return `, not ${value}`;
  return typeof value === "object" ? "" : `, not this ${typeof value}`;
}

const print = (value: unknown) => inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true });

const cases = subjects.flatMap((subject) =>
  Object.entries(subject.rows).flatMap(([option, [expected, ...values]]) =>
    values.map((value) => {
      const text = print(value).slice(0, 80);
      return { name: subject.name, subject, option, expected, value, text };
    }),
  ),
);

test.each(cases)("$name rejects $option: $text", async ({ subject, option, expected, value }) => {
  const { error, ...found } = await errorOf(subject, { ...subject.valid, [option]: value });
  const shown = option === "token" && typeof value === "number" ? ", not this number" : describe(value);
  expect(found).toEqual({ option, problem: `must be ${expected}${shown}` });
});

test.each(subjects)("$name reads each option once, not undefined ones", async ({ call, valid, rows }) => {
  const missing = Object.keys({ ...rows, unknown: 0 }).map((name) => [name, undefined]);
  const reads: PropertyKey[] = [];
  const get = (target: object, option: PropertyKey) => {
    reads.push(option);
    return Reflect.get(target, option);
  };
  await call(new Proxy({ ...Object.fromEntries(missing), ...valid }, { get }));
  expect(reads.filter((option) => option in valid).sort()).toEqual(Object.keys(valid).sort());
});

test.each(subjects)("$name names an unknown option, and shows no text of any", async (subject) => {
  const { valid, rows, call } = subject;
  const [first = ""] = Object.keys(rows);
  for (const name of ["unknown", ...Object.keys(ofOneCall)].filter((name) => !(name in rows))) {
    const { option, problem } = await errorOf(subject, { ...valid, [name]: "canary" });
    expect(option).toBe(name);
    const [, options = ""] = /^is not an option here: the options are (.*)$/.exec(problem) ?? [];
    expect(options.split(", ").sort()).toEqual(Object.keys(rows).sort());
  }
  const { problem: advice } = await errorOf(subject, { ...valid, [first.toUpperCase()]: "canary" });
  expect(advice).toBe(`is not an option here: write \`${first}\``);
  for (const name of ["unknown", ...Object.keys(rows)]) {
    const error = await call({ ...valid, [name]: "an invalid canary" }).then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(print(error) + JSON.stringify(error)).not.toContain("canary");
  }
});

test.each(subjects.filter(({ path }) => !path))("$name rejects what is not an object", async (subject) => {
  for (const options of [null, "canary", 5, true, () => {}, Symbol("options"), 5n]) {
    const { option, problem } = await errorOf(subject, options);
    expect([option, problem]).toEqual(["options", `must be an object${describe(options)}`]);
  }
});

test.each(subjects)("$name reads getters of a class; if one throws, that is the cause", async (subject) => {
  const { valid, name } = subject;
  const { option, value } = cases.find((row) => row.name === name) ?? expect.fail();
  const { [option]: _, ...others } = valid as Record<string, unknown>;
  const inherited = Object.assign(Object.create({ [option]: value }), others);
  expect((await errorOf(subject, inherited)).option).toBe(option);
  const cause = new Error("no such setting");
  const throwingOption = (thrown: unknown) => Object.defineProperty({}, option, { get: throwing(thrown) });
  for (const options of [throwingOption(revokedProxy()), revokedProxy()])
    expect((await errorOf(subject, options)).problem).toBe("cannot be read; see `cause`");
  const { error, problem } = await errorOf(subject, throwingOption(cause));
  expect([error.cause, problem]).toEqual([cause, "cannot be read; see `cause`"]);
});

/** client/altered-globals.test.ts tests it for a call, which uses more than its options. */
const notCalls = subjects.filter(({ name }) => !name.endsWith("createPlant"));

test.each(notCalls)("$name ignores what every object inherits", async ({ call, valid, rows }) => {
  const names = Object.keys(rows).filter((option) => !(option in valid));
  const descriptor = { value: Symbol("polluted"), configurable: true, writable: true };
  for (const name of names) Object.defineProperty(Object.prototype, name, descriptor);
  onTestFinished(() => {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  });
  await call({ ...valid });
});
