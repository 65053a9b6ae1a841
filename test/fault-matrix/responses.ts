/** Responses as text. */
import type { PlantStoreOutcome } from "plant-store-sdk";
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import type { CallResult } from "./run-cases.ts";

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

/** A response to truncate, and the result of its call. */
export interface TruncatableResponse {
  name: string;
  head: string;
  body: string;
  /** It has no length: the body ends when the connection closes. */
  endsWithConnection?: boolean;
  /** The outcome of the complete response. */
  outcome: PlantStoreOutcome;
  /** The outcome if the head has arrived and the body is incomplete. */
  incompleteOutcome: PlantStoreOutcome;
  /** The result of the complete response. */
  kind: CallResult["kind"];
}

/** Has the headers of a real server. The others have only the headers they need, because each is truncated at every byte. */
export const ok: TruncatableResponse = {
  name: "a 200",
  head: head(200, {
    "content-type": "application/json",
    connection: "keep-alive",
    "keep-alive": "timeout=5",
    "content-length": PLANT_JSON.length,
  }),
  body: PLANT_JSON,
  outcome: "created",
  incompleteOutcome: "created",
  kind: "success",
};

export const shortOk: TruncatableResponse = {
  ...ok,
  name: "a short 200",
  head: head(200, { "content-type": "a/a+json", "content-length": PLANT_JSON.length }),
};

export const badRequest: TruncatableResponse = {
  name: "a 400",
  head: head(400, { "content-length": ERROR_JSON.length }),
  body: ERROR_JSON,
  outcome: "not-created",
  incompleteOutcome: "not-created",
  kind: "rejected",
};

export const serviceUnavailable: TruncatableResponse = {
  name: "a 503",
  head: head(503, { "content-length": 4, "retry-after": 0 }),
  body: "busy",
  outcome: "unknown",
  incompleteOutcome: "unknown",
  kind: "unexpected-response",
};

export const chunkedOk: TruncatableResponse = {
  name: "a chunked 200",
  head: head(200, { "transfer-encoding": "chunked" }),
  body: '8\r\n{"name":\r\n7\r\n"Fern"}\r\n0\r\n\r\n',
  outcome: "created",
  incompleteOutcome: "unknown", // Without a media type, it may be the page of a proxy.
  kind: "success",
};

export const okWithoutLength: TruncatableResponse = {
  name: "a 200 without a length",
  head: head(200, { connection: "close" }),
  body: PLANT_JSON,
  endsWithConnection: true,
  outcome: "created",
  incompleteOutcome: "unknown",
  kind: "success",
};
