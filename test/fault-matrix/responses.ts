/** Answers as they travel. */
import type { PlantStoreOutcome } from "plant-store-sdk";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import type { Ending } from "./matrix.ts";

export const ERROR_TEXT = '{"error":1,"message":"no"}';

const REASONS: Record<number, string> = { 200: "OK", 400: "Bad Request", 503: "Service Unavailable" };

/** Status line and headers, to their empty line. */
export function head(status: number, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${REASONS[status] ?? ""}\r\n${lines.join("")}\r\n`;
}

/** An answer of the right length. */
export function answer(status: number, body: string, headers: Record<string, string> = {}): string {
  return head(status, { ...headers, "content-length": Buffer.byteLength(body) }) + body;
}

/** What a store answers that has created the plant. */
export const goodAnswer: string = answer(200, PLANT_JSON, { "content-type": "application/json" });

/** An answer in its two parts, and what its call comes to. */
export interface WholeAnswer {
  name: string;
  head: string;
  body: string;
  /** Its length is not said: the end of the connection is its end. */
  endsWithConnection?: boolean;
  /** What has happened as soon as its status is there, whatever becomes of the body. */
  outcome: PlantStoreOutcome;
  /** When it is whole. */
  kind: Ending["kind"];
}

/** With the headers of a real server. The others have no more than they need, since each is cut after every byte. */
export const plainAnswer: WholeAnswer = {
  name: "a 200",
  head: head(200, {
    "content-type": "application/json",
    connection: "keep-alive",
    "keep-alive": "timeout=5",
    "content-length": PLANT_JSON.length,
  }),
  body: PLANT_JSON,
  outcome: "created",
  kind: "success",
};

export const shortAnswer: WholeAnswer = {
  ...plainAnswer,
  name: "a short 200",
  head: head(200, { "content-length": PLANT_JSON.length }),
};

export const refusal: WholeAnswer = {
  name: "a 400",
  head: head(400, { "content-length": ERROR_TEXT.length }),
  body: ERROR_TEXT,
  outcome: "not-created",
  kind: "rejected",
};

export const breakdown: WholeAnswer = {
  name: "a 503",
  head: head(503, { "content-length": 4, "retry-after": 0 }),
  body: "busy",
  outcome: "unknown",
  kind: "unexpected-response",
};

export const chunkedAnswer: WholeAnswer = {
  name: "a chunked 200",
  head: head(200, { "transfer-encoding": "chunked" }),
  body: '8\r\n{"name":\r\n7\r\n"Fern"}\r\n0\r\n\r\n',
  outcome: "created",
  kind: "success",
};

export const unmeasuredAnswer: WholeAnswer = {
  name: "a 200 without a length",
  head: head(200, { connection: "close" }),
  body: PLANT_JSON,
  endsWithConnection: true,
  outcome: "created",
  kind: "success",
};
