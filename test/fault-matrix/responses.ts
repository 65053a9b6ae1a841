/** Responses as text. */
import type { PlantStoreOutcome } from "plant-store-sdk";
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import { type Meaning, meaningOf, outcomeOfHead } from "../support/outcomes.ts";

export const ERROR_JSON = '{"error":1,"message":"no"}';

const REASONS: Record<number, string> = { 200: "OK", 400: "Bad Request", 503: "Service Unavailable" };

/** The status line, the headers and the empty line after them. */
export function head(status: number, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${REASONS[status] ?? ""}\r\n${lines.join("")}\r\n`;
}

/** A response with the correct length. */
export function response(status: number, body: string, headers: Record<string, string> = {}): string {
  return head(status, { ...headers, "content-length": Buffer.byteLength(body) }) + body;
}

/** The response of a store that has created the plant. */
export const successResponse: string = response(200, PLANT_JSON, JSON_TYPE);

/** A response to truncate. */
export interface TruncatableResponse {
  name: string;
  head: string;
  body: string;
  /** It has no length: the body ends when the connection closes. */
  endsWithConnection?: boolean;
  /** Of the complete response. */
  meaning: Meaning;
  /** The outcome if the head has arrived and the body is incomplete. */
  incompleteOutcome: PlantStoreOutcome;
}

function truncatable(
  status: number,
  name: string,
  headers: Record<string, string | number>,
  body: string,
): TruncatableResponse {
  const isJson = /json/.test(String(headers["content-type"]));
  const incompleteOutcome = outcomeOfHead(status, isJson);
  return { name, head: head(status, headers), body, meaning: meaningOf(status), incompleteOutcome };
}

// Each is truncated at every byte, so only the first has the headers of a real server.

export const ok: TruncatableResponse = truncatable(
  200,
  "a 200",
  {
    "content-type": "application/json",
    connection: "keep-alive",
    "keep-alive": "timeout=5",
    "content-length": PLANT_JSON.length,
  },
  PLANT_JSON,
);

const short = { "content-type": "a/a+json", "content-length": PLANT_JSON.length };
export const shortOk: TruncatableResponse = truncatable(200, "a short 200", short, PLANT_JSON);

const errorLength = { "content-length": ERROR_JSON.length };
export const badRequest: TruncatableResponse = truncatable(400, "a 400", errorLength, ERROR_JSON);

const busy = { "content-length": 4, "retry-after": 0 };
export const serviceUnavailable: TruncatableResponse = truncatable(503, "a 503", busy, "busy");

// Without a media type, these may be the page of a proxy.

const chunks = '8\r\n{"name":\r\n7\r\n"Fern"}\r\n0\r\n\r\n';
export const chunkedOk: TruncatableResponse = truncatable(
  200,
  "a chunked 200",
  { "transfer-encoding": "chunked" },
  chunks,
);

export const okWithoutLength: TruncatableResponse = {
  ...truncatable(200, "a 200 without a length", { connection: "close" }, PLANT_JSON),
  endsWithConnection: true,
};
