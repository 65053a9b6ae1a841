/** What `checkPlantStore` says about services with one defect each, and that it is careful. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual, promisify } from "node:util";
import type { NewPlant, PlantStoreFetch } from "plant-store-sdk";
import {
  checkPlantStore,
  type PlantStoreCheckOptions,
  type PlantStoreCheckReport,
} from "plant-store-sdk/check";
import { MockStore, type PlantStoreRules } from "plant-store-sdk/mocks/store";
import { describe, expect, test, vi } from "vitest";
import { findProgram } from "../../scripts/installed-programs.ts";
import { FreshTexts } from "../../tools/check/run/fresh-plants.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { hang } from "../support/fetch-stubs.ts";
import { CORRECT, createSmallService, type Parts, startSmallService, TOKEN } from "./small-service.ts";
import { CHECKS, readResults, validIf, WRONG_SERVICES } from "./wrong-services.ts";

const CONSENT = { token: TOKEN, createOn: "127.0.0.1" };

/** Checks a service, with consent. */
async function check(parts: Partial<Parts> = {}, options: PlantStoreCheckOptions = {}) {
  const { store, fetch } = createSmallService(parts);
  const common = { ...CONSENT, baseUrl: "http://127.0.0.1:4010", fetch };
  return { ...(await checkPlantStore({ ...common, ...options })), store };
}

/** Checks a mock in this process. */
const checkMock = (rules: PlantStoreRules, plants: NewPlant[] = []) =>
  check({}, { fetch: new MockStore({ rules, plants, auth: (token) => token === TOKEN }).fetch });

const resultsOf = ({ checks }: PlantStoreCheckReport) =>
  Object.fromEntries(checks.map(({ name, result, detail }) => [name, { result, detail }]));

let correct: Promise<PlantStoreCheckReport>;
const checkCorrect = () => {
  correct ??= check();
  return correct;
};

test.each(WRONG_SERVICES)(
  "a service that %s: exactly that is reported",
  async (_, parts, differences, rules) => {
    jumpFromTimerToTimer({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const report = await check(typeof parts === "function" ? parts() : parts);
    const [expected, results] = [resultsOf(await checkCorrect()), resultsOf(report)];
    const differing = CHECKS.filter((name) => !isDeepStrictEqual(results[name], expected[name]));
    expect(Object.fromEntries(differing.map((name) => [name, results[name]?.result]))).toEqual(
      readResults(differences),
    );
    expect({ ...report.rules, ...rules }).toEqual(report.rules);
    expect(JSON.stringify(report)).not.toContain(TOKEN);
  },
);

/** Records what an authorized service receives, and the ids in it. */
function recording(parts: Partial<Parts> = {}) {
  const requests: { body: string; authorization: string | undefined }[] = [];
  const intercept: Parts["intercept"] = (request) => {
    if (request.method === "POST")
      requests.push({ body: request.text, authorization: request.headers.authorization });
    return parts.intercept?.(request);
  };
  return { requests, parts: { ...parts, intercept } };
}

const idsIn = (requests: { body: string }[]) =>
  requests.flatMap(({ body }) => /"id":(-?\d+)[,}]/.exec(body)?.[1] ?? []).map(BigInt);
const plantsIn = (requests: { body: string }[]) =>
  requests.filter(({ body }) => body.trimStart().startsWith("{"));

test("the guide lists the checks in their order, and marks those that need no consent", async () => {
  const guide = readFileSync(resolve(import.meta.dirname, "../../docs/checking.md"), "utf8");
  const rows = [...guide.matchAll(/^\| (`[a-z-]+`.*?) \|/gm)].flatMap(([, names = ""]) => names.split(", "));
  const { checks } = await check({}, { createOn: undefined });
  expect(rows).toEqual(checks.map(({ name, result }) => `\`${name}\`${result === "skipped" ? "" : "*"}`));
  expect(checks.map(({ name }) => name)).toEqual(CHECKS);
});

describe("without createOn", () => {
  /** Makes an object of almost any text, like the parsers of forms, YAML and JSON with mistakes. */
  const lenient: Parts["parse"] = (text) => {
    const pairs = text.replace(/[{}"]/g, "").split(/[,&\n]/);
    const { id, name, tag } = Object.fromEntries(pairs.map((pair) => pair.split(/[:=]/)));
    if (id === undefined && name === undefined) throw new SyntaxError("no plant");
    return { id: id ?? "7", name: name ?? "", ...(tag !== undefined && { tag }) };
  };
  const giveId: Parts["parse"] = (text) => {
    const plant = CORRECT.parse(text);
    return { ...plant, id: plant.id ?? "7" };
  };
  test.each<[string, Partial<Parts>]>([
    ["converts types", { parse: lenient }],
    ["ignores tokens", { isAuthorized: () => true }],
    ["gives missing ids", { parse: giveId }],
  ])("a service that %s creates nothing", async (_, parts) => {
    const safe = await check(parts, { createOn: undefined });
    expect([...safe.store]).toEqual([]);
    expect(safe.created).toEqual([]);
    expect(safe.conforms).toBeNull();
    expect(safe.checks.filter(({ result }) => result === "skipped")).toHaveLength(38);
    // The same service would have created plants.
    expect((await check(parts)).store.size).toBeGreaterThan(1);
  });

  test("what happens without a token is found out, unless the service reads the body first", async () => {
    const correct = await check({}, { createOn: undefined });
    expect(correct.rules.unauthorized).toEqual({ missing: { status: 401 }, wrong: { status: 401 } });
    const { rules } = await check({ isAuthorized: () => true }, { createOn: undefined });
    expect(rules.unauthorized).toEqual({});
  });
});

test("an id is reported before it is sent", async () => {
  const reported: bigint[] = [];
  const early: bigint[] = [];
  const { requests, parts } = recording({
    intercept: ({ text }) =>
      void early.push(...idsIn([{ body: text }]).filter((id) => !reported.includes(id))),
  });
  await check(parts, { onId: (id) => void reported.push(id) });
  expect(early).toEqual([]);
  expect(idsIn(requests).length).toBeGreaterThan(20);
  // Without a range, ids are from 2^62 up, and one from 2^49 up. A service may take what is missing for 0, and true for 1.
  expect(reported.filter((id) => id < 2n ** 49n)).toEqual([0n, 0n, 1n, 0n, 0n, 0n]);
  expect(reported.filter((id) => id < 2n ** 62n)).toHaveLength(7);
});

const ANY = { "access-control-allow-origin": "*" };
const PREFLIGHT = { ...ANY, "access-control-allow-headers": "Content-Type, Authorization" };
const MAY_CALL = "pages of any origin may call it";
test.each<[string, object, object, object]>([
  [`${MAY_CALL}, and read rejections`, PREFLIGHT, ANY, ANY],
  // After `*`, they cannot send a token.
  ["pages of an unknown origin may not call it", { ...ANY, "access-control-allow-headers": "*" }, ANY, ANY],
  [`${MAY_CALL}, but cannot read the 401 without a token`, PREFLIGHT, {}, ANY],
  [`${MAY_CALL}, but cannot read the 400 to text that is not JSON`, PREFLIGHT, ANY, {}],
])("%s", async (detail, preflight, without, malformed) => {
  const intercept: Parts["intercept"] = ({ method, headers: { origin, authorization, ...headers } }) => {
    const asked = `${headers["access-control-request-method"]} ${headers["access-control-request-headers"]}`;
    if (method === "OPTIONS" && asked === "POST authorization,content-type" && !("content-type" in headers))
      return { status: 204, headers: { ...preflight } };
    const head = authorization ? { status: 400, headers: malformed } : { status: 401, headers: without };
    return origin ? { status: head.status, headers: { ...head.headers } } : undefined;
  };
  expect(resultsOf(await check({ intercept }, { createOn: undefined })).cors?.detail).toBe(detail);
});

/** Has the bodies of the correct service arrive in parts. */
const inParts = (split: (body: Uint8Array, status: number) => Iterable<Uint8Array>): PlantStoreFetch => {
  const { fetch } = createSmallService();
  return async (...args) => {
    const response = await fetch(...args);
    const parts = split(new Uint8Array(await response.arrayBuffer()), response.status)[Symbol.iterator]();
    const body = new ReadableStream({
      pull(controller) {
        const { done, value } = parts.next();
        return done ? controller.close() : controller.enqueue(value);
      },
    });
    return new Response(response.status === 204 ? null : body, response);
  };
};

test("a response may arrive byte by byte, with empty parts", async () => {
  const fetch = inParts((body) => [...body].flatMap((byte) => [Uint8Array.of(byte), new Uint8Array()]));
  expect((await check({}, { fetch })).conforms).toBe(true);
});

test("a body that never ends is cut", async () => {
  const fetch = inParts(function* (body, status) {
    while (status === 401) yield new Uint8Array(65_536);
    yield body;
  });
  const { checks } = await check({}, { fetch });
  expect(checks.find(({ name }) => name === "no-token")?.detail).toBe("401 without an Error");
});

test.each([
  [399, "", true],
  [400, "", false],
  [403, "text/html", true],
  [403, "text/plain", false],
  [408, "", true],
  [500, "", true],
])("a plant that got a %d %s may exist: %j", async (status, type, mayExist) => {
  const headers = { "content-type": type };
  const intercept: Parts["intercept"] = ({ text }) =>
    text.startsWith("{") ? { status, headers } : undefined;
  const { created, store } = await check({ intercept });
  expect([created.length > 0, store.size]).toEqual([mayExist, 0]);
});

test("a report quotes at most 100 characters of a media type", async () => {
  const { checks } = await check({ mediaType: `text/${"x".repeat(8000)}` });
  expect(Math.max(...checks.map(({ detail }) => detail.length))).toBeLessThan(500);
});

test("nothing is known about a service that does not respond within the timeout", async () => {
  const { checks } = await check({}, { fetch: hang, timeout: 20 });
  expect(checks[0]?.detail).toContain("no complete response within 0.02 s");
  expect(checks.filter(({ result }) => result !== "inconclusive")).toEqual([]);
});

test("an id that cannot be written down is not sent", async () => {
  const { requests, parts } = recording();
  const onId = () => Promise.reject(new Error("disk full"));
  await expect(check(parts, { onId })).rejects.toThrow("disk full");
  expect(idsIn(requests)).toEqual([]);
});

test("no more bodies are sent than maxCreates allows, and the rest is inconclusive", async () => {
  const { requests, parts } = recording();
  const few = await check(parts, { maxCreates: 5 });
  expect(plantsIn(requests).length).toBe(5);
  const detail = expect.stringContaining("5 bodies");
  expect(resultsOf(few)["name-number"]).toEqual({ result: "inconclusive", detail });
  expect(few.conforms).toBeNull();
  await check(parts);
  // Also if too few are left for simultaneous plants.
  const sent = plantsIn(requests).length - 5;
  const many = await check({}, { maxCreates: sent - 4 });
  expect(resultsOf(many)["duplicate-concurrent"]?.result).toBe("inconclusive");
});

const accepts = (isAccepted: (id: bigint) => boolean): Partial<Parts> => ({
  isValid: (plant) => CORRECT.isValid(plant) && isAccepted(BigInt(String(plant.id))),
});

test.each<[string, Partial<Parts>, string, PlantStoreCheckOptions?]>([
  ["no limits", {}, ""],
  ["a required tag", validIf(({ tag }) => tag !== undefined), "no tag"],
  ["no tags", validIf(({ tag }) => tag === undefined), "a tag"],
  [
    "limits",
    validIf(({ name, tag = "none" }) => /^.{1,40}$/.test(name) && /^.{1,20}$/.test(`${tag}`)),
    "an empty name; a name of more than 40 characters; an empty tag; a tag of more than 20 characters",
  ],
  [
    "Latin names",
    validIf(({ name }) => /^[\x20-\x7f]*$/.test(name)),
    "é, an emoji, a quote, a backslash or a space at its end; &, <, >, an apostrophe or an accent of its own",
  ],
  ["ids of a double", accepts((id) => id < 2n ** 53n), "an id above 2^53-1"],
  ["ids below 2^60", accepts((id) => id < 2n ** 60n), "an id above 2^62"],
  ["ids that are not the largest", accepts((id) => id < 2n ** 63n - 1024n), "one of the largest ids"],
  ["ids of a double", accepts((id) => id < 2n ** 53n), "", { ids: { from: 2n ** 52n, to: 2n ** 53n - 1n } }],
])(
  "a service with %s conforms, and the report says which valid plants it rejects",
  async (_, parts, rejected, options) => {
    const { conforms, rejectsValid } = await check(parts, options);
    expect([conforms, rejectsValid.join("; ")]).toEqual([true, rejected]);
  },
);

test("a service that rejects ids above 2^53-1 is checked below, and that is its largest id", async () => {
  const { parts, requests } = recording(accepts((id) => id <= BigInt(Number.MAX_SAFE_INTEGER)));
  const report = await check(parts);
  expect(report).toMatchObject({
    conforms: true,
    ended: undefined,
    rules: { id: { max: Number.MAX_SAFE_INTEGER } },
  });
  const detail = "created, but an id above 2^53-1 is rejected: 400 with error 1001";
  expect(resultsOf(report)).toMatchObject({ create: { detail }, "id-exact": { result: "skipped" } });
  // Smaller ids could be those of real plants.
  expect(idsIn(requests).filter((id) => id > 1n && id < 2n ** 49n)).toEqual([]);

  const higher = await check(accepts((id) => id < 2n ** 60n));
  expect([higher.conforms, higher.rules.id?.max]).toEqual([true, undefined]);
  expect(resultsOf(higher).create?.detail).toMatch(/^created, but an id above 2\^62 is rejected/);
  // Ids above 2^53 are accepted.
  expect(resultsOf(higher)["id-exact"]?.result).toBe("pass");
  const rounding = await check({ ...accepts((id) => id < 10n ** 18n), key: ({ id }) => Number(id) });
  expect(resultsOf(rounding)["id-exact"]?.result).toBe("violation");
});

test.each([
  ["rejects", accepts((id) => id < 10n ** 9n)],
  ["rejects with 422", { ...accepts((id) => id < 10n ** 9n), invalid: [422, 1] }],
  ["fails for", { intercept: ({ text }) => (/"id":\d{10}/.test(text) ? { status: 500 } : undefined) }],
] satisfies [string, Partial<Parts>][])("if a service %s large ids, the run ends", async (_, parts) => {
  const large = await check(parts);
  expect(large.ended).toMatch(/`.* check --base-url http:.* --create-on 127.0.0.1 --ids FROM\.\.TO`/);
  expect(large.checks.filter(({ detail }) => detail.includes("--ids"))).toEqual([]); // It is printed once.
  const small = await check(parts, { ids: { from: 1, to: 999_999_999 } });
  expect(small.ended).toBeUndefined();
  expect(small.rules.duplicates).toEqual((await checkCorrect()).rules.duplicates);
  const none = await check({ isValid: () => false }, { ids: { from: 1, to: 99 } });
  expect(none.ended).toMatch(/^no valid plant was accepted: POST \S+\/plants received 400 \{.*\}$/);
});

test.each([404, 405, 411, 412, 415, 428, 307])(
  "if every plant received %i, the conclusion says so, and suggests no other ids",
  async (status) => {
    const headers = { location: "/plants/" };
    const { checks, ended } = await check({
      intercept: ({ text }) => (text.startsWith("{") ? { status, headers } : undefined),
    });
    const received = `received ${status}${status === 307 ? " to /plants/, which was not followed" : ""}`;
    expect(ended).toBe(`no valid plant was accepted: POST http://127.0.0.1:4010/plants ${received}`);
    expect(checks.find(({ name }) => name === "create")?.detail).toBe(received);
  },
);

/** Takes what is missing for 0, and `true` for 1. */
const withZeros: Partial<Parts> = {
  parse: (text) => {
    const { id, name = "", tag } = text === "null" ? { id: undefined } : CORRECT.parse(text);
    const { wrong } = Object(id);
    const isZero = id === undefined || wrong === null;
    return { id: isZero ? "0" : wrong === true ? "1" : id, name, tag };
  },
};

test.each<Parts["duplicate"]>(["created", [500, 500]])(
  "plants of others with the ids 0 and 1 stay, unless the service rejects duplicates: %s",
  async (duplicate) => {
    const { fetch, store } = createSmallService({ ...withZeros, duplicate });
    const plants = ["0", "1"].map((id) => ({ id, name: "Someone's", tag: undefined }));
    for (const plant of plants) store.set(plant.id, plant);
    const report = await check({}, { fetch });
    expect([store.get("0"), store.get("1")]).toEqual(plants);
    expect(resultsOf(report)["body-array"]?.detail).toBe("it could replace the plant with the id 0");
  },
);

test("text that is not JSON, of which a service makes a plant, is in the list of ids", async () => {
  const parse = () => ({ id: "0", name: "" });
  const { created, store } = await check({ parse }, { createOn: undefined });
  expect([created, [...store.keys()]]).toEqual([["0"], ["0"]]);
});

test("an id that is always the same is a violation once; what an earlier plant may cause is inconclusive", async () => {
  const { fetch, store } = createSmallService(withZeros);
  const first = await check({}, { fetch });
  const ofIds = (report: PlantStoreCheckReport) =>
    ["missing-id", "id-null", "id-true", "body-null"].map((name) => resultsOf(report)[name]?.result);
  // The missing id has become 0.
  expect(ofIds(first)).toEqual(["violation", "inconclusive", "violation", "inconclusive"]);
  expect(new Set(first.created)).toEqual(new Set(store.keys()));
  expect(new Set(ofIds(await check({}, { fetch })))).toEqual(new Set(["inconclusive"]));
});

/** Fails while it stores a plant. */
const failingWhileStoring = (status: number) => () => {
  let isStoring = false;
  const beforeStore = async () => {
    isStoring = true;
    await sleep(1);
    isStoring = false;
  };
  return { intercept: () => (isStoring ? { status } : undefined), beforeStore };
};
const isMalformed = ({ text }: { text: string }) => text.trim() === "]";
const isBearer = (authorization = "") => authorization.toLowerCase() === `bearer ${TOKEN}`;

test.each<[string, Partial<Parts> | (() => Partial<Parts>), string, string | RegExp, PlantStoreRules]>([
  [
    "fails after two equal plants",
    () => {
      const counts = new Map<string, number>();
      const intercept: Parts["intercept"] = ({ text }) => {
        const [id = ""] = /"id":\d+/.exec(text) ?? [];
        counts.set(id, (counts.get(id) ?? 0) + 1);
        return counts.get(id) === 3 ? { status: 503 } : undefined;
      };
      return { key: () => Math.random(), intercept };
    },
    ...(["duplicate-equal", /^inconclusive: received 503/, { duplicates: undefined }] as const),
  ],
  [
    "responds 503 once",
    { intercept: ({ count }) => (count === 16 ? { status: 503 } : undefined) },
    ...(["name-number", /^inconclusive: .*at a lower rate/, {}] as const),
  ],
  [
    "fails while it stores",
    failingWhileStoring(500),
    "duplicate-concurrent",
    /^inconclusive: received 500/,
    {},
  ],
  [
    "is busy while it stores",
    failingWhileStoring(503),
    "duplicate-concurrent",
    /^inconclusive: .*lower rate/,
    {},
  ],
  [
    "counts a key together with its plant",
    () => {
      const seen = new Set<string>();
      const intercept: Parts["intercept"] = ({ headers: { "idempotency-key": key = "" }, text }) => {
        const isReplay = seen.has(key + text);
        if (key) seen.add(key + text);
        const headers = { "content-type": "application/json" };
        return isReplay ? { status: 200, headers, body: text } : undefined;
      };
      return { intercept };
    },
    "idempotency-key",
    /^fact: honoured: a repeated plant gets the first response; another plant received 200/,
    { idempotencyKey: undefined },
  ],
  [
    "fails for text that is not JSON, with and without a token",
    {
      intercept: (request) =>
        isMalformed(request) ? { status: request.headers.authorization ? 500 : 503 } : undefined,
    },
    "auth-required",
    /^fact: without a token 401/,
    { unauthorized: { missing: { status: 401 }, wrong: { status: 401 } }, bodyBeforeToken: undefined },
  ],
  [
    "fails without a token",
    {
      isAuthorized: isBearer,
      intercept: ({ headers }) => (isBearer(headers.authorization) ? undefined : { status: 503 }),
    },
    ...(["bearer-case", "fact: also accepts bearer", { bearerCase: "any" }] as const),
  ],
  [
    "fails for a short text, and rejects a long one",
    {
      malformedStatus: 500,
      intercept: ({ text }) => (text.length > 65_536 ? { status: 413 } : undefined),
    },
    "body-size",
    /^fact: at most 65536 bytes; longer: 413/,
    { maxBodyBytes: 65_536, tooLarge: { status: 413 } },
  ],
  [
    "rejects an empty tag, and long ones",
    validIf(({ tag = "none" }) => /^.{1,12}$/.test(`${tag}`)),
    ...(["tag-length", "fact: up to 12 characters; longer: 400 with error 1001", {}] as const),
  ],
  [
    "sends no plant",
    { echo: () => ({ plant: 1 }) },
    "create",
    /^violation: .*: the body is not a Plant; received/,
    {},
  ],
  [
    "responds 201",
    { createdStatus: 201 },
    "create",
    /^violation: .*: the status must be 200; received 201/,
    {},
  ],
])("a service that %s: what is said about it", async (_, parts, name, statement, rules) => {
  const report = await check(typeof parts === "function" ? parts() : parts);
  const { result, detail } = resultsOf(report)[name] ?? {};
  expect(`${result}: ${detail}`).toMatch(
    typeof statement === "string" ? new RegExp(`^${statement}$`) : statement,
  );
  expect({ ...report.rules, ...rules }).toEqual(report.rules);
});

test("the wrong token is one fixed text, and is sent at most four times", async () => {
  const { requests, parts } = recording({ errorBody: () => ({}) });
  await check(parts);
  const tokens = requests.flatMap(({ authorization }) => authorization ?? []);
  const wrong = tokens.filter((token) => !token.endsWith(` ${TOKEN}`));
  expect(new Set(wrong)).toEqual(new Set(["Bearer plant-store-sdk-check-wrong-token"]));
  expect(wrong.length).toBeLessThanOrEqual(4);
});

test.each([
  [undefined, 5],
  [25, 25],
])("with maxRate %s, at most %d requests a second are sent to another machine", async (maxRate, expected) => {
  jumpFromTimerToTimer({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const times: number[] = [];
  const store = new MockStore();
  const fetch: PlantStoreFetch = (url, init) => {
    times.push(performance.now());
    return store.fetch(url, init);
  };
  await checkPlantStore({ baseUrl: new URL("https://plants.example"), token: TOKEN, fetch, maxRate });
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(gaps).toHaveLength(8);
  expect(gaps.filter((gap) => gap < 1000 / expected)).toEqual([]);
});

test("a service that ends while it is checked ends the run", async () => {
  const service = await startSmallService();
  const { checks, ended } = await checkPlantStore({
    ...{ ...CONSENT, baseUrl: service.url },
    onCheck: ({ name }) => name === "create" && service.server.close(),
  });
  expect(ended).toMatch(/^the service is gone: .*ECONNREFUSED/);
  const details = checks.slice(5).map(({ detail }) => detail);
  expect([details[0], ...new Set(details.slice(1))]).toEqual([ended, "not made, because the run has ended"]);
});

test.each([
  [1000n, 1099n, "skipped"],
  [2n ** 53n + 1n, 2n ** 53n + 999n, "violation"],
  [2n ** 53n - 500n, 2n ** 53n + 999n, "violation"],
  [2n ** 61n + 1n, 2n ** 62n, "violation"],
])(
  "unused ids are taken from the range from %s to %s, and two that a double confuses",
  async (from, to, result) => {
    const { requests, parts } = recording({ key: ({ id }) => Number(id) });
    const start = from < 2n ** 53n && to > 2n ** 53n ? 2n ** 53n : from;
    const usedIds = Array.from({ length: 40 }, (_, index) => (start / 4n) * 4n + 1n + 2n * BigInt(index));
    const { checks } = await check(parts, { ids: { from, to }, usedIds });
    expect(checks.find(({ name }) => name === "id-exact")?.result).toBe(result);
    const sent = idsIn(requests).filter((id) => id > 1n && id < 2n ** 63n);
    expect(sent.filter((id) => id < from || id > to || usedIds.includes(id))).toEqual([]);
  },
);

test("a range of ids that is used up is inconclusive, and a curl line stays in its range", async () => {
  const results = resultsOf(await check({}, { ids: { from: 1, to: 3 } }));
  expect(results["missing-name"]?.detail).toBe("the range of ids has no unused id left");
  const ids = { from: 2n ** 53n, to: 2n ** 53n + 999_999_999n };
  const rounding = await check({ key: ({ id }) => Number(id) }, { ids });
  const curl = rounding.checks.find(({ name }) => name === "id-exact")?.curl;
  expect(curl).toMatch(/\$\(\(9007199254740992 \+ \(\d+ \+ t \* 1024\) % 1000000512\)\)/);
});

const TAKEN = [{ id: 1, name: "" }];
test.each<[name: PlantStoreRules["name"], more: PlantStoreRules, found?: object, plants?: NewPlant[]]>([
  [{ minLength: 2, maxLength: 20 }, {}, { unique: false }],
  [{ minLength: 5, maxLength: 40 }, { namesMayChange: false }],
  [{ minLength: 17, maxLength: null }, {}],
  [{ minLength: 3, unique: { status: 409 } }, { lengths: "bytes" }],
  [{ maxLength: 3 }, { lengths: "bytes", mediaType: "ignored", unknownFields: "ignored" }],
  // Odd characters need 9 bytes, and another one.
  [{ maxLength: 10 }, { lengths: "bytes", namesMayChange: false }],
  [{ maxLength: 9 }, { lengths: "bytes", namesMayChange: undefined }],
  // An empty name that is rejected like a taken one is not judged, if an invalid one gets the same.
  [{ unique: { status: 400, error: 1004 } }, {}, { minLength: 0 }, TAKEN],
  [{ unique: { status: 409, error: 400 } }, {}, { minLength: 0 }, TAKEN],
  [{ unique: { status: 400 } }, {}, { minLength: undefined }, TAKEN],
])("the rules of names are found: %j with %j", async (name, more, found, plants) => {
  const { conforms, ended, rules } = await checkMock({ ...more, name }, plants);
  expect([conforms, ended]).toEqual([true, undefined]);
  const lengths = name?.maxLength ? rules.lengths : undefined;
  expect({ ...rules, ...more, lengths, name: { ...rules.name, ...name, ...found } }).toEqual(rules);
});

test("a short name is used again if its plant was rejected, and no other plant may have it", () => {
  const names = new FreshTexts();
  const [taken = "", rejected = ""] = Array.from({ length: 62 }, () => names.next(1));
  for (const isRejected of [false, true]) names.note(taken, isRejected);
  names.note(rejected, true);
  expect(names.next(1)).toBe(rejected);
});

test("the base URL and the token can be in the environment, and each request has a connection of its own", async () => {
  const service = await startSmallService();
  let [connections, requests] = [0, 0];
  service.server.on("connection", () => connections++).on("request", () => requests++);
  vi.stubEnv("PLANT_STORE_BASE_URL", service.url);
  vi.stubEnv("PLANT_STORE_TOKEN", TOKEN);
  expect((await checkPlantStore({ createOn: "127.0.0.1" })).conforms).toBe(true);
  expect(requests).toBeGreaterThan(30);
  expect(connections).toBe(requests);
});

test.runIf(findProgram("curl")).each<[string, Partial<Parts>, RegExp]>([
  [
    "spaces in JSON",
    { parse: (text) => (/^\{"/.test(text) ? CORRECT.parse(text) : JSON.parse("")) },
    /400 Bad Request/,
  ],
  ["ignored token", { isAuthorized: () => true }, /HTTP\/1.1 200 OK/],
  ["rounded ids", { key: ({ id }) => Number(id) }, /HTTP\/1.1 200 OK[\s\S]*HTTP\/1.1 409 Conflict/],
  ["stored rejection", { onInvalid: (plant, store) => store.set(plant.id, plant) }, /400 B[\s\S]*409 C/],
  [
    "number for a name",
    {
      isValid: (plant) => CORRECT.isValid({ ...plant, ...(typeof plant.name === "number" && { name: "" }) }),
      echo: ({ name, tag }) => ({ name: String(name), tag }),
    },
    /200 OK[\s\S]*"name":"180000000\d"/,
  ],
  [
    "overflowing ids",
    {
      isValid: (plant) => CORRECT.isValid({ ...plant, ...(typeof plant.id === "string" && { id: "1" }) }),
      echo: (plant) => plant,
    },
    /200 OK[\s\S]*"id":"(9\d{18}|1\d{19})"/,
  ],
])("a curl line shows a violation again in every second: %s", async (_, parts, output) => {
  const service = await startSmallService(parts);
  const { checks } = await checkPlantStore({ ...CONSENT, baseUrl: service.url });
  const curl = checks.find(({ result }) => result === "violation")?.curl ?? "";
  expect(curl).not.toContain(TOKEN);
  for (const time of [1_800_000_001, 1_800_000_002]) {
    const { stdout } = await promisify(execFile)("sh", ["-c", `date() { echo ${time}; }; ${curl}`], {
      env: { ...process.env, PLANT_STORE_TOKEN: TOKEN },
    });
    expect(stdout).toMatch(output);
  }
});

test("the rules that were found are compared with given ones, a sentence per difference", async () => {
  const rules: PlantStoreRules = {
    duplicates: "created",
    invalid: { status: 400, error: 1001, message: "not compared" },
    unauthorized: { status: 401, error: 401 },
    id: { min: 1 },
    name: { maxLength: 40, unique: { status: 400 } },
  };
  const { differences } = await check({}, { rules });
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

test.each<[PlantStoreCheckOptions, string]>([
  [{ createOn: "plants.example" }, "`createOn` must be the host of the base URL, 127.0.0.1:4010"],
  [{ token: "" }, "`token` must not be empty"],
  [{ token: "two words" }, "`token` is a text with spaces, but must be visible ASCII"],
  [{ baseUrl: undefined }, "`baseUrl` is missing"],
  [{ baseUrl: "http://plants.example" }, "must use https"],
  [{ baseUrl: "/api" }, "`baseUrl` is a path, which works only in a page"],
  [{ rules: { version: 2 } as never }, "`version` must be 1"],
])("the options %o are rejected", async (options, problem) => {
  const all = { baseUrl: "http://127.0.0.1:4010", token: TOKEN, ...options };
  const message = expect.stringContaining(problem);
  await expect(checkPlantStore(all)).rejects.toMatchObject({ kind: "configuration", message });
});
