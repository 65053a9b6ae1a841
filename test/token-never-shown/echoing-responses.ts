/** Raw responses that contain a text, the echo, wherever a response can contain text. */
import type { CreatePlantOptions, PlantStoreFailure } from "plant-store-sdk";
import { PLANT_JSON } from "../support/fetch-stubs.ts";

/** A raw response, and the result of a call that receives it. */
export interface EchoingResponse {
  kind: "success" | PlantStoreFailure["kind"];
  options?: CreatePlantOptions;
  /** The pieces that the server writes. Afterwards, it closes the connection, unless `staysOpen`. */
  write: (echo: string) => (string | Buffer)[];
  staysOpen?: true;
}

const plantWith = (echo: string) => {
  const inner = `"${echo}","a ${echo} b",{"${echo}":"${echo}"}`;
  return `{"name":"${echo}","tag":"${echo}","${echo}":"${echo}","more":[${inner},[[${inner}]],{"a":{"b":[${inner}]}}]}`;
};
const errorWith = (echo: string) => `{"error":7,"message":"${echo}: no ${echo}","${echo}":["${echo}"]}`;
const textWith = (echo: string) => `<p>${echo}</p>\nauthorization: Bearer ${echo}`;

const TOKEN_CHARACTERS = /^[\w!#$%&'*+.^`|~-]+$/;

/** A status line and headers that all contain the echo. */
function head(status: number, echo: string, ...moreHeaders: string[]): string {
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
    ...moreHeaders,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** A complete response with its content-length. */
function complete(status: number, echo: string, body: string, ...moreHeaders: string[]): string {
  return head(status, echo, `content-length: ${Buffer.byteLength(body)}`, ...moreHeaders) + body;
}

const completeResponse = (
  kind: EchoingResponse["kind"],
  status: number,
  bodyWith: (echo: string) => string,
  options: CreatePlantOptions = {},
): EchoingResponse => ({
  kind,
  options,
  write: (echo) => [complete(status, echo, bodyWith(echo), "retry-after: 0")],
});

const unexpected = (status: number, options: CreatePlantOptions = {}, bodyWith = textWith) =>
  completeResponse("unexpected-response", status, bodyWith, options);

const lost = (write: EchoingResponse["write"]): EchoingResponse => ({ kind: "connection", write });
const truncated = (echo: string) => [head(200, echo, "content-length: 100000"), plantWith(echo)];

const NOT_UTF8 = Buffer.of(0xff, 0xfe, 0xc3);

export const echoingResponses: Record<string, EchoingResponse> = {
  "a plant": completeResponse("success", 200, () => PLANT_JSON),
  "a plant in small pieces, with extensions and trailers": {
    kind: "success",
    write: (echo) => [
      head(200, echo, "transfer-encoding: chunked", "trailer: x-trailer"),
      ...pieces(PLANT_JSON, 7).map((piece) => chunk(piece, echo)),
      `0\r\nx-trailer: ${echo}\r\n\r\n`,
    ],
  },
  "early hints before a plant": {
    kind: "success",
    write: (echo) => [
      `HTTP/1.1 103 ${echo}\r\nlink: </${echo}>; rel=preload\r\nx-hint: ${echo}\r\n\r\n`,
      complete(200, echo, PLANT_JSON),
    ],
  },
  "a 200 that is text": unexpected(200),
  "a 200 of the wrong shape": unexpected(200, {}, (echo) => `{"${echo}":"${echo}","name":["${echo}"]}`),
  "a plant with another status": unexpected(201, {}, plantWith),
  "a redirect": unexpected(302),
  "the service's own error": completeResponse("rejected", 400, errorWith),
  "a 400 of the wrong shape": unexpected(400, {}, (echo) => `{"error":"${echo}","message":{"${echo}":1}}`),
  "a 401": unexpected(401),
  "repeated 429s": unexpected(429, { maxRetries: 1 }),
  "a 500 that is longer than the excerpt": unexpected(500, {}, (echo) =>
    Array.from({ length: 60 }, (_, index) => `${"x".repeat(index)}${echo}`).join(""),
  ),
  "a plant over the limit": unexpected(200, { maxResponseBytes: 400 }, plantWith),
  "a 500 that is not UTF-8": {
    kind: "unexpected-response",
    write: (echo) => [head(500, echo), NOT_UTF8, textWith(echo), NOT_UTF8, textWith(echo)],
  },
  "a truncated plant": lost(truncated),
  "an invalid chunk size": lost((echo) => [
    head(200, echo, "transfer-encoding: chunked"),
    chunk(`{"name":"`, echo),
    `${echo}z\r\n${echo}\r\n`,
  ]),
  "an invalid status line": lost((echo) => [`HTTP/9.9 ${echo}\r\n${echo}\r\n\r\n${echo}`]),
  "a body that never ends": { kind: "timeout", options: { timeout: 20 }, write: truncated, staysOpen: true },
};

function chunk(text: string, echo: string): string {
  const extension = TOKEN_CHARACTERS.test(echo) ? `;${echo}=${echo}` : "";
  return `${Buffer.byteLength(text).toString(16)}${extension}\r\n${text}\r\n`;
}

function pieces(text: string, length: number): string[] {
  return text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
}
