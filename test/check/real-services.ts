/**
 * Two services as they exist: they were written from the specification, and what they do was written down, before the checks
 * saw them. They share no code with the checks or the mock.
 */
import type { PlantStoreCheckName, PlantStoreCheckOutcome, PlantStoreRules } from "plant-store-sdk/check";

export const TOKEN = "the-right-token";

interface Service {
  /** A new service without plants. @param stored gets their ids */
  start: (stored: Set<unknown>) => (request: Request) => Promise<Response>;
  /** Each check, its result, and its detail; `#` is a number that differs from run to run. */
  truth: [name: PlantStoreCheckName, result: PlantStoreCheckOutcome, detail: string][];
  rules: PlantStoreRules;
}

const json = (status: number, body: object, type = "application/json; charset=utf-8") =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": type } });
const html = (status: number, title: string) => {
  const text = `<html><head><title>${title}</title></head></html>`;
  return new Response(text, { status, headers: { "content-type": "text/html" } });
};
const lengthOf = (text: string) => [...text].length;

/** A Node service: `JSON.parse` rounds ids above 2^53 before anyone looks at them. */
function startRounding(plants: Set<unknown>) {
  return async (request: Request): Promise<Response> => {
    const reject = (status: number, error = status) => json(status, { error, message: `error ${error}` });
    if (request.method === "OPTIONS")
      return new Response(null, { status: 204, headers: { allow: "POST, OPTIONS" } });
    if (request.method !== "POST") return reject(404);
    const [scheme, token] = (request.headers.get("authorization") ?? "").split(" ");
    if (scheme !== "Bearer" || token === undefined) return reject(401);
    if (token !== TOKEN) return reject(403);
    if (!/^application\/json(;|$)/.test(request.headers.get("content-type") ?? "")) return reject(415);
    const text = await request.text();
    if (text.length > 102_400) return reject(413);
    let body: { id?: unknown; name?: unknown; tag?: unknown } | null;
    try {
      body = JSON.parse(text);
    } catch {
      return reject(400, 1000);
    }
    const { id, name, tag } = body ?? {};
    const isText = (value: unknown, min: number, max: number): value is string =>
      typeof value === "string" && lengthOf(value) >= min && lengthOf(value) <= max;
    if (!Number.isInteger(id) || !isText(name, 1, 100) || !(tag === undefined || isText(tag, 0, 20)))
      return reject(422, 1001);
    if (plants.has(id)) return reject(409, 1002);
    plants.add(id);
    return json(200, { name, tag });
  };
}

/** A Python service that converts what it gets and replaces what exists, behind a proxy that has HTML for errors. */
function startReplacing(plants: Set<unknown>) {
  const toId = (value: unknown): bigint | undefined => {
    if (typeof value === "string" && /^-?\d+$/.test(value)) return BigInt(value);
    if (typeof value === "boolean") return value ? 1n : 0n;
    return undefined;
  };
  const toText = (value: unknown) => (["number", "boolean"].includes(typeof value) ? String(value) : value);

  /** Knows neither tokens nor media types. */
  const serve = (text: string): Response => {
    const reject = (error: number, type?: string) => json(400, { error, message: `error ${error}` }, type);
    let body: { id?: unknown; name?: unknown; tag?: unknown };
    try {
      // Python has integers of any size: numbers become text here, and a fraction is truncated.
      body = JSON.parse(text.replace(/("id": ?)(-?\d+)(\.\d+)?(?=[,}])/, '$1"$2"'));
    } catch {
      return reject(10, "text/html");
    }
    if (typeof body !== "object" || body === null || Array.isArray(body)) return reject(11);
    if (Object.keys(body).some((key) => !["id", "name", "tag"].includes(key))) return reject(12);
    const [id, name, tag] = [toId(body.id), toText(body.name), toText(body.tag ?? undefined)];
    if (id === undefined || BigInt.asIntN(64, id) !== id || typeof name !== "string") return reject(11);
    if (!["string", "undefined"].includes(typeof tag)) return reject(11);
    if (lengthOf(name) > 64 || lengthOf(String(tag ?? "")) > 32) return reject(11);
    if (!name.isWellFormed()) return new Response("Internal Server Error", { status: 500 });
    plants.add(id);
    return json(200, { name, tag });
  };

  return async (request: Request): Promise<Response> => {
    if (request.method === "OPTIONS") return html(405, "405 Not Allowed");
    const [scheme = "", token] = (request.headers.get("authorization") ?? "").split(" ");
    if (scheme.toLowerCase() !== "bearer" || token !== TOKEN) return html(401, "401 Authorization Required");
    const text = await request.text();
    if (text.length > 65_536) return html(413, "413 Request Entity Too Large");
    return request.method === "POST" ? serve(text) : html(405, "405 Not Allowed");
  };
}

const REJECTED_WITH_422 = [
  ...(["missing-name", "name-number", "tag-null", "tag-number", "tag-object"] as const),
  ...(["id-string", "id-fraction"] as const),
].map((name) => [name, "fact", "422 with error 1001"] as Service["truth"][number]);

const INVALID_422 = { status: 422, error: 1001 };

export const ROUNDING: Service = {
  start: startRounding,
  truth: [
    ["reachable", "pass", "responds to OPTIONS with 204, Allow: POST, OPTIONS"],
    ["cors", "fact", "pages of an unknown origin may not call it"],
    ["no-token", "fact", "401 with error 401"],
    ["wrong-token", "fact", "403 with error 403"],
    ["create", "pass", "created"],
    ["create-without-tag", "pass", "created"],
    ["auth-required", "fact", "without a token 401 with error 401; with a wrong one 403 with error 403"],
    ["malformed-json", "pass", "400 with error 1000"],
    ["bearer-case", "fact", "accepts Bearer only"],
    ...REJECTED_WITH_422,
    ["content-type", "fact", "text/plain: 415 with error 415"],
    ["rejection-stable", "pass", "the same three times"],
    ["unknown-field", "fact", "ignored"],
    ["name-unique", "fact", "names need not be unique"],
    ["name-length", "fact", "1 to 100 characters; longer: 422 with error 1001"],
    ["tag-length", "fact", "0 to 20 characters; longer: 422 with error 1001"],
    ["length-unit", "fact", "code-points"],
    ["text-exact", "pass", "unchanged"],
    ["duplicate-equal", "fact", "rejected: 409 with error 1002"],
    ["duplicate-different", "fact", "rejected: 409 with error 1002"],
    ["missing-id", "fact", "422 with error 1001"],
    ["id-null", "fact", "422 with error 1001"],
    ["id-true", "fact", "422 with error 1001"],
    [
      "id-overflow",
      "violation",
      'expected a rejection of a plant whose id is above 2^63-1; received 200 {"name":"plant-store-sdk check #"}',
    ],
    ["id-max", "pass", "created"],
    [
      "id-exact",
      "violation",
      'expected 200 for the id #, because only # exists; received 409 {"error":1002,"message":"error 1002"}',
    ],
    ["rejection-creates-nothing", "pass", "the id of a rejected plant is free"],
    ["duplicate-concurrent", "fact", "1 of 10 simultaneous plants with one id were created"],
    ["idempotency-key", "fact", "not honoured"],
    ["body-size", "fact", "at most 102400 bytes; longer: 413 with error 413"],
    ["lone-surrogate", "fact", "accepted"],
    ["empty-body", "pass", "400 with error 1000"],
    ["body-array", "fact", "422 with error 1001"],
    ["body-null", "fact", "422 with error 1001"],
    ["media-types", "pass", "each 200 with a Plant and each 400 with an Error is JSON"],
  ],
  rules: {
    version: 1,
    duplicates: { equal: { status: 409, error: 1002 }, different: { status: 409, error: 1002 } },
    atomicIds: true,
    exactIds: false,
    namesMayChange: false,
    unauthorized: { missing: { status: 401 }, wrong: { status: 403 } },
    bearerCase: "exact",
    bodyBeforeToken: false,
    invalid: INVALID_422,
    malformed: { status: 400, error: 1000 },
    mediaType: { status: 415 },
    maxBodyBytes: 102_400,
    tooLarge: { status: 413 },
    lengths: "code-points",
    id: { missing: INVALID_422, type: INVALID_422 },
    name: {
      ...{ missing: INVALID_422, type: INVALID_422, range: INVALID_422 },
      ...{ minLength: 1, maxLength: 100, unique: false },
    },
    tag: { type: INVALID_422, range: INVALID_422, maxLength: 20 },
    unknownFields: "ignored",
    idempotencyKey: false,
  },
};

const ACCEPTS = (what: string, received: string) =>
  `expected a rejection of ${what}; received 200 {"name":"${received}"}`;
const NAME = "plant-store-sdk check #";
const INVALID_400 = { status: 400, error: 11 };
const REPLACES = "duplicates are not rejected";
const REPLACES_ZERO = "it could replace the plant with the id 0";

export const REPLACING: Service = {
  start: startReplacing,
  truth: [
    ["reachable", "pass", "responds to OPTIONS with 405"],
    ["cors", "fact", "pages of an unknown origin may not call it"],
    ["no-token", "fact", "401 as text/html, without an Error"],
    ["wrong-token", "fact", "401 as text/html, without an Error"],
    ["create", "pass", "created"],
    ["create-without-tag", "pass", "created"],
    [
      "auth-required",
      "fact",
      "without a token 401 as text/html, without an Error; with a wrong one 401 as text/html, without an Error",
    ],
    ["malformed-json", "fact", "400 with error 10, as text/html"],
    ["bearer-case", "fact", "also accepts bearer"],
    ["missing-name", "pass", "400 with error 11"],
    ["name-number", "violation", ACCEPTS("a plant whose name is a number", "#")],
    ["tag-null", "violation", ACCEPTS("a plant whose tag is null", NAME)],
    ["tag-number", "violation", ACCEPTS("a plant whose tag is a number", `${NAME}","tag":"42`)],
    ["tag-object", "pass", "400 with error 11"],
    ["id-string", "violation", ACCEPTS("a plant whose id is a string", NAME)],
    ["id-fraction", "violation", ACCEPTS("a plant whose id is a fraction", NAME)],
    ["content-type", "fact", "also accepts text/plain"],
    ["rejection-stable", "pass", "the same three times"],
    ["unknown-field", "fact", "rejected: 400 with error 12"],
    ["name-unique", "fact", "names need not be unique"],
    ["name-length", "fact", "0 to 64 characters; longer: 400 with error 11"],
    ["tag-length", "fact", "0 to 32 characters; longer: 400 with error 11"],
    ["length-unit", "fact", "code-points"],
    ["text-exact", "pass", "unchanged"],
    ["duplicate-equal", "fact", "200, like a new plant"],
    ["duplicate-different", "fact", "200, like a new plant"],
    ["missing-id", "skipped", REPLACES_ZERO],
    ["id-null", "skipped", REPLACES_ZERO],
    ["id-true", "skipped", "it could replace the plant with the id 1"],
    ["id-overflow", "pass", "400 with error 11"],
    ["id-max", "pass", "created"],
    ["id-exact", "skipped", REPLACES],
    ["rejection-creates-nothing", "skipped", REPLACES],
    ["duplicate-concurrent", "skipped", REPLACES],
    ["idempotency-key", "skipped", REPLACES],
    ["body-size", "fact", "at most 65536 bytes; longer: 413 as text/html, without an Error"],
    [
      "lone-surrogate",
      "violation",
      "expected a response to a plant whose name has half a surrogate pair, not a 5xx; received 500 Internal Server Error",
    ],
    ["empty-body", "skipped", REPLACES_ZERO],
    ["body-array", "skipped", REPLACES_ZERO],
    ["body-null", "skipped", REPLACES_ZERO],
    ["media-types", "violation", "expected application/json for a 400 with an Error; received text/html"],
  ],
  rules: {
    version: 1,
    duplicates: { equal: "created", different: "created" },
    namesMayChange: false,
    unauthorized: { missing: { status: 401 }, wrong: { status: 401 } },
    bearerCase: "any",
    bodyBeforeToken: false,
    invalid: INVALID_400,
    malformed: { status: 400, error: 10 },
    mediaType: "ignored",
    maxBodyBytes: 65_536,
    tooLarge: { status: 413 },
    lengths: "code-points",
    id: { range: INVALID_400 },
    name: { missing: INVALID_400, range: INVALID_400, minLength: 0, maxLength: 64, unique: false },
    tag: { type: INVALID_400, range: INVALID_400, maxLength: 32 },
    unknownFields: { status: 400, error: 12 },
  },
};
