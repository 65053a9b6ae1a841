/** Every statement about two services: a correct one, and one that converts and replaces, and is behind a proxy. */
import { VERSION } from "plant-store-sdk";
import { checkPlantStore } from "plant-store-sdk/check";
import { expect, test } from "vitest";
import { CORRECT, createSmallService, type Parts, TOKEN } from "./small-service.ts";

const lengthOf = (text: unknown) => [...`${text ?? ""}`].length;
const html = (status: number, title: string) => ({
  ...{ status, headers: { "content-type": "text/html" }, body: `<title>${status} ${title}</title>` },
});
/** Like Python: numbers become text, `True` is 1, and a fraction is truncated. */
const toText = (value: unknown) =>
  ["number", "boolean"].includes(typeof value) ? `${Number(value)}` : value;
const CONVERTING: Partial<Parts> = {
  intercept: ({ method, headers, text }) => {
    if (method === "OPTIONS") return html(405, "Not Allowed");
    const [scheme = "", token] = (headers.authorization ?? "").split(" ");
    if (scheme.toLowerCase() !== "bearer" || token !== TOKEN) return html(401, "Authorization Required");
    if (text.length > 65_536) return html(413, "Request Entity Too Large");
    return /\\ud8/.test(text) ? { status: 500, body: "Internal Server Error" } : undefined;
  },
  isAuthorized: () => true,
  ignoresMediaType: true,
  parse: (text) => {
    const { id, name, tag, ...others } =
      JSON.parse(text.replace(/("id":)(-?\d+)(\.\d+)?(?=[,}])/, '$1"$2"')) ?? {};
    return { id: toText(id), name: toText(name), tag: toText(tag ?? undefined), ...others };
  },
  isValid: (plant) =>
    CORRECT.isValid(plant) &&
    Object.keys(plant).length === 3 &&
    lengthOf(plant.name) <= 64 &&
    lengthOf(plant.tag) <= 32,
  duplicate: "created",
  errorBody: (_, error) => ({ error, message: "no" }),
};

const STATEMENTS = {
  CORRECT: `
reachable pass: responds to OPTIONS with 204, Allow: POST
cors fact: pages of an unknown origin may not call it
no-token wrong-token fact: 401 with error 401
create create-without-tag json-spaces json-order json-escapes id-max pass: created
auth-required fact: without a token 401 with error 401; with a wrong one 401 with error 401
malformed-json json-end empty-body body-null pass: 400 with error 400
bearer-case fact: accepts Bearer only
missing-name name-number tag-null tag-number tag-object id-string id-fraction missing-id id-null id-true id-overflow body-array pass: 400 with error 1001
content-type fact: text/plain: 415 with error 415
rejection-stable pass: the same three times
unknown-field fact: ignored
name-unique fact: names need not be unique
name-length tag-length fact: 0 or more characters; no limit up to 300
length-unit fact: no length is limited
text-exact pass: unchanged
duplicate-equal duplicate-different fact: rejected: 409 with error 1003
id-exact pass: n and n+1 are two ids
rejection-creates-nothing pass: the id of a rejected plant is free
duplicate-concurrent fact: 1 of 10 simultaneous plants with one id was created
idempotency-key fact: not honoured
body-size fact: no limit up to 1048576 bytes: 400 with error 400
lone-surrogate fact: accepted
media-types pass: each 200 with a Plant and each 400 with an Error is application/json
`,
  CONVERTING: `
reachable pass: responds to OPTIONS with 405
cors fact: pages of an unknown origin may not call it
no-token wrong-token fact: 401 as text/html, without an Error
create create-without-tag json-spaces json-order json-escapes id-max pass: created
auth-required fact: without a token 401 as text/html, without an Error; with a wrong one 401 as text/html, without an Error
malformed-json json-end pass: 400 with error 400
bearer-case fact: also accepts bearer
missing-name tag-object id-overflow pass: 400 with error 1001
name-number violation: expected a rejection of a plant whose name is a number; received 200 {"name":"#"}
tag-null violation: expected a rejection of a plant whose tag is null; received 200 {"name":"plant-store-sdk check #"}
tag-number violation: expected a rejection of a plant whose tag is a number; received 200 {"name":"plant-store-sdk check #","tag":"42"}
id-string violation: expected a rejection of a plant whose id is a string; received 200 {"name":"plant-store-sdk check #"}
id-fraction violation: expected a rejection of a plant whose id is a fraction; received 200 {"name":"plant-store-sdk check #"}
content-type fact: also accepts text/plain
rejection-stable pass: the same three times
unknown-field fact: rejected: 400 with error 1001
name-unique fact: names need not be unique
name-length fact: 0 to 64 characters; longer: 400 with error 1001
tag-length fact: 0 to 32 characters; longer: 400 with error 1001
length-unit fact: code-points
text-exact pass: unchanged
duplicate-equal duplicate-different fact: 200, like a new plant
missing-id id-null empty-body body-array body-null skipped: it could replace the plant with the id 0
id-true skipped: it could replace the plant with the id 1
id-exact rejection-creates-nothing duplicate-concurrent idempotency-key skipped: duplicates are not rejected
body-size fact: at most 65536 bytes; longer: 413 as text/html, without an Error
lone-surrogate violation: expected a response to a plant whose name has half a surrogate pair, not a 5xx; received 500 Internal Server Error
media-types pass: each 200 with a Plant and each 400 with an Error is application/json
`,
};

const INVALID = { status: 400, error: 1001 };
const EXISTS = { status: 409, error: 1003 };
const COMMON = {
  ...{
    version: 1,
    unauthorized: { missing: { status: 401 }, wrong: { status: 401 } },
    bodyBeforeToken: false,
  },
  ...{ invalid: INVALID, malformed: { status: 400 }, namesMayChange: false },
};
const RULES = {
  CORRECT: {
    ...{ ...COMMON, duplicates: { equal: EXISTS, different: EXISTS }, atomicIds: true, exactIds: true },
    ...{ bearerCase: "exact", mediaType: { status: 415 }, unknownFields: "ignored", idempotencyKey: false },
    id: { missing: INVALID, type: INVALID, range: INVALID },
    name: { missing: INVALID, type: INVALID, minLength: 0, maxLength: null, unique: false },
    tag: { type: INVALID, maxLength: null },
  },
  CONVERTING: {
    ...{ ...COMMON, duplicates: { equal: "created", different: "created" }, bearerCase: "any" },
    ...{ mediaType: "ignored", lengths: "code-points", maxBodyBytes: 65_536, tooLarge: { status: 413 } },
    id: { range: INVALID },
    name: { missing: INVALID, range: INVALID, minLength: 0, maxLength: 64, unique: false },
    tag: { type: INVALID, range: INVALID, maxLength: 32 },
    unknownFields: INVALID,
  },
};

test.each(["CORRECT", "CONVERTING"] as const)(
  "every statement about the service %s is true",
  async (name) => {
    const { fetch, store } = createSmallService(name === "CORRECT" ? {} : CONVERTING);
    const options = { baseUrl: "http://localhost", token: TOKEN, createOn: "localhost", fetch };
    const { checks, rules, created, conforms } = await checkPlantStore(options);
    expect(conforms).toBe(name === "CORRECT");
    const statements = new Map<string, string[]>();
    for (const { name, result, detail } of checks) {
      const statement = `${result}: ${detail.replace(/\d{9,}|(?<=plant-store-sdk check )\w+/g, "#")}`;
      statements.set(statement, [...(statements.get(statement) ?? []), name]);
    }
    const lines = Array.from(statements, ([statement, names]) => `${names.join(" ")} ${statement}\n`);
    expect(`\n${lines.join("")}`).toBe(STATEMENTS[name]);
    const { checked, ...found } = rules;
    expect(checked).toEqual({ baseUrl: "http://localhost", time: expect.any(String), version: VERSION });
    expect(found).toEqual(RULES[name]);
    const listed = created.map(Number);
    expect([...store.keys()].filter((id) => !listed.includes(Number(id)))).toEqual([]);
  },
);
