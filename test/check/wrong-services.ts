/**
 * Services with one defect, or one habit, each, and what the checks must say about it. Others are in real-services.ts and
 * generated/check-rules.test.ts, and those that reject valid plants in check.test.ts.
 */
import type { PlantStoreCheckName, PlantStoreCheckOutcome } from "plant-store-sdk/check";
import { throwing } from "../support/throwing.ts";
import { ROUNDING } from "./real-services.ts";
import { CORRECT, type Parts, type SmallPlant, type SmallRequest, TOKEN } from "./small-service.ts";

/** The results that differ from those of the correct service. */
type Differences = Partial<Record<PlantStoreCheckName, PlantStoreCheckOutcome>>;

const results = (names: PlantStoreCheckName[], result: PlantStoreCheckOutcome): Differences =>
  Object.fromEntries(names.map((name) => [name, result]));

const WITHOUT_REJECTED_DUPLICATES: Differences = {
  ...results(["missing-id", "id-null", "id-true", "id-exact"], "skipped"),
  ...results(["empty-body", "body-array", "body-null"], "skipped"),
  ...results(["rejection-creates-nothing", "duplicate-concurrent", "idempotency-key"], "skipped"),
  ...results(["duplicate-equal", "duplicate-different"], "fact"),
};

/** The checks with an invalid plant. */
const INVALID: PlantStoreCheckName[] = [
  ...(["missing-name", "missing-id", "name-number", "tag-null", "tag-number", "tag-object"] as const),
  ...(["id-string", "id-null", "id-fraction", "id-overflow", "id-true", "body-array"] as const),
];

const ALL = ROUNDING.truth.map(([name]) => name);
const AFTER_TOKENS = ALL.slice(ALL.indexOf("auth-required") + 1);
const inconclusive = (names: PlantStoreCheckName[]) => results(names, "inconclusive");
const WITHOUT_ACCEPTED_PLANT = inconclusive(["auth-required", ...AFTER_TOKENS]);
/** Each rejection is described with its media type. */
const WITHOUT_MEDIA_TYPE: Differences = {
  ...results(["no-token", "wrong-token", "auth-required", "content-type", ...INVALID], "fact"),
  ...results(["malformed-json", "empty-body", "body-null", "body-size"], "fact"),
  ...results(["duplicate-equal", "duplicate-different"], "fact"),
  "media-types": "violation",
};

const { isValid } = CORRECT;
/** Responds with another name than it got. */
const renaming = (change: (name: string) => string) => ({
  echo: ({ name, tag }: SmallPlant) => ({ name: change(String(name)), tag }),
});
const A_DATE = new Date(0).toUTCString();
/** Responds to some requests in another way. */
const respondIf = (isMeant: (request: SmallRequest) => boolean, status: number, body = "", headers = {}) => ({
  intercept: (request: SmallRequest) => (isMeant(request) ? { status, headers, body } : undefined),
});
const JSON_TYPE = { "content-type": "application/json" };
const REJECTED = { status: 400, body: '{"error":1001,"message":"no"}' };
const FORBIDDEN_IN_HTML = {
  status: 403,
  headers: { "content-type": "text/html" },
  body: "<h1>Forbidden</h1>",
};
const close = throwing(new Error("closed"));
const signInIf = (isMeant: Parameters<typeof respondIf>[0]) =>
  respondIf(isMeant, 200, "<html>Please sign in</html>", { "content-type": "text/html" });
const always = () => true;
const hasBearer = ({ headers }: SmallRequest) => /^bearer/.test(String(headers.authorization));
const hasKey = ({ headers }: SmallRequest) => "idempotency-key" in headers;
const isOdd = ({ text }: SmallRequest) => text.includes("🌿");
/** Accepts only some of the valid plants. */
export const validIf = (isAccepted: (plant: SmallPlant & { name: string }) => boolean) => ({
  isValid: (plant: SmallPlant) => isValid(plant) && isAccepted(plant as SmallPlant & { name: string }),
});
const counted = () => {
  let count = 0;
  return () => ++count;
};

/** A function makes the parts of a service that remembers something. */
export const WRONG_SERVICES: [string, Partial<Parts> | (() => Partial<Parts>), Differences][] = [
  ["trims names", renaming((name) => name.trim()), { "text-exact": "violation" }],
  ["normalizes names", renaming((name) => name.normalize("NFD")), { "text-exact": "violation" }],
  ["shortens long names", renaming((name) => name.slice(0, 255)), { "name-length": "violation" }],
  [
    "compares ids exactly, and rounds those that it stores",
    () => {
      let isStoring = false;
      const store = (value: boolean) => () => {
        isStoring = value;
        return undefined;
      };
      const key: Parts["key"] = ({ id }) => (isStoring ? String(BigInt(Number(id))) : id);
      return { intercept: store(false), beforeStore: store(true), key };
    },
    { "id-exact": "violation" },
  ],
  [
    "changes the name of a plant whose id follows another one",
    () => {
      const ids = new Set<bigint>();
      const echo: Parts["echo"] = ({ id, name, tag }) => {
        ids.add(BigInt(`${id}`));
        return { name: ids.has(BigInt(`${id}`) - 1n) ? `${name}!` : name, tag };
      };
      return { echo };
    },
    { "id-exact": "violation" },
  ],
  [
    "has two processes with plants of their own",
    () => {
      let worker = 0;
      return {
        intercept: ({ count }) => {
          worker = count % 2;
          return undefined;
        },
        key: ({ id }) => `${worker} ${id}`,
      };
    },
    { ...WITHOUT_REJECTED_DUPLICATES, ...inconclusive(["duplicate-equal", "duplicate-different"]) },
  ],
  [
    "rejects every tag but the empty one, which it drops",
    { ...validIf(({ tag }) => !tag), echo: ({ name }) => ({ name }) },
    { create: "fact", "tag-length": "fact" },
  ],
  ["drops tags", { echo: ({ name }) => ({ name }) }, { create: "violation", "text-exact": "fact" }],
  [
    "writes null for no tag",
    { echo: ({ name, tag = null }) => ({ name, tag }) },
    { "create-without-tag": "violation", "id-max": "fact" },
  ],
  [
    "ignores the token",
    { isAuthorized: () => true },
    { "auth-required": "violation", "no-token": "fact", "wrong-token": "fact", "bearer-case": "fact" },
  ],
  [
    "accepts any token",
    { isAuthorized: (authorization) => authorization !== undefined },
    { "auth-required": "violation", "wrong-token": "fact", "bearer-case": "fact" },
  ],
  [
    "closes the connection for null",
    { intercept: ({ text }) => (text === "null" ? close() : undefined) },
    { "body-null": "violation" },
  ],
  [
    "skips the parser of an empty body, and fails without one",
    respondIf(({ method, text }) => method === "POST" && text === "", 500),
    { "empty-body": "violation" },
  ],
  [
    "takes an empty body for an empty plant",
    respondIf(({ text, method }) => method === "POST" && text === "", 200, '{"name":""}', JSON_TYPE),
    { "empty-body": "violation" },
  ],
  [
    "sends rejections as text/html",
    {
      intercept: ({ text }) =>
        text === "]" ? { ...REJECTED, headers: { "content-type": "text/html; charset=utf-8" } } : undefined,
    },
    {
      ...results(["no-token", "wrong-token", "malformed-json", "body-size"], "fact"),
      "media-types": "violation",
    },
  ],
  [
    "is behind a gateway that replaces a 500 for an id that exists by a 403 in HTML",
    () => {
      const ids = new Set<string>();
      const intercept: Parts["intercept"] = ({ text, headers }) => {
        const id = headers.authorization === `Bearer ${TOKEN}` && /"id":(\d+)[,}]/.exec(text)?.[1];
        if (!id) return undefined;
        if (ids.has(id)) return FORBIDDEN_IN_HTML;
        ids.add(id);
        return undefined;
      };
      return { intercept };
    },
    {
      ...WITHOUT_REJECTED_DUPLICATES,
      ...inconclusive(["duplicate-equal", "duplicate-different"]),
    },
  ],
  [
    "responds 201",
    { createdStatus: 201 },
    { create: "violation", "create-without-tag": "fact", "id-max": "fact", "text-exact": "fact" },
  ],
  [
    "sends an Error without `error`",
    { errorBody: (status, error) => (status === 400 ? { message: "no" } : { error, message: "no" }) },
    {
      "malformed-json": "violation",
      ...results([...INVALID, "empty-body", "body-null", "body-size"], "fact"),
    },
  ],
  [
    "responds 500 to text that is not JSON",
    { malformedStatus: 500 },
    { ...results(["malformed-json", "empty-body", "body-null"], "violation"), "body-size": "fact" },
  ],
  [
    "stores what it rejects",
    { onInvalid: (plant, store) => typeof plant.id === "string" && store.set(plant.id, plant) },
    { "rejection-creates-nothing": "violation" },
  ],
  [
    "rejects duplicates like other plants",
    { duplicate: [400, 1001] },
    {
      ...results(["duplicate-equal", "duplicate-different", "missing-id", "id-null", "id-true"], "fact"),
      ...results(["id-overflow", "body-array"], "fact"),
    },
  ],
  [
    "responds 500 to duplicates",
    { duplicate: [500, 500] },
    { ...WITHOUT_REJECTED_DUPLICATES, "duplicate-equal": "violation" },
  ],
  [
    "counts its errors",
    () => {
      const next = counted();
      return { errorBody: (status) => ({ error: status === 400 ? next() : status, message: "no" }) };
    },
    {
      ...results(["malformed-json", "empty-body", "body-null", ...INVALID], "pass"),
      "body-size": "fact",
      ...results(["rejection-stable", "duplicate-equal", "duplicate-different"], "fact"),
    },
  ],
  ["sends JSON as text/html", { mediaType: "text/html" }, WITHOUT_MEDIA_TYPE],
  ["sends JSON as what the client accepts", { mediaType: "text/plants+json; charset=utf-8" }, {}],
  ["has a firewall against odd names", respondIf(isOdd, 403, "<p>Blocked"), { "text-exact": "fact" }],
  [
    "has a firewall that refuses odd names in HTML",
    { intercept: (request) => (isOdd(request) ? FORBIDDEN_IN_HTML : undefined) },
    { "text-exact": "inconclusive" },
  ],
  ["limits the rate", respondIf(({ count }) => count % 20 === 0, 429, "", { "retry-after": A_DATE }), {}],
  ["echoes the token", { errorBody: (_, error) => ({ error, message: "the-right-token" }) }, {}],
  [
    "responds 201 once",
    () => {
      const next = counted();
      const echo: Parts["echo"] = ({ name, tag }) => ({ name: next() === 1 ? "Fern" : name, tag });
      return { echo };
    },
    { create: "inconclusive" },
  ],
  [
    "answers everything with a page",
    signInIf(always),
    {
      ...{ reachable: "pass", "no-token": "violation", "wrong-token": "fact" },
      ...{ "malformed-json": "fact", create: "violation", "create-without-tag": "inconclusive" },
      ...WITHOUT_ACCEPTED_PLANT,
    },
  ],
  [
    "accepts whatever is JSON",
    () => {
      const next = counted();
      return { isValid: () => true, key: next, echo: ({ name = "", tag }) => ({ name, tag }) };
    },
    { ...results(INVALID, "violation"), ...WITHOUT_REJECTED_DUPLICATES, "rejection-stable": "inconclusive" },
  ],
  [
    "fails for plants without a tag",
    respondIf(({ text }) => text.includes('"name"') && !text.includes('"tag"'), 500),
    { "create-without-tag": "inconclusive" },
  ],
  [
    "fails for long names and for long tags",
    respondIf(({ text }) => text.length > 200, 500),
    { "body-size": "violation", "name-length": "inconclusive", "tag-length": "inconclusive" },
  ],
  ["fails for large ids", respondIf(({ text }) => /"id":\d{10}/.test(text), 500), inconclusive(ALL.slice(4))],
  ["does not expect bearer", respondIf(hasBearer, 418), { "bearer-case": "fact" }],
  ["fails for an idempotency-key", respondIf(hasKey, 500), { "idempotency-key": "inconclusive" }],
  ["is closed for an hour", respondIf(always, 429, "", { "retry-after": "3600" }), inconclusive(ALL)],
  [
    "always responds 429 to a tag that is a number",
    respondIf(({ text }) => text.includes('"tag":42'), 429, "", { "retry-after": A_DATE }),
    { "tag-number": "inconclusive" },
  ],
  [
    "allows twenty requests an hour",
    respondIf(({ count }) => count > 20, 429, "", { "retry-after": "3600" }),
    inconclusive(ALL.slice(ALL.indexOf("rejection-stable"))),
  ],
  ["sends no media type", { mediaType: "" }, WITHOUT_MEDIA_TYPE],
  [
    "sends an id for a name",
    { echo: ({ id, tag }) => ({ name: { id }, tag }) },
    { create: "violation", "create-without-tag": "inconclusive", ...WITHOUT_ACCEPTED_PLANT },
  ],
  [
    "does not respond to OPTIONS",
    { intercept: ({ method }) => (method === "OPTIONS" ? close() : undefined) },
    { reachable: "pass", cors: "inconclusive" },
  ],
  ["closes every connection", { intercept: close }, inconclusive(ALL)],
  [
    "redirects, with the token in its headers",
    respondIf(always, 302, "", { location: `https://login.example/?token=${TOKEN}`, allow: TOKEN }),
    { ...inconclusive(ALL.filter((name) => name !== "cors")), reachable: "pass" },
  ],
  [
    "responds 401 to everything",
    { isAuthorized: () => false },
    {
      ...results(["no-token", "wrong-token", "malformed-json", "create", "create-without-tag"], "fact"),
      ...WITHOUT_ACCEPTED_PLANT,
    },
  ],
  ["responds 401 later", respondIf(({ count }) => count > 10, 401), inconclusive(AFTER_TOKENS.slice(2))],
  [
    "is blocked later, in HTML",
    { intercept: ({ count }) => (count > 10 ? { ...FORBIDDEN_IN_HTML, status: 406 } : undefined) },
    inconclusive(AFTER_TOKENS.slice(1)),
  ],
  ["is in maintenance later", signInIf(({ count }) => count > 10), inconclusive(AFTER_TOKENS.slice(1))],
];
