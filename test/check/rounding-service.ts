/**
 * A service as it exists: it was written from the specification, and what it does was written down, before the checks saw it.
 * It shares no code with the checks or the mock.
 */
import type { PlantStoreCheckName, PlantStoreCheckOutcome, PlantStoreRules } from "plant-store-sdk/check";
import { TOKEN } from "./small-service.ts";

type Truth = [name: PlantStoreCheckName, result: PlantStoreCheckOutcome, detail: string];

/** The checks that send a plant which is not valid. */
export const INVALID: PlantStoreCheckName[] = [
  ...(["missing-name", "missing-id", "name-number", "tag-null", "tag-number", "tag-object"] as const),
  ...(["id-string", "id-null", "id-fraction", "id-overflow", "id-true", "body-array"] as const),
];

const json = (status: number, body: object, type = "application/json; charset=utf-8") =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": type } });
const lengthOf = (text: string) => [...text].length;

/** A Node service without plants: `JSON.parse` rounds ids above 2^53 before anyone looks at them. @param plants gets their ids */
export function startRounding(plants: Set<unknown>) {
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

/** Each check, its result, and its detail; `#` is a number that differs from run to run. */
export const TRUTH: Truth[] = [
  ["reachable", "pass", "responds with 204, Allow: POST, OPTIONS"],
  ["cors", "fact", "pages of an unknown origin may not call it"],
  ["no-token", "fact", "401 with error 401"],
  ["wrong-token", "fact", "403 with error 403"],
  ["create", "pass", "created"],
  ["create-without-tag", "pass", "created"],
  ["auth-required", "fact", "without a token 401 with error 401; with a wrong one 403 with error 403"],
  ["malformed-json", "pass", "400 with error 1000"],
  ["bearer-case", "fact", "accepts Bearer only"],
  ...INVALID.slice(0, -3).map((name) => [name, "fact", "422 with error 1001"] satisfies Truth),
  [
    "id-overflow",
    "violation",
    'expected a rejection of a plant whose id is above 2^63-1; received 200 {"name":"plant-store-sdk check #"}',
  ],
  ["content-type", "fact", "text/plain: 415 with error 415"],
  ["rejection-stable", "pass", "the same three times"],
  ["unknown-field", "fact", "ignored"],
  ["text-exact", "pass", "unchanged"],
  ["name-length", "fact", "1 to 100 code points"],
  ["tag-length", "fact", "0 to 20 code points"],
  ["name-unique", "fact", "names need not be unique"],
  ["duplicate-equal", "fact", "rejected: 409 with error 1002"],
  ["duplicate-different", "fact", "rejected: 409 with error 1002"],
  ["id-true", "fact", "422 with error 1001"],
  ["id-max", "pass", "created"],
  [
    "id-exact",
    "violation",
    'expected 200 for the id #, because only # exists; received 409 {"error":1002,"message":"error 1002"}',
  ],
  ["rejection-creates-nothing", "pass", "the id of a rejected plant is free"],
  ["duplicate-concurrent", "fact", "1 of 10 simultaneous plants with one id were created"],
  ["idempotency-key", "fact", "not honoured"],
  ["body-size", "fact", "at most 102400 bytes: 413 with error 413"],
  ["lone-surrogate", "fact", "accepted"],
  ["body-array", "fact", "422 with error 1001"],
  ["body-null", "fact", "422 with error 1001"],
];

export const RULES: PlantStoreRules = {
  version: 1,
  duplicates: { equal: { status: 409, error: 1002 }, different: { status: 409, error: 1002 } },
  atomicIds: true,
  exactIds: false,
  unauthorized: { missing: { status: 401 }, wrong: { status: 403 } },
  bearerCase: "exact",
  invalid: { status: 422, error: 1001 },
  malformed: { status: 400, error: 1000 },
  mediaType: { status: 415 },
  maxBodyBytes: 102_400,
  name: { minLength: 1, maxLength: 100, unique: false },
  tag: { maxLength: 20 },
  unknownFields: "ignored",
  idempotencyKey: false,
};
