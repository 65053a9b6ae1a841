/** What `checkPlantStore` says about services with one defect each, and that it is careful. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  checkPlantStore,
  type PlantStoreCheckOptions,
  type PlantStoreCheckReport,
} from "plant-store-sdk/check";
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { beforeAll, describe, expect, test } from "vitest";
import { findProgram } from "../support/installed-programs.ts";
import { CORRECT, type Parts, startSmallService, TOKEN } from "./small-service.ts";
import { WRONG_SERVICES } from "./wrong-services.ts";

/** Checks a service, with consent. */
async function check(parts: Partial<Parts> = {}, options: PlantStoreCheckOptions = {}) {
  await using service = await startSmallService(parts);
  const report = await checkPlantStore({
    ...{ baseUrl: service.url, token: TOKEN, createOn: "127.0.0.1", timeout: 300 },
    ...options,
  });
  return { ...report, store: service.store };
}

const resultsOf = ({ checks }: PlantStoreCheckReport) =>
  Object.fromEntries(checks.map(({ name, result, detail }) => [name, { result, detail }]));

let correct: PlantStoreCheckReport;
beforeAll(async () => {
  correct = await check();
});

test("a correct service passes, and its rules are found", () => {
  expect(correct.checks.filter(({ result }) => result !== "pass" && result !== "fact")).toEqual([]);
  expect(correct.conforms).toBe(true);
  expect(correct.rules).toEqual({
    version: 1,
    duplicates: { equal: { status: 409, error: 1003 }, different: { status: 409, error: 1003 } },
    atomicIds: true,
    unauthorized: { missing: { status: 401 }, wrong: { status: 401 } },
    invalid: { status: 400, error: 1001 },
    name: { minLength: 0, maxLength: null, unique: false },
    tag: { maxLength: null },
    unknownFields: "ignored",
    idempotencyKey: false,
    checked: { baseUrl: expect.any(String), time: expect.any(String), version: expect.any(String) },
  });
});

test.each(WRONG_SERVICES)("a service that %s: exactly that is reported", async (_, parts, differences) => {
  const report = await check(parts());
  const [expected, results] = [resultsOf(correct), resultsOf(report)];
  const differing = Object.keys(expected).filter(
    (name) =>
      results[name]?.result !== expected[name]?.result || results[name]?.detail !== expected[name]?.detail,
  );
  expect(Object.fromEntries(differing.map((name) => [name, results[name]?.result]))).toEqual(differences);
  expect(JSON.stringify(report)).not.toContain(TOKEN);
});

/** Records what a service receives. */
function recording(parts: Partial<Parts> = {}) {
  const requests: { body: string; authorization: string | undefined; time: number }[] = [];
  const recorded: Partial<Parts> = {
    ...parts,
    isAuthorized: (authorization) => {
      requests.push({ body: "", authorization, time: performance.now() });
      return authorization === `Bearer ${TOKEN}`;
    },
    parse: (text) => {
      Object.assign(requests.at(-1) ?? {}, { body: text });
      return (parts.parse ?? CORRECT.parse)(text);
    },
  };
  return { requests, parts: recorded };
}

const idsIn = (requests: { body: string }[]) =>
  requests.flatMap(({ body }) => /"id":(-?\d+)[,}]/.exec(body)?.[1] ?? []).map(BigInt);

describe("without createOn", () => {
  /** Makes an object of almost any text, like the parsers of forms, YAML and JSON with mistakes. */
  const lenient: Parts["parse"] = (text) => {
    const pairs = text.replace(/[{}"]/g, "").split(/[,&\n]/);
    const { id, name, tag } = Object.fromEntries(pairs.map((pair) => pair.split(/[:=]/)));
    if (id === undefined && name === undefined) throw new SyntaxError("no plant");
    return { id: id ?? "7", name: name ?? "", ...(tag !== undefined && { tag }) };
  };
  test.each<[string, Partial<Parts>]>([
    ["converts types", { parse: lenient }],
    ["ignores tokens", { isAuthorized: () => true }],
    [
      "gives missing ids",
      {
        parse: (text) => {
          const plant = CORRECT.parse(text);
          return { ...plant, id: plant.id ?? "7" };
        },
      },
    ],
  ])("a service that %s creates nothing", async (_, parts) => {
    const safe = await check(parts, { createOn: undefined });
    expect([...safe.store]).toEqual([]);
    expect(safe.created).toEqual([]);
    expect(safe.conforms).toBeNull();
    expect(safe.checks.filter(({ result }) => result === "skipped")).toHaveLength(22);
    // The same service would have created plants.
    expect((await check(parts)).store.size).toBeGreaterThan(1);
  });

  test("what happens without a token is found out, unless the service reads the body first", async () => {
    expect((await check({}, { createOn: undefined })).rules.unauthorized).toEqual({
      missing: { status: 401 },
      wrong: { status: 401 },
    });
    const { rules } = await check({ isAuthorized: () => true }, { createOn: undefined });
    expect(rules.unauthorized).toBeUndefined();
  });
});

test("an id is reported before it is sent", async () => {
  const reported: bigint[] = [];
  const { requests, parts } = recording();
  const early: bigint[] = [];
  await check(
    {
      ...parts,
      parse: (text) => {
        for (const id of idsIn([{ body: text }])) if (!reported.includes(id)) early.push(id);
        return (parts.parse ?? CORRECT.parse)(text);
      },
    },
    { onId: (id) => void reported.push(id) },
  );
  expect(early).toEqual([]);
  expect(idsIn(requests).length).toBeGreaterThan(20);
});

test("an id that cannot be written down is not sent", async () => {
  const { requests, parts } = recording();
  const onId = () => Promise.reject(new Error("disk full"));
  await expect(check(parts, { onId })).rejects.toThrow("disk full");
  expect(idsIn(requests)).toEqual([]);
});

test("no more bodies are sent than maxCreates allows, and the rest is inconclusive", async () => {
  const { requests, parts } = recording();
  const { checks, conforms } = await check(parts, { maxCreates: 5 });
  expect(requests.filter(({ body }) => body.startsWith("{")).length).toBeLessThanOrEqual(5);
  expect(checks.at(-1)?.result).toBe("skipped");
  expect(checks.find(({ name }) => name === "name-number")).toEqual({
    name: "name-number",
    result: "inconclusive",
    detail: expect.stringContaining("5 bodies"),
  });
  expect(conforms).toBeNull();
});

test("the wrong token is one fixed text, and is sent at most four times", async () => {
  const { requests, parts } = recording({ errorBody: () => ({}) });
  await check(parts);
  const wrong = requests
    .map(({ authorization }) => authorization)
    .filter((sent) => sent !== `Bearer ${TOKEN}`);
  const tokens = wrong.filter((sent) => sent !== undefined);
  expect(new Set(tokens)).toEqual(new Set(["Bearer plant-store-sdk-check-wrong-token"]));
  expect(tokens.length).toBeLessThanOrEqual(4);
});

test("ids are from the given range, and none that is in use", async () => {
  const usedIds = Array.from({ length: 50 }, (_, index) => 1001 + 2 * index);
  const { requests, parts } = recording();
  const { checks } = await check(parts, { ids: { from: 1000, to: 1099 }, usedIds });
  const sent = idsIn(requests).filter((id) => id < 2n ** 63n);
  expect(sent.filter((id) => id < 1000n || id > 1099n || id % 2n === 1n)).toEqual([]);
  expect(checks.find(({ name }) => name === "id-exact")?.result).toBe("skipped");
});

test("requests are not faster than maxRate", async () => {
  const { requests, parts } = recording();
  await check(parts, { createOn: undefined, maxRate: 25 });
  const times = requests.map(({ time }) => time);
  const between = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(between.length).toBeGreaterThan(1);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan((times.length - 2) * 40);
});

test("each request has a connection of its own", async () => {
  await using service = await startSmallService();
  let [connections, requests] = [0, 0];
  service.server.on("connection", () => connections++).on("request", () => requests++);
  await checkPlantStore({ baseUrl: service.url, token: TOKEN, createOn: "127.0.0.1" });
  expect(requests).toBeGreaterThan(30);
  expect(connections).toBe(requests);
});

describe.runIf(findProgram("curl"))("the curl line of a violation", () => {
  test.each<[string, Partial<Parts>, RegExp]>([
    ["ignored token", { isAuthorized: () => true }, /HTTP\/1.1 200 OK/],
    ["rounded ids", { key: ({ id }) => Number(id) }, /HTTP\/1.1 200 OK[\s\S]*HTTP\/1.1 409 Conflict/],
    [
      "stored rejection",
      { onInvalid: ({ id, name }, store) => store.set(id, { id, name }) },
      /400 Bad[\s\S]*409 Conf/,
    ],
  ])("shows it again: %s", async (_, parts, output) => {
    await using service = await startSmallService(parts);
    const options = { baseUrl: service.url, token: TOKEN, createOn: "127.0.0.1" };
    const { checks } = await checkPlantStore(options);
    const curl = checks.find(({ result }) => result === "violation")?.curl ?? "";
    expect(curl).not.toContain(TOKEN);
    const { stdout } = await promisify(execFile)("sh", ["-c", curl], {
      env: { ...process.env, PLANT_STORE_TOKEN: TOKEN },
    });
    expect(stdout).toMatch(output);
  });
});

test("the rules that were found are compared with given ones, a sentence per difference", async () => {
  const { differences } = await check(
    {},
    {
      rules: {
        duplicates: "created",
        invalid: { status: 400, error: 1001, message: "not compared" },
        unauthorized: { status: 401, error: 401 },
        id: { min: 1 },
        name: { maxLength: 40, unique: { status: 400 } },
      },
    },
  );
  expect(differences).toEqual([
    '`duplicates.equal` was "created", and is now 409 with error 1003.',
    '`duplicates.different` was "created", and is now 409 with error 1003.',
    "`name.maxLength` was 40, and is now without a limit.",
    "`name.unique` was 400, and is now false.",
  ]);
});

test("an aborted signal ends the run with its reason", async () => {
  const controller = new AbortController();
  const onCheck = () => controller.abort(new Error("enough"));
  await expect(check({}, { signal: controller.signal, onCheck })).rejects.toThrow("enough");
});

test("a service in this process is checked through `fetch`", async () => {
  const store = createPlantStore({ auth: (token) => token === TOKEN });
  const options = {
    baseUrl: "http://localhost/api",
    token: TOKEN,
    createOn: "localhost",
    fetch: store.fetch,
  };
  expect((await checkPlantStore(options)).conforms).toBe(true);
});

test.each<[PlantStoreCheckOptions, string]>([
  [{ createOn: "plants.example" }, "`createOn` must be the host of the base URL, 127.0.0.1:4010"],
  [{ maxCreates: 0 }, "`maxCreates` must be an integer of 1 or more"],
  [{ ids: { from: 2, to: 1 } }, "`ids` must have a `from` that is not above its `to`"],
  [{ ids: { from: 1, to: 2n ** 63n } }, "`ids` must have int64 ids"],
  [{ token: "" }, "`token` is missing"],
  [{ token: "two words" }, "`token` must be visible ASCII"],
  [{ baseUrl: undefined }, "`baseUrl` is missing"],
  [{ baseUrl: "http://plants.example" }, "must use https"],
  [{ rules: { version: 2 } as never }, "`version` must be 1"],
  [{ create: true } as never, "`create` is not an option here"],
])("the options %o are rejected", async (options, problem) => {
  const all = { baseUrl: "http://127.0.0.1:4010", token: TOKEN, ...options };
  await expect(checkPlantStore(all)).rejects.toThrow(problem);
});
