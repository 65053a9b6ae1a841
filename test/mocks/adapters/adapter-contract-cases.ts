/** The rules of the specification and the defaults of the mock, as requests with their expected responses. */
import type { NewPlant } from "plant-store-sdk";
import type { MockStoreOptions, RecordedRequest } from "plant-store-sdk/mocks/store";
import { TOKEN } from "../../support/client.ts";

export interface ContractCase {
  /** What the store does; starts with a verb. */
  name: string;
  /** Options of the store. */
  options?: MockStoreOptions;
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
  journal?: Partial<Pick<RecordedRequest, "body" | "token" | "plant" | "unauthorized">> | null;
}

type Overrides = Partial<ContractCase>;

const FERN_JSON = '{"id":1,"name":"Fern"}';
const FERN = { id: 1, name: "Fern" };
/** Seeds a store that must reject a request, to show that the rejection changes nothing. */
const MOSS = { id: 7, name: "Moss" };
const MIB = 1_048_576;

/** @param plant by default the one that JSON.parse reads */
function accepts(
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  plant: NewPlant = JSON.parse(String(body)),
  overrides?: Overrides,
): ContractCase {
  const { id: _, ...created } = plant;
  return { name, body, status: 200, responseBody: JSON.stringify(created), plants: [plant], ...overrides };
}

function rejects(
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  message: string,
  overrides?: Overrides,
): ContractCase {
  const seed = { options: { plants: [MOSS], ...overrides?.options }, plants: [MOSS] };
  // The journal has a valid plant even if the store rejects it.
  const journal = { ...(body === FERN_JSON && { plant: FERN }), ...overrides?.journal };
  return { name, body, ...errorResponse(overrides?.status ?? 400, message), ...overrides, ...seed, journal };
}

/** A response with an Error body, whose `error` is the status. */
function errorResponse(status: number, message: string): { status: number; responseBody: string } {
  return { status, responseBody: `{"error":${status},"message":${JSON.stringify(message)}}` };
}

/** Concatenates text, encoded as UTF-8, and bytes. */
function bytesOf(...parts: (string | number)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part)] : part)));
}

const responses: ContractCase[] = [
  accepts("creates a valid plant and responds without its id", FERN_JSON),
  accepts("stores the tag and returns it", '{"id":1,"name":"Fern","tag":"indoor"}'),
  accepts(
    "accepts an empty name and tag, in any order and with any white space",
    ' {\r\n\t"tag" : "" , "name" : "" , "id" : 0 }\n',
    { id: 0, name: "", tag: "" },
    { responseBody: '{"name":"","tag":""}' },
  ),
  accepts("decodes escapes in strings", '{"id":1,"name":"\\u00e9\\n\\"\\/🌿\\ud83c\\udf3f"}'),
  // UTF-8 cannot encode it.
  accepts("escapes a lone surrogate in the response", '{"id":1,"name":"\\ud800"}'),
  accepts("accepts control characters in strings", '{"id":1,"name":"\\u0000","tag":"\u007f"}'),
  accepts("creates a second plant with the same id by default", FERN_JSON, FERN, {
    options: { plants: [{ id: 1, name: "Moss" }] },
    plants: [{ id: 1, name: "Moss" }, FERN],
  }),
  accepts("ignores the query", FERN_JSON, FERN, { path: "/plants?trace=1&x" }),
];

const exactIds: [text: string, id: number | bigint][] = [
  ["1.0", 1],
  ["0.05e+2", 5],
  ["-0", 0],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["9223372036854775807", 9223372036854775807n],
  ["-9223372036854775808", -9223372036854775808n],
];

const INT64 = "an integer from -9223372036854775808 to 9223372036854775807";
const OUT_OF_RANGE = `is out of range: it must be ${INT64}`;
const INEXACT = "is beyond 2^53-1, so a number is not exact; pass a bigint (in JSON: only digits)";

/** Those whose text matters. client/plant.test.ts has other values of the fields. */
const rejectedIds: [text: string, problem: string][] = [
  ["9223372036854775808", OUT_OF_RANGE],
  ["-9223372036854775809", OUT_OF_RANGE],
  ["9007199254740993.0", INEXACT],
  ['"9223372036854775807"', `must be ${INT64}, not a string`],
];

const ids: ContractCase[] = [
  ...exactIds.map(([text, id]) =>
    accepts(`stores the id ${text} exactly`, `{"id":${text},"name":"Fern"}`, { id, name: "Fern" }),
  ),
  ...rejectedIds.map(([text, problem]) =>
    rejects(`rejects the id ${text}`, `{"id":${text},"name":"Fern"}`, `\`id\` ${problem}`),
  ),
  rejects(
    "rejects an id of half a million digits",
    `{"id":1${"0".repeat(500_000)},"name":"Fern"}`,
    `\`id\` must be ${INT64}`,
  ),
];

const ID_MISSING = "`id` is missing; pass an integer";
const NAME_MISSING = "`name` is missing; pass a string";
const NOT_AN_OBJECT = "the body must be an object with an id and a name";
const NOT_JSON = "the body must be valid JSON in UTF-8";

const invalidFields: [body: string, message: string][] = [
  ["{}", `${ID_MISSING}; ${NAME_MISSING}`],
  ['{"ID":1,"Name":"Fern"}', `${ID_MISSING}; ${NAME_MISSING}`],
  ['{"__proto__":{"id":1,"name":"Fern"}}', `${ID_MISSING}; ${NAME_MISSING}`],
  [
    '{"id":true,"name":7,"tag":null}',
    `\`id\` must be ${INT64}; \`name\` must be a string; \`tag\` must be a string`,
  ],
  ["null", NOT_AN_OBJECT],
  ["[]", NOT_AN_OBJECT],
];

/** A few, because `JSON.parse` decides. */
const malformed: [what: string, body: string][] = [
  ["an empty body", ""],
  ["two plants", `${FERN_JSON}\n${FERN_JSON}`],
  ["a form", "id=1&name=Fern"],
];

const json: ContractCase[] = [
  ...invalidFields.map(([body, message]) =>
    rejects(`rejects ${body} and names its invalid fields`, body, message),
  ),
  ...malformed.map(([what, body]) => rejects(`rejects a body that is not JSON: ${what}`, body, NOT_JSON)),
  accepts(
    "ignores unknown fields and does not return them",
    '{"colour":"green","id":1,"name":"Fern","deep":[{"id":1e999}]}',
    FERN,
  ),
  accepts("treats __proto__ as an unknown field", '{"__proto__":{"tag":"x"},"id":1,"name":"Fern"}', FERN),
  accepts(
    "accepts an unknown field nested half a million levels deep",
    `{"id":1,"name":"Fern","deep":${"[".repeat(500_000)}${"]".repeat(500_000)}}`,
    FERN,
  ),
  accepts("uses the last of duplicate keys", '{"id":"no","id":1,"name":7,"\\u006eame":"Fern"}'),
];

const bytes: ContractCase[] = [
  rejects("rejects a body that is not UTF-8", bytesOf('{"id":1,"name":"Fern', 0xff, '"}'), NOT_JSON, {
    journal: { body: '{"id":1,"name":"Fern\ufffd"}' },
  }),
  accepts("accepts the replacement character in a string", '{"id":1,"name":"\ufffd"}'),
  accepts("ignores a byte order mark", bytesOf(0xef, 0xbb, 0xbf, FERN_JSON), FERN, {
    journal: { body: FERN_JSON },
  }),
];

/** A plant whose JSON has the given number of bytes. One of its characters takes two bytes. */
function plantOf(bytes: number): string {
  return `{"id":1,"name":"é${"x".repeat(bytes - '{"id":1,"name":"é"}'.length - 1)}"}`;
}

const TOO_LONG = "the body must be at most 1048576 bytes long";

const sizes: ContractCase[] = [
  accepts("accepts a body of 1 MiB", plantOf(MIB)),
  rejects("rejects a body that is one byte longer than 1 MiB", plantOf(MIB + 1), TOO_LONG, {
    status: 413,
    journal: { body: plantOf(MIB + 1).slice(0, -1) },
  }),
  rejects("counts white space in the size of the body", FERN_JSON + " ".repeat(2 * MIB), TOO_LONG, {
    status: 413,
    journal: { body: FERN_JSON + " ".repeat(MIB - FERN_JSON.length) },
  }),
];

const UNSUPPORTED_MEDIA_TYPE = "the header content-type must be application/json";

const mediaTypes: ContractCase[] = [
  ...["application/json; charset=utf-8", "Application/Json ; Charset=utf-8; x=y"].map((mediaType) =>
    accepts(`accepts the media type ${mediaType}`, FERN_JSON, FERN, {
      headers: { "content-type": mediaType },
    }),
  ),
  ...[undefined, "", "text/plain", "application/jsonp", "text/plain; application/json"].map((mediaType) =>
    rejects(`rejects the media type "${mediaType}"`, FERN_JSON, UNSUPPORTED_MEDIA_TYPE, {
      headers: { "content-type": mediaType },
    }),
  ),
];

const NO_TOKEN = "no bearer token: send the header authorization: Bearer <token>";
const INVALID_TOKEN = "the bearer token is not accepted";

function unauthorized(authorization?: string): Overrides {
  return { headers: { authorization }, journal: { token: undefined, unauthorized: true } };
}

const authentication: ContractCase[] = [
  ...[undefined, "", "Bearer", "Bearer ", "Basic dTpw", TOKEN, `Bearer\t${TOKEN}`, "Not Bearer x"].map(
    (value) => rejects(`rejects the authorization "${value}"`, FERN_JSON, NO_TOKEN, unauthorized(value)),
  ),
  ...[
    ["bearer x", "x"],
    ["Bearer   x", "x"],
    ["bEARER ~a.b-c_d+e/f==", "~a.b-c_d+e/f=="],
  ].map(([authorization = "", token = ""]) =>
    accepts(`accepts the authorization header "${authorization}"`, FERN_JSON, FERN, {
      headers: { authorization },
      journal: { token },
    }),
  ),
  ...[undefined, "x"].map((token) =>
    accepts(`accepts the token ${token} if authentication is off, and records it`, FERN_JSON, FERN, {
      options: { auth: "off", rules: { unauthorized: { status: 401 } } },
      headers: { authorization: token && `Bearer ${token}` },
      journal: { token },
    }),
  ),
  rejects("responds 401 with a challenge to a token that `auth` rejects", FERN_JSON, INVALID_TOKEN, {
    options: { auth: (token) => token === TOKEN, rules: { unauthorized: { status: 401 } } },
    headers: { authorization: "Bearer bad" },
    journal: { token: "bad", unauthorized: true },
    status: 401,
    responseHeaders: { "www-authenticate": "Bearer" },
  }),
];

/** What an adapter passes on: headers and bytes. */
export const adapterCases: ContractCase[] = [
  ...responses,
  ...bytes,
  ...sizes,
  ...mediaTypes,
  ...authentication,
];

/** Rules that do not depend on the adapter. */
export const serviceCases: ContractCase[] = [...ids, ...json];

function notAllowed(method: string, path: string, use: string, allow: string): ContractCase {
  const { status, responseBody } = errorResponse(405, `${method} is not allowed here: use ${use}`);
  return {
    name: `responds 405 with Allow to ${method} ${path}`,
    method,
    path,
    status,
    responseBody: method === "HEAD" ? "" : responseBody,
    responseHeaders: { allow },
    plants: [],
  };
}

function notFound(path: string, overrides?: Overrides): ContractCase {
  const message = `${path} does not exist: use POST /plants`;
  const name = `responds 404 to POST ${path}`;
  return { name, path, body: FERN_JSON, ...errorResponse(404, message), plants: [], ...overrides };
}

function preflight(path: string, requested: string | undefined, allowed: string): ContractCase {
  return {
    name: `responds to a preflight of ${path} that requests ${requested ?? "no headers"}, and does not record it`,
    method: "OPTIONS",
    path,
    headers: {
      authorization: undefined,
      "content-type": undefined,
      origin: "https://app.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": requested,
    },
    status: 204,
    responseBody: "",
    responseHeaders: {
      "content-type": undefined,
      "access-control-allow-origin": "https://app.example",
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": "vary, access-control-allow-methods, access-control-allow-headers",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": allowed,
    },
    plants: [],
    journal: null,
  };
}

const healthy: ContractCase = {
  name: "responds 200 to GET /health without authentication, and does not record it",
  method: "GET",
  path: "/health",
  headers: { authorization: undefined, "content-type": undefined },
  status: 200,
  responseBody: '{"status":"ok"}',
  plants: [],
  journal: null,
};

/** Other requests. The MSW handlers do not handle them. */
export const routeCases: ContractCase[] = [
  ...["GET", "HEAD", "PUT", "PATCH", "DELETE"].map((method) =>
    notAllowed(method, "/plants", "POST", "POST, OPTIONS"),
  ),
  ...["POST", "PUT", "OPTIONS"].map((method) => notAllowed(method, "/health", "GET", "GET, HEAD")),
  ...["/", "/plants/1", "/plants/", "/Plants", "/xplants", "/plant", "/%70lants", "/healthy"].map((path) =>
    notFound(path),
  ),
  notFound("/other", {
    name: "responds 404 to an unknown path without a token",
    headers: { authorization: undefined },
    journal: { token: undefined },
  }),
  healthy,
  { ...healthy, name: "responds 200 without a body to HEAD /health", method: "HEAD", responseBody: "" },
  preflight("/plants", "authorization,content-type,x-request-id", "authorization,content-type,x-request-id"),
  preflight("/plants", undefined, "authorization, content-type"),
  // A page with an incorrect base URL can then read the 404.
  preflight("/other/path", "authorization", "authorization"),
];
