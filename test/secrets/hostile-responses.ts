/** Answers as they go over the wire, with a text in every place that has room for one. */
import type { CreatePlantOptions, PlantStoreFailure } from "plant-store-sdk";

/** A token of characters that may stand in a header's name too, letters of both cases among them. */
export const TOKEN = "Canary-0123456789.aBc+dEf~gHi|jKl";

/** How a server may write what it echoes. */
export const spellings: Record<string, (token: string) => string> = {
  "as it is": (token) => token,
  "twice in a row": (token) => token + token,
  "after a beginning of itself": (token) => token.slice(0, 9) + token,
  "in capitals": (token) => token.toUpperCase(),
  "in small letters": (token) => token.toLowerCase(),
  "with its signs escaped by JSON": (token) => token.replace(/[^a-z0-9]/gi, jsonEscape),
  "escaped by JSON, letter by letter": (token) => token.replace(/./g, jsonEscape),
  "escaped by JSON in capitals": (token) =>
    token.replace(/./g, (sign) => `\\u${jsonEscape(sign).slice(2).toUpperCase()}`),
  "as a part of a URL": encodeURIComponent,
  "as a part of a URL, letter by letter": (token) => token.replace(/./g, urlEscape),
  "as a part of a URL in capitals": (token) => token.replace(/./g, (sign) => urlEscape(sign).toUpperCase()),
};

function jsonEscape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function urlEscape(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`;
}

/** An answer, and how a call ends that gets it. */
export interface HostileResponse {
  kind: "success" | PlantStoreFailure["kind"];
  options?: CreatePlantOptions;
  /** What is written, piece by piece; then the connection is closed, unless the answer is left open or reset. */
  write: (echo: string) => (string | Buffer)[];
  end?: "open" | "reset";
}

const plantWith = (echo: string) => {
  const inner = `"${echo}","a ${echo} b",{"${echo}":"${echo}"}`;
  return `{"name":"${echo}","tag":"${echo}","${echo}":"${echo}","more":[${inner},[[${inner}]],{"a":{"b":[${inner}]}}]}`;
};
const errorWith = (echo: string) => `{"error":7,"message":"${echo}: no ${echo}","${echo}":["${echo}"]}`;
const textWith = (echo: string) => `<p>${echo}</p>\nauthorization: Bearer ${echo}`;

const TOKEN_CHARACTERS = /^[\w!#$%&'*+.^`|~-]+$/;

/** Status and headers that echo, each in its own way. */
function head(status: number, echo: string, ...further: string[]): string {
  const lines = [
    `HTTP/1.1 ${status} ${echo}`,
    `content-type: application/json; token="${echo}"`,
    `set-cookie: a=${echo}; Path=/`,
    `set-cookie: ${echo}=b; HttpOnly`,
    `www-authenticate: Bearer realm="${echo}", error="invalid_token", error_description="${echo} expired"`,
    `location: /plants?access_token=${echo}#${echo}`,
    `link: </${echo}>; rel="next"`,
    `etag: "${echo}"`,
    `x-echo: authorization: Bearer ${echo}`,
    `x-twice: ${echo}, ${echo}`,
    ...(TOKEN_CHARACTERS.test(echo) ? [`${echo}: 1`, `x-${echo}-y: ${echo}`] : []),
    "connection: close",
    ...further,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** An answer with its length, whole. */
function whole(status: number, echo: string, body: string, ...further: string[]): string {
  return head(status, echo, `content-length: ${Buffer.byteLength(body)}`, ...further) + body;
}

const answering = (
  kind: HostileResponse["kind"],
  status: number,
  bodyWith: (echo: string) => string,
  options: CreatePlantOptions = {},
): HostileResponse => ({
  kind,
  options,
  write: (echo) => [whole(status, echo, bodyWith(echo), "retry-after: 0")],
});

const unexpected = (status: number, options?: CreatePlantOptions) =>
  answering("unexpected-response", status, textWith, options);

/** By what is hostile about it. */
export const hostileResponses: Record<string, HostileResponse> = {
  "a plant": answering("success", 200, plantWith),
  "a plant in small pieces, with extensions and trailers": {
    kind: "success",
    write: (echo) => [
      head(200, echo, "transfer-encoding: chunked", "trailer: x-trailer"),
      ...pieces(plantWith(echo), 7).map((piece) => chunk(piece, echo)),
      `0\r\nx-trailer: ${echo}\r\n\r\n`,
    ],
  },
  "early hints before a plant": {
    kind: "success",
    write: (echo) => [
      `HTTP/1.1 103 ${echo}\r\nlink: </${echo}>; rel=preload\r\nx-hint: ${echo}\r\n\r\n`,
      whole(200, echo, plantWith(echo)),
    ],
  },
  "a 200 that is text": unexpected(200),
  "a 200 of the wrong shape": answering(
    "unexpected-response",
    200,
    (echo) => `{"${echo}":"${echo}","name":["${echo}"]}`,
  ),
  "a 200 that is a string": answering("unexpected-response", 200, (echo) => `"${echo}"`),
  "a plant with another status": answering("unexpected-response", 201, plantWith),
  "a redirect": unexpected(302),
  "the service's own error": answering("rejected", 400, errorWith),
  "a 400 that is text": unexpected(400),
  "a 400 of the wrong shape": answering(
    "unexpected-response",
    400,
    (echo) => `{"error":"${echo}","message":{"${echo}":1}}`,
  ),
  "a 401": unexpected(401),
  "a 403 that is an Error": answering("unexpected-response", 403, errorWith),
  "a 418": unexpected(418),
  "a 429, again and again": unexpected(429, { maxRetries: 1 }),
  "a 500": unexpected(500),
  "a 503, again and again": unexpected(503, { retryUnknown: true, maxRetries: 1 }),
  "an unassigned status": unexpected(799),
  "a 500 that is longer than the excerpt": answering("unexpected-response", 500, (echo) =>
    Array.from({ length: 60 }, (_, index) => `${"x".repeat(index)}${echo}`).join(""),
  ),
  "a plant that is too long": answering("unexpected-response", 200, plantWith, { maxResponseBytes: 400 }),
  "a 500 that is not UTF-8": {
    kind: "unexpected-response",
    write: (echo) => [
      head(500, echo),
      Buffer.of(0xff, 0xfe),
      textWith(echo),
      Buffer.of(0xc3),
      textWith(echo),
    ],
  },
  "a 500 that says it is zipped": {
    kind: "connection",
    write: (echo) => [whole(500, echo, textWith(echo), "content-encoding: gzip")],
  },
  "a plant that breaks off": {
    kind: "connection",
    write: (echo) => [head(200, echo, "content-length: 100000"), plantWith(echo)],
  },
  "a plant that is reset in the middle": {
    kind: "connection",
    write: (echo) => [head(200, echo, "content-length: 100000"), plantWith(echo)],
    end: "reset",
  },
  "a chunk whose size is none": {
    kind: "connection",
    write: (echo) => [
      head(200, echo, "transfer-encoding: chunked"),
      chunk(`{"name":"`, echo),
      `${echo}z\r\n${echo}\r\n`,
    ],
  },
  "a status line that is none": {
    kind: "connection",
    write: (echo) => [`HTTP/9.9 ${echo}\r\n${echo}\r\n\r\n${echo}`],
  },
  "a header that is none": {
    kind: "connection",
    write: (echo) => [`HTTP/1.1 200 ${echo}\r\nx-echo: ${echo}\r\n${echo} ${echo}: ${echo}\r\n\r\n`],
  },
  "headers that are too long": {
    kind: "connection",
    write: (echo) => [`HTTP/1.1 200 OK\r\n${`x-echo: ${echo}\r\n`.repeat(600)}\r\n`],
  },
  "a head that is reset in the middle": {
    kind: "connection",
    write: (echo) => [`HTTP/1.1 200 ${echo}\r\nx-echo: ${echo}\r\nx-half: ${echo.slice(0, 12)}`],
    end: "reset",
  },
  "a body that never ends": {
    kind: "timeout",
    options: { timeout: 20 },
    write: (echo) => [head(200, echo, "content-length: 100000"), plantWith(echo)],
    end: "open",
  },
};

function chunk(text: string, echo: string): string {
  const extension = TOKEN_CHARACTERS.test(echo) ? `;${echo}=${echo}` : "";
  return `${Buffer.byteLength(text).toString(16)}${extension}\r\n${text}\r\n`;
}

function pieces(text: string, length: number): string[] {
  return text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
}
