/** The rules of the specification and the defaults of the reference store, as requests with their expected responses. */
import type { NewPlant } from "plant-store-sdk";
import type { PlantStoreOptions, RecordedRequest } from "plant-store-sdk/mocks/store";
import { TOKEN } from "../../support/client.ts";

export interface ContractCase {
  /** A sentence about what the store does. */
  name: string;
  /** Options of the store. */
  options?: PlantStoreOptions;
  /** @default "POST" */
  method?: string;
  /** @default "/plants" */
  path?: string;
  /** Override a valid token and content type; `undefined` removes one. */
  headers?: Record<string, string | undefined>;
  /** Sent as bytes, because `fetch` adds a content type to a string. */
  body?: string | Uint8Array<ArrayBuffer>;
  status: number;
  responseBody: string;
  /** Override the headers of every response; `undefined` removes one. */
  responseHeaders?: Record<string, string | undefined>;
  /** The plants of the store afterwards. */
  plants: NewPlant[];
  /** Overrides fields of the journal entry; `undefined` removes one, `null` the entry. */
  journal?: { [field in "body" | "token" | "plant"]?: RecordedRequest[field] | undefined } | null;
}

type Rest = Partial<ContractCase>;

const FERN_JSON = '{"id":1,"name":"Fern"}';
const FERN = { id: 1, name: "Fern" };
/** Seeds a store that must reject a request, to show that the rejection changes nothing. */
const MOSS = { id: 7, name: "Moss" };
const MIB = 1_048_576;

function accepted(
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  plant: NewPlant = FERN,
  rest?: Rest,
): ContractCase {
  const { id: _, ...answered } = plant;
  return { name, body, status: 200, responseBody: JSON.stringify(answered), plants: [plant], ...rest };
}

function refused(
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  message: string,
  rest?: Rest,
): ContractCase {
  const seed = { options: { plants: [MOSS], ...rest?.options }, plants: [MOSS] };
  // A valid plant is in the journal, though not in the store.
  const journal = { ...(body === FERN_JSON && { plant: FERN }), ...rest?.journal };
  return { name, body, ...responseOf(rest?.status ?? 400, message), ...rest, ...seed, journal };
}

/** The Error body of the specification, its `error` the status. */
function responseOf(status: number, message: string): { status: number; responseBody: string } {
  return { status, responseBody: `{"error":${status},"message":${JSON.stringify(message)}}` };
}

/** Text in UTF-8, and bytes that are none. */
function bytesOf(...parts: (string | number)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)),
  );
}

const responses: ContractCase[] = [
  accepted("a valid plant is created and answered without its id", FERN_JSON),
  accepted(
    "a tag is kept and answered",
    '{"id":1,"name":"Fern","tag":"indoor"}',
    { id: 1, name: "Fern", tag: "indoor" },
    { responseBody: '{"name":"Fern","tag":"indoor"}' },
  ),
  accepted(
    "name and tag may be empty, in any order and with any white space",
    ' {\r\n\t"tag" : "" , "name" : "" , "id" : 0 }\n',
    { id: 0, name: "", tag: "" },
    { responseBody: '{"name":"","tag":""}' },
  ),
  accepted(
    "characters that JSON escapes are the same character",
    '{"id":1,"name":"\\u00e9\\n\\"\\/🌿\\ud83c\\udf3f"}',
    { id: 1, name: 'é\n"/🌿🌿' },
  ),
  accepted(
    "half a surrogate pair is answered as an escape, for UTF-8 has none",
    '{"id":1,"name":"\\ud800"}',
    { id: 1, name: "\ud800" },
    { responseBody: '{"name":"\\ud800"}' },
  ),
  accepted("a zero character is a character", '{"id":1,"name":"\\u0000","tag":"\u007f"}', {
    id: 1,
    name: "\0",
    tag: "\u007f",
  }),
  accepted("a second plant with the same id is a further plant by default", FERN_JSON, FERN, {
    options: { plants: [{ id: 1, name: "Moss" }] },
    plants: [{ id: 1, name: "Moss" }, FERN],
  }),
  accepted("a query does not matter", FERN_JSON, FERN, { path: "/plants?trace=1&x" }),
];

const exactIds: [text: string, id: number | bigint][] = [
  ["1.0", 1],
  ["1e3", 1000],
  ["1000E-3", 1],
  ["0.05e+2", 5],
  ["1e0", 1],
  ["0", 0],
  ["-0", 0],
  ["-0.0e5", 0],
  ["0e999999999", 0],
  ["-7", -7],
  ["1.000000000000000000000", 1],
  ["9007199254740991", 9007199254740991],
  ["-9007199254740991", -9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["9007199254740993.0", 9007199254740993n],
  ["9.223372036854775807e18", 9223372036854775807n],
  ["9223372036854775806", 9223372036854775806n],
  ["9223372036854775807", 9223372036854775807n],
  ["-9223372036854775807", -9223372036854775807n],
  ["-9223372036854775808", -9223372036854775808n],
  ["-92233720368547758080e-1", -9223372036854775808n],
];

const INT64 = "an integer from -9223372036854775808 to 9223372036854775807";

const refusedIds: [text: string, requirement?: string][] = [
  ["9223372036854775808"],
  ["-9223372036854775809"],
  ["18446744073709551616"],
  ["1e19"],
  ["1e400"],
  ["-1e999999999"],
  ["1.5"],
  ["-0.1"],
  ["1e-1"],
  ["1.00000000000000000001"],
  ["9007199254740992.5"],
  ["null"],
  ["true"],
  ["[1]"],
  ["{}"],
  ['"1"', `${INT64}, not a string`],
  ['"9223372036854775807"', `${INT64}, not a string`],
  ['""', `${INT64}, not a string`],
];

const ids: ContractCase[] = [
  ...exactIds.map(([text, id]) =>
    accepted(`the id ${text} is kept exact`, `{"id":${text},"name":"Fern"}`, { id, name: "Fern" }),
  ),
  ...refusedIds.map(([text, requirement = INT64]) =>
    refused(`the id ${text} is refused`, `{"id":${text},"name":"Fern"}`, `\`id\` must be ${requirement}`),
  ),
  refused(
    "an id of half a million digits is refused",
    `{"id":1${"0".repeat(500_000)},"name":"Fern"}`,
    `\`id\` must be ${INT64}`,
  ),
];

const ID_MISSING = "`id` is missing; pass an integer";
const NAME_MISSING = "`name` is missing; pass a string";
const NAME_WRONG = "`name` must be a string";
const TAG_WRONG = "`tag` must be a string";
const NO_OBJECT = "the body must be an object with an id and a name";
const NO_JSON = "the body must be valid JSON in UTF-8";

const wrongFields: [body: string, message: string][] = [
  ["{}", `${ID_MISSING}; ${NAME_MISSING}`],
  ['{"name":"Fern"}', ID_MISSING],
  ['{"id":1}', NAME_MISSING],
  ['{"ID":1,"Name":"Fern"}', `${ID_MISSING}; ${NAME_MISSING}`],
  ['{"__proto__":{"id":1,"name":"Fern"}}', `${ID_MISSING}; ${NAME_MISSING}`],
  ['{"id":1,"name":null}', NAME_WRONG],
  ['{"id":1,"name":7}', NAME_WRONG],
  ['{"id":1,"name":true}', NAME_WRONG],
  ['{"id":1,"name":["Fern"]}', NAME_WRONG],
  ['{"id":1,"name":{"length":4}}', NAME_WRONG],
  ['{"id":1,"name":"Fern","tag":null}', TAG_WRONG],
  ['{"id":1,"name":"Fern","tag":7}', TAG_WRONG],
  ['{"id":1,"name":"Fern","tag":["indoor"]}', TAG_WRONG],
  ['{"id":true,"name":7,"tag":[]}', `\`id\` must be ${INT64}; ${NAME_WRONG}; ${TAG_WRONG}`],
  ["null", NO_OBJECT],
  ["[]", NO_OBJECT],
  ['[{"id":1,"name":"Fern"}]', NO_OBJECT],
  ['"Fern"', NO_OBJECT],
  ["42", NO_OBJECT],
  ["true", NO_OBJECT],
];

const malformed: [what: string, body: string][] = [
  ["nothing", ""],
  ["white space", " \n"],
  ["a word", "Fern"],
  ["an object that does not end", '{"id":1,"name":"Fern"'],
  ["single quotes", "{'id':1,'name':'Fern'}"],
  ["a name without quotes", '{id:1,"name":"Fern"}'],
  ["a leading zero", '{"id":01,"name":"Fern"}'],
  ["a leading plus", '{"id":+1,"name":"Fern"}'],
  ["a number that ends in a point", '{"id":1.,"name":"Fern"}'],
  ["a hexadecimal number", '{"id":0x1,"name":"Fern"}'],
  ["NaN", '{"id":NaN,"name":"Fern"}'],
  ["undefined", '{"id":1,"name":"Fern","tag":undefined}'],
  ["a comma too many", '{"id":1,"name":"Fern",}'],
  ["a comment", '{"id":1,"name":"Fern"} // a fern'],
  ["a line break within a string", '{"id":1,"name":"Fe\nrn"}'],
  ["an escape that there is none", '{"id":1,"name":"\\x46ern"}'],
  ["two plants", `${FERN_JSON}\n${FERN_JSON}`],
  ["a form", "id=1&name=Fern"],
];

const bodies: ContractCase[] = [
  ...wrongFields.map(([body, message]) =>
    refused(`${body} is refused by the names of its fields`, body, message),
  ),
  ...malformed.map(([what, body]) =>
    refused(`a body with ${what} is refused, for it is no JSON`, body, NO_JSON),
  ),
  refused("a body that is not UTF-8 is refused", bytesOf('{"id":1,"name":"Fern', 0xff, '"}'), NO_JSON, {
    journal: { body: '{"id":1,"name":"Fern\ufffd"}' },
  }),
  refused("a body that ends within a character is refused", bytesOf('{"id":1,"name":"', 0xc3), NO_JSON, {
    journal: { body: '{"id":1,"name":"\ufffd' },
  }),
  refused(
    "a body in UTF-16 is refused",
    new Uint8Array([...FERN_JSON].flatMap((character) => [character.charCodeAt(0), 0])),
    NO_JSON,
    { journal: { body: [...FERN_JSON].map((character) => `${character}\0`).join("") } },
  ),
  accepted("the replacement character is a character like any other", '{"id":1,"name":"\ufffd"}', {
    id: 1,
    name: "\ufffd",
  }),
  accepted("a byte order mark is overlooked", bytesOf(0xef, 0xbb, 0xbf, FERN_JSON), FERN, {
    journal: { body: FERN_JSON },
  }),
  accepted(
    "unknown fields are neither kept nor answered",
    '{"colour":"green","id":1,"name":"Fern","deep":[{"id":1e999}]}',
  ),
  accepted("a field called __proto__ is an unknown field", '{"__proto__":{"tag":"x"},"id":1,"name":"Fern"}'),
  accepted(
    "a field nested as deep as a body can hold breaks nothing",
    `{"id":1,"name":"Fern","deep":${"[".repeat(500_000)}${"]".repeat(500_000)}}`,
  ),
  accepted("of duplicate keys the last wins", '{"id":"no","id":1,"name":7,"\\u006eame":"Fern"}'),
  refused(
    "of duplicate keys the last is refused",
    '{"id":1,"name":"Fern","tag":"indoor","tag":null}',
    TAG_WRONG,
  ),
];

/** A plant whose JSON has so many bytes, one character of two bytes among them. */
function plantOf(bytes: number): string {
  return `{"id":1,"name":"é${"x".repeat(bytes - '{"id":1,"name":"é"}'.length - 1)}"}`;
}

const TOO_LONG = "the body must be at most 1048576 bytes long";

const sizes: ContractCase[] = [
  accepted("a body may be 1 MiB long", plantOf(MIB), { id: 1, name: JSON.parse(plantOf(MIB)).name }),
  refused("a body of a byte more than 1 MiB is refused", plantOf(MIB + 1), TOO_LONG, {
    journal: { body: plantOf(MIB + 1).slice(0, -1) },
  }),
  refused("white space counts as well", FERN_JSON + " ".repeat(2 * MIB), TOO_LONG, {
    journal: { body: FERN_JSON + " ".repeat(MIB - FERN_JSON.length) },
  }),
];

const WRONG_MEDIA_TYPE = "the header content-type must be application/json";

const mediaTypes: ContractCase[] = [
  ...[
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    "APPLICATION/JSON",
    "Application/Json ; Charset=utf-8; x=y",
  ].map((mediaType) =>
    accepted(`the media type ${mediaType} is JSON`, FERN_JSON, FERN, {
      headers: { "content-type": mediaType },
    }),
  ),
  ...[
    undefined,
    "",
    "text/plain",
    "text/plain;charset=UTF-8",
    "text/json",
    "application/jsonp",
    "application/vnd.plants+json",
    "application/x-www-form-urlencoded",
    "text/plain; application/json",
    "application/*",
    "json",
  ].map((mediaType) =>
    refused(
      mediaType === undefined
        ? "a missing media type is refused"
        : `the media type "${mediaType}" is refused`,
      FERN_JSON,
      WRONG_MEDIA_TYPE,
      { headers: { "content-type": mediaType } },
    ),
  ),
];

const NO_TOKEN = "the header authorization is missing: send Bearer <token>";
const WRONG_TOKEN = "the bearer token is not accepted";
/** Accepts the token of the other cases. */
const auth = (token: string) => token === TOKEN;
const CHALLENGE = { "www-authenticate": "Bearer" };

function unauthorized(authorization: string | undefined): Rest {
  return { headers: { authorization }, journal: { token: undefined } };
}

const authentication: ContractCase[] = [
  refused("a missing authorization is refused", FERN_JSON, NO_TOKEN, unauthorized(undefined)),
  ...[
    "",
    "Bearer",
    "Bearer ",
    "Basic dTpw",
    `Basic Bearer ${TOKEN}`,
    TOKEN,
    `Bearer${TOKEN}`,
    `Bearer\t${TOKEN}`,
    `Token ${TOKEN}`,
  ].map((authorization) =>
    refused(
      `the authorization "${authorization}" is refused`,
      FERN_JSON,
      NO_TOKEN,
      unauthorized(authorization),
    ),
  ),
  ...[
    ["Bearer x", "x"],
    ["bearer x", "x"],
    ["BEARER x", "x"],
    ["Bearer   x", "x"],
    ["bEARER ~a.b-c_d+e/f==", "~a.b-c_d+e/f=="],
  ].map(([authorization = "", token = ""]) =>
    accepted(`the authorization "${authorization}" is accepted`, FERN_JSON, FERN, {
      headers: { authorization },
      journal: { token },
    }),
  ),
  accepted("a token that the store's function knows is accepted", FERN_JSON, FERN, { options: { auth } }),
  refused("a token that the store's function does not know is refused", FERN_JSON, WRONG_TOKEN, {
    options: { auth },
    headers: { authorization: `Bearer ${TOKEN.toUpperCase()}` },
    journal: { token: TOKEN.toUpperCase() },
  }),
  accepted("with authentication off no token is needed", FERN_JSON, FERN, {
    options: { auth: "off" },
    ...unauthorized(undefined),
  }),
  accepted("with authentication off a token that is sent is recorded", FERN_JSON, FERN, {
    options: { auth: "off", unauthorizedStatus: 401 },
    headers: { authorization: "Bearer x" },
    journal: { token: "x" },
  }),
  refused("unauthorizedStatus 401 answers a missing token with a challenge", FERN_JSON, NO_TOKEN, {
    options: { unauthorizedStatus: 401 },
    ...unauthorized(undefined),
    status: 401,
    responseHeaders: CHALLENGE,
  }),
  refused("unauthorizedStatus 401 answers a refused token with a challenge", FERN_JSON, WRONG_TOKEN, {
    options: { auth, unauthorizedStatus: 401 },
    headers: { authorization: "Bearer bad" },
    journal: { token: "bad" },
    status: 401,
    responseHeaders: CHALLENGE,
  }),
  refused("unauthorizedStatus 401 leaves every other refusal at 400", "{", NO_JSON, {
    options: { unauthorizedStatus: 401 },
  }),
  accepted("unauthorizedStatus 401 changes nothing for a good token", FERN_JSON, FERN, {
    options: { unauthorizedStatus: 401 },
  }),
];

/** Seed id, id in the body, id in the message. */
const sameIds: [seed: number | bigint, text: string, told: string][] = [
  [1, "1.0", "1"],
  [1n, "1e0", "1"],
  [0, "-0", "0"],
  [-0, "0", "0"],
  [9007199254740992n, "9007199254740992", "9007199254740992"],
  [-(2n ** 63n), "-9223372036854775808.0", "-9223372036854775808"],
];

const duplicates: ContractCase[] = [
  ...sameIds.map(([id, text, told]): ContractCase => {
    // As the journal and `plants` give it.
    const plain = Number.isSafeInteger(Number(id)) ? Number(id) + 0 : id;
    return {
      name: `duplicates "reject" knows the seed's id ${Object.is(id, -0) ? "-0" : id} in ${text}`,
      options: { duplicates: "reject", plants: [{ id, name: "Moss" }] },
      body: `{"id":${text},"name":"Fern"}`,
      ...responseOf(400, `\`id\` ${told} already exists`),
      plants: [{ id: plain, name: "Moss" }],
      journal: { plant: { id: plain, name: "Fern" } },
    };
  }),
  accepted(
    'duplicates "reject" tells ids apart that a double does not',
    '{"id":9007199254740993,"name":"Fern"}',
    { id: 9007199254740993n, name: "Fern" },
    {
      options: { duplicates: "reject", plants: [{ id: 9007199254740992n, name: "Moss" }] },
      plants: [
        { id: 9007199254740992n, name: "Moss" },
        { id: 9007199254740993n, name: "Fern" },
      ],
    },
  ),
];

const text = { "content-type": "text/plain" };
const reject: Rest = { options: { duplicates: "reject" } };

/** Each breaks one rule fewer than the one before: the first rule that is broken is the one that is told. */
const order: ContractCase[] = [
  refused("authentication is checked before the media type", "{", NO_TOKEN, {
    ...reject,
    headers: { ...text, authorization: undefined },
    journal: { token: undefined },
  }),
  refused("the media type is checked before the size", `{${" ".repeat(MIB)}`, WRONG_MEDIA_TYPE, {
    ...reject,
    headers: text,
    journal: { body: `{${" ".repeat(MIB - 1)}` },
  }),
  refused("the size is checked before JSON", `{${" ".repeat(MIB)}`, TOO_LONG, {
    ...reject,
    journal: { body: `{${" ".repeat(MIB - 1)}` },
  }),
  refused("JSON is checked before the schema", '{"id":7,"name":null', NO_JSON, reject),
  refused("the schema is checked before duplicates", '{"id":7,"name":null}', NAME_WRONG, reject),
  refused("duplicates are checked last", '{"id":7,"name":"Fern"}', "`id` 7 already exists", {
    ...reject,
    journal: { plant: { id: 7, name: "Fern" } },
  }),
];

/** For every adapter: requests that create plants. */
export const cases: ContractCase[] = [
  ...responses,
  ...ids,
  ...bodies,
  ...sizes,
  ...mediaTypes,
  ...authentication,
  ...duplicates,
  ...order,
];

function notAllowed(method: string, path: string, use: string, allow: string): ContractCase {
  const { status, responseBody } = responseOf(405, `${method} is not allowed here: use ${use}`);
  return {
    name: `${method} on ${path} is answered 405 with Allow`,
    method,
    path,
    status,
    responseBody: method === "HEAD" ? "" : responseBody,
    responseHeaders: { allow },
    plants: [],
  };
}

function unknown(path: string, rest?: Rest): ContractCase {
  const message = `${path} does not exist: use POST /plants`;
  const name = `POST on ${path} is answered 404`;
  return { name, path, body: FERN_JSON, ...responseOf(404, message), plants: [], ...rest };
}

function preflight(path: string, asked: string | undefined, allowed: string): ContractCase {
  return {
    name: `a preflight of ${path} that asks for ${asked ?? "no headers"} is answered, and not journaled`,
    method: "OPTIONS",
    path,
    headers: {
      authorization: undefined,
      "content-type": undefined,
      origin: "https://app.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": asked,
    },
    status: 204,
    responseBody: "",
    responseHeaders: {
      "content-type": undefined,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": allowed,
    },
    plants: [],
    journal: null,
  };
}

const healthy: ContractCase = {
  name: "GET /health is answered 200 to anyone, and not journaled",
  method: "GET",
  path: "/health",
  headers: { authorization: undefined, "content-type": undefined },
  status: 200,
  responseBody: '{"status":"ok"}',
  plants: [],
  journal: null,
};

/** Other requests. The MSW handlers leave them to the application's own handlers. */
export const routeCases: ContractCase[] = [
  ...["GET", "HEAD", "PUT", "PATCH", "DELETE"].map((method) =>
    notAllowed(method, "/plants", "POST", "POST, OPTIONS"),
  ),
  ...["POST", "PUT", "OPTIONS"].map((method) => notAllowed(method, "/health", "GET", "GET, HEAD")),
  ...["/", "/plants/1", "/plants/", "/Plants", "/xplants", "/plant", "/%70lants", "/healthy"].map((path) =>
    unknown(path),
  ),
  unknown("/other", {
    name: "an unknown path is answered 404 without a token as well",
    headers: { authorization: undefined },
    journal: { token: undefined },
  }),
  healthy,
  { ...healthy, name: "HEAD /health is answered 200 without a body", method: "HEAD", responseBody: "" },
  preflight("/plants", "authorization,content-type,x-request-id", "authorization,content-type,x-request-id"),
  preflight("/plants", undefined, "authorization, content-type"),
  // So that a page with a wrong base URL gets to see its 404.
  preflight("/other/path", "authorization", "authorization"),
];
