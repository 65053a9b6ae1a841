/** Services with one defect, or one habit, each, and what the checks must say about it. */
import type { PlantStoreCheckName, PlantStoreCheckOutcome, PlantStoreRules } from "plant-store-sdk/check";
import { throwing } from "../support/throwing.ts";
import { CORRECT, type Parts, type SmallPlant, type SmallRequest, TOKEN } from "./small-service.ts";

/** The mark before the names of checks with this result, as in the report of the command. */
const MARKS: Record<string, PlantStoreCheckOutcome> = {
  ...{ "✓": "pass", "✗": "violation", "·": "fact", "–": "skipped", "?": "inconclusive" },
};

/** Reads results such as `✗ create · tag-length text-exact`. If a check is named twice, the last one counts. */
export const readResults = (text: string) => {
  const parts = text.split(/(?=[✓✗·–?])/).map((part) => part.trim().split(/\s+/));
  return Object.fromEntries(
    parts.flatMap(([mark = "", ...names]) => names.map((name) => [name, MARKS[mark]])),
  );
};

export const CHECKS = `reachable cors no-token wrong-token create create-without-tag auth-required
  json-spaces json-order json-escapes malformed-json
  bearer-case missing-name name-number tag-null tag-number tag-object id-string id-fraction json-end content-type rejection-stable
  unknown-field name-unique name-length tag-length length-unit text-exact duplicate-equal duplicate-different missing-id
  id-null id-true id-overflow id-max id-exact rejection-creates-nothing duplicate-concurrent idempotency-key body-size
  lone-surrogate empty-body body-array body-null media-types`.split(/\s+/) as PlantStoreCheckName[];

const from = (name: PlantStoreCheckName) => CHECKS.slice(CHECKS.indexOf(name)).join(" ");
/** The checks with a valid plant in another form of JSON. */
const FORMS = "json-spaces json-order json-escapes";
/** The checks with an invalid plant. */
const INVALID = `missing-name missing-id name-number tag-null tag-number tag-object id-string id-null id-fraction id-overflow
  id-true body-array`;
const OF_REJECTED_DUPLICATES = `missing-id id-null id-true id-exact empty-body body-array body-null
  rejection-creates-nothing duplicate-concurrent idempotency-key`;
const DUPLICATES = "duplicate-equal duplicate-different";
/** Each rejection is described with its media type. */
const WITHOUT_MEDIA_TYPE = `· no-token wrong-token auth-required content-type ${INVALID} malformed-json json-end empty-body body-null
  body-size ${DUPLICATES} ✗ media-types`;

type Named = SmallPlant & { name: string };
const { isValid } = CORRECT;
/** Responds with another plant than it got. */
const showing = (change: (plant: Named) => object): Partial<Parts> => ({
  echo: (plant) => change(plant as Named),
});
const renaming = (change: (name: string) => string) =>
  showing(({ name, tag }) => ({ name: change(name), tag }));
const ROUNDING_IDS = showing(({ id, name, tag }) => ({ id: Number(id).toPrecision(9), name, tag }));
const A_DATE = new Date(0).toUTCString();
/** Responds to some requests in another way. */
const respondIf = (isMeant: (request: SmallRequest) => boolean, status: number, body = "", headers = {}) => ({
  intercept: (request: SmallRequest) => (isMeant(request) ? { status, headers, body } : undefined),
});
const JSON_TYPE = { "content-type": "application/json" };
const HTML_TYPE = { "content-type": "text/html; charset=utf-8" };
const FORBIDDEN_IN_HTML = { status: 403, headers: HTML_TYPE, body: "<h1>Forbidden</h1>" };
const close = throwing(new Error("closed"));
const signInIf = (isMeant: Parameters<typeof respondIf>[0]) =>
  respondIf(isMeant, 200, "<html>Please sign in</html>", HTML_TYPE);
const always = () => true;
const isPost = ({ method }: SmallRequest) => method === "POST";
const hasBearer = ({ headers }: SmallRequest) => /^bearer/.test(String(headers.authorization));
const hasKey = ({ headers }: SmallRequest) => "idempotency-key" in headers;
const isOdd = ({ text }: SmallRequest) => text.includes("🌿");
/** Accepts only some of the valid plants. */
export const validIf = (isAccepted: (plant: Named) => boolean) => ({
  isValid: (plant: SmallPlant) => isValid(plant) && isAccepted(plant as Named),
});
/** Its parser does not know all of JSON. */
const rejecting = (text: RegExp): Partial<Parts> => ({
  parse: (body) => (text.test(body) ? throwing(new SyntaxError("no JSON"))() : CORRECT.parse(body)),
});
const counted = () => {
  let count = 0;
  return () => ++count;
};
/** Responds to a repeated id. */
const toDuplicates = (respond: (first: string, id: string) => ReturnType<Parts["intercept"]>) => () => {
  const bodies = new Map<string, string>();
  const intercept: Parts["intercept"] = ({ text, headers }) => {
    const id = headers.authorization === `Bearer ${TOKEN}` && /"id":(\d+)[,}]/.exec(text)?.[1];
    if (!id) return undefined;
    const first = bodies.get(id);
    bodies.set(id, first ?? text);
    return first === undefined ? undefined : respond(first, id);
  };
  return { intercept };
};

const respondWithError = (_: string, id: string) => ({
  ...{ status: 200, headers: JSON_TYPE, body: `{"name":"Error: ${id} exists"}` },
});

/** A function makes the parts of a service that remembers something. The rules are some of those that are found. */
export const WRONG_SERVICES: [string, Partial<Parts> | (() => Partial<Parts>), string, PlantStoreRules?][] = [
  ["trims names", renaming((name) => name.trim()), "✗ text-exact", { namesMayChange: false }],
  ["decomposes accents", renaming((name) => name.normalize("NFD")), "✗ text-exact"],
  ["composes accents", renaming((name) => name.normalize()), "✗ text-exact", { namesMayChange: false }],
  [
    "escapes names for HTML",
    renaming((name) => name.replaceAll("&", "&amp;")),
    "✗ text-exact",
    { namesMayChange: true },
  ],
  [
    "trims names, and escapes them for HTML",
    renaming((name) => name.trim().replaceAll("&", "&amp;")),
    "✗ text-exact",
    { namesMayChange: true },
  ],
  [
    "trims names, and sends a null as tag if there is none",
    showing(({ name, tag = null }) => ({ name: name.trim(), tag })),
    `✗ create-without-tag · ${FORMS} id-max ✗ text-exact`,
  ],
  [
    "trims names, and sometimes tags",
    () => {
      const next = counted();
      return showing(({ name, tag }) => ({
        name: name.trim(),
        tag: next() % 2 ? tag : (tag as string)?.trim(),
      }));
    },
    "✗ text-exact",
  ],
  ["shortens names to 10 characters", renaming((name) => name.slice(0, 10)), "✗ create ? name-length"],
  ["shortens long names", renaming((name) => name.slice(0, 255)), "✗ name-length", { namesMayChange: true }],
  [
    "writes names in capitals",
    renaming((name) => name.toUpperCase()),
    `✗ create · create-without-tag ${FORMS} text-exact id-max`,
    {
      namesMayChange: true,
      duplicates: { equal: { status: 409, error: 1003 }, different: { status: 409, error: 1003 } },
    },
  ],
  [
    "responds like another API",
    respondIf(isPost, 200, '{"name":"inventory-api"}', JSON_TYPE),
    `✗ no-token create · wrong-token ? ${from("create-without-tag")}`,
    { namesMayChange: undefined, mediaType: undefined },
  ],
  [
    "is behind a cache that responds again after a while",
    () => {
      let [cached, isCaching] = ["", false];
      const intercept: Parts["intercept"] = ({ text, count }) => {
        isCaching ||= count > 34 && text.startsWith('{"id"');
        if (isCaching && cached === "") cached = text;
        return cached === "" ? undefined : { status: 200, headers: JSON_TYPE, body: cached };
      };
      return { intercept };
    },
    `? ${from("duplicate-equal")}`,
    { duplicates: undefined },
  ],
  [
    "responds with the older plant to an id that exists",
    toDuplicates((body) => ({ status: 200, headers: JSON_TYPE, body })),
    `· duplicate-equal ✗ duplicate-different – ${OF_REJECTED_DUPLICATES}`,
    { duplicates: { equal: "created" } },
  ],
  [
    "responds 200 with an error to an id that exists",
    toDuplicates(respondWithError),
    `✗ duplicate-equal ? duplicate-different – ${OF_REJECTED_DUPLICATES}`,
    { duplicates: undefined, namesMayChange: false },
  ],
  [
    "rejects odd names, and responds 200 with an error to an id that exists",
    () => ({ ...validIf(({ name }) => /^[\w -]*$/.test(name)), ...toDuplicates(respondWithError)() }),
    `· text-exact lone-surrogate ✗ duplicate-equal ? duplicate-different – ${OF_REJECTED_DUPLICATES}`,
    { duplicates: undefined, namesMayChange: undefined },
  ],
  [
    "responds with the older plant to a name that exists",
    () => {
      const tags = new Map<unknown, unknown>();
      return {
        echo: ({ name, tag }) => {
          tags.set(name, tags.get(name) ?? tag);
          return { name, tag: tags.get(name) };
        },
      };
    },
    "✗ name-unique",
  ],
  ["responds with exact ids", showing(({ id, name, tag }) => ({ id, name, tag })), ""],
  [
    "responds with ids of its own",
    () => {
      const next = counted();
      return { echo: ({ name, tag }) => ({ id: next(), name, tag }) };
    },
    `· create create-without-tag ${FORMS} id-max`,
  ],
  [
    "responds with rounded ids",
    ROUNDING_IDS,
    `· create create-without-tag ${FORMS} id-max id-exact`,
    { exactIds: false },
  ],
  [
    "responds with rounded ids, and replaces plants",
    { ...ROUNDING_IDS, duplicate: "created" },
    `– ${OF_REJECTED_DUPLICATES} · create create-without-tag ${FORMS} id-max id-exact ${DUPLICATES}`,
    { exactIds: false },
  ],
  ["drops half of a surrogate pair", renaming((name) => name.replace(/\p{Cs}/gu, "")), ""],
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
    "✗ id-exact",
    { exactIds: false },
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
    "✗ id-exact",
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
    `– ${OF_REJECTED_DUPLICATES} ? ${DUPLICATES}`,
  ],
  [
    "rejects every tag but the empty one, which it drops",
    { ...validIf(({ tag }) => !tag), ...showing(({ name }) => ({ name })) },
    "· create tag-length",
  ],
  ["drops tags", showing(({ name }) => ({ name })), "✗ create · text-exact"],
  [
    "writes null for no tag",
    showing(({ name, tag = null }) => ({ name, tag })),
    `✗ create-without-tag · ${FORMS} id-max`,
  ],
  ["ignores the token", { isAuthorized: () => true }, "✗ auth-required · no-token wrong-token bearer-case"],
  [
    "accepts any token",
    { isAuthorized: (authorization) => authorization !== undefined },
    "✗ auth-required · wrong-token bearer-case",
  ],
  ["reads JSON up to its end", { parse: (text) => CORRECT.parse(text.replace(/\}\]$/, "}")) }, "✗ json-end"],
  ["rejects JSON with line breaks", rejecting(/\n/), "✗ json-spaces"],
  ["expects the id first", rejecting(/,"id":/), "✗ json-order"],
  ["rejects escapes of letters", rejecting(/\\u00/), "✗ json-escapes"],
  ["fails for JSON with line breaks", respondIf(({ text }) => text.startsWith("\n"), 500), "✗ json-spaces"],
  ["has a firewall against escapes", respondIf(({ text }) => text.includes("\\u00"), 403), "· json-escapes"],
  [
    "closes the connection for null",
    { intercept: ({ text }) => (text === "null" ? close() : undefined) },
    "✗ body-null",
  ],
  [
    "skips the parser of an empty body, and fails without one",
    respondIf((request) => isPost(request) && request.text === "", 500),
    "✗ empty-body",
  ],
  [
    "takes an empty body for an empty plant",
    respondIf((request) => isPost(request) && request.text === "", 200, '{"name":""}', JSON_TYPE),
    "✗ empty-body",
  ],
  [
    "sends rejections as text/html",
    respondIf(({ text }) => text === "]", 400, '{"error":1001,"message":"no"}', HTML_TYPE),
    "· no-token wrong-token malformed-json body-size ✗ media-types",
  ],
  [
    "is behind a gateway that replaces a 500 for an id that exists by a 403 in HTML",
    toDuplicates(() => FORBIDDEN_IN_HTML),
    `– ${OF_REJECTED_DUPLICATES} ? ${DUPLICATES}`,
    { duplicates: undefined },
  ],
  ["responds 201", { createdStatus: 201 }, `✗ create · create-without-tag ${FORMS} id-max text-exact`],
  [
    "sends an Error without `error`",
    { errorBody: (status, error) => (status === 400 ? { message: "no" } : { error, message: "no" }) },
    `✗ malformed-json · json-end ${INVALID} empty-body body-null body-size`,
  ],
  [
    "responds 500 to text that is not JSON",
    { malformedStatus: 500 },
    "✗ malformed-json json-end empty-body body-null · body-size",
  ],
  [
    "stores what it rejects",
    { onInvalid: (plant, store) => typeof plant.id === "string" && store.set(plant.id, plant) },
    "✗ rejection-creates-nothing",
  ],
  [
    "rejects duplicates like other plants",
    { duplicate: [400, 1001] },
    `· ${DUPLICATES} missing-id id-null id-true id-overflow body-array`,
  ],
  [
    "responds 500 to duplicates",
    { duplicate: [500, 500] },
    `✗ duplicate-equal · duplicate-different – ${OF_REJECTED_DUPLICATES}`,
  ],
  [
    "counts its errors",
    () => {
      const next = counted();
      return { errorBody: (status) => ({ error: status === 400 ? next() : status, message: "no" }) };
    },
    `✓ malformed-json json-end empty-body body-null ${INVALID} · body-size rejection-stable ${DUPLICATES}`,
  ],
  ["sends JSON as text/html", { mediaType: "text/html" }, WITHOUT_MEDIA_TYPE],
  ["sends another type of JSON", { mediaType: "text/plants+json; charset=utf-8" }, WITHOUT_MEDIA_TYPE],
  ["sends JSON with parameters", { mediaType: 'Application/JSON; profile="a+json"' }, ""],
  ["sends no media type", { mediaType: "" }, WITHOUT_MEDIA_TYPE],
  ["has a firewall against odd names", respondIf(isOdd, 403, "<p>Blocked"), "· text-exact"],
  [
    "has a firewall that refuses odd names in HTML",
    { intercept: (request) => (isOdd(request) ? FORBIDDEN_IN_HTML : undefined) },
    "? text-exact",
  ],
  ["limits the rate", respondIf(({ count }) => count % 20 === 0, 429, "", { "retry-after": A_DATE }), ""],
  ["echoes the token", { errorBody: (_, error) => ({ error, message: "the-right-token" }) }, ""],
  [
    "responds with another name once",
    () => {
      const next = counted();
      return renaming((name) => (next() === 1 ? "Fern" : name));
    },
    "? create",
  ],
  [
    "answers everything with a page",
    signInIf(always),
    `✓ reachable ✗ no-token create · wrong-token ? ${from("create-without-tag")}`,
  ],
  [
    "accepts whatever is JSON",
    () => ({ isValid: () => true, key: counted(), echo: ({ name = "", tag }) => ({ name, tag }) }),
    `✗ ${INVALID} · ${DUPLICATES} – ${OF_REJECTED_DUPLICATES} ? rejection-stable`,
  ],
  [
    "fails for plants without a tag",
    respondIf(({ text }) => text.includes('"name"') && !text.includes('"tag"'), 500),
    "? create-without-tag",
  ],
  [
    "fails for long names and for long tags",
    respondIf(({ text }) => text.length > 200, 500),
    "✗ body-size ? name-length tag-length",
  ],
  ["fails for large ids", respondIf(({ text }) => /"id":\d{10}/.test(text), 500), `? ${from("create")}`],
  [
    "fails for ids above 2^62",
    respondIf(({ text }) => /"id":\d{19}/.test(text), 500),
    "? create ✗ id-overflow – id-max id-exact",
  ],
  ["does not expect bearer", respondIf(hasBearer, 418), "· bearer-case"],
  ["fails for an idempotency-key", respondIf(hasKey, 500), "? idempotency-key"],
  [
    "always responds 429 to a tag that is a number",
    respondIf(({ text }) => text.includes('"tag":42'), 429, "", { "retry-after": A_DATE }),
    "? tag-number",
  ],
  [
    "allows 23 requests an hour",
    respondIf(({ count }) => count > 23, 429, "", { "retry-after": "3600" }),
    `? ${from("rejection-stable")}`,
  ],
  [
    "sends an id for a name",
    showing(({ id, tag }) => ({ name: { id }, tag })),
    `✗ create ? ${from("create-without-tag")}`,
  ],
  [
    "does not respond to OPTIONS",
    { intercept: ({ method }) => (method === "OPTIONS" ? close() : undefined) },
    "✓ reachable ? cors",
  ],
  ["is closed for an hour", respondIf(always, 429, "", { "retry-after": "3600" }), `? ${from("reachable")}`],
  ["closes every connection", { intercept: close }, `? ${from("reachable")}`],
  [
    "redirects, with the token in its headers",
    respondIf(always, 302, "", { location: `https://login.example/?token=${TOKEN}`, allow: TOKEN }),
    `✓ reachable ? ${from("no-token")}`,
  ],
  [
    "responds 401 to everything",
    { isAuthorized: () => false },
    `· no-token wrong-token create create-without-tag ? ${from("auth-required")}`,
  ],
  ["responds 401 later", respondIf(({ count }) => count > 13, 401), `? ${from("missing-name")}`],
  [
    "is blocked later, in HTML",
    { intercept: ({ count }) => (count > 13 ? { ...FORBIDDEN_IN_HTML, status: 406 } : undefined) },
    `? ${from("bearer-case")}`,
  ],
  ["is in maintenance later", signInIf(({ count }) => count > 13), `? ${from("bearer-case")}`],
];
