/** The command's log: one line for each request, and for each connection that was refused before its request. */
import { styleText } from "node:util";
import { describeResent } from "../../mocks/parts/describe-resent.ts";
import type { RecordedRequest } from "../../mocks/parts/recorded-request.ts";
import { redactFault, redactToken } from "../../mocks/parts/redact-record.ts";
import { pathOf } from "../../mocks/parts/service-request.ts";
import { splitBaseUrl } from "../../mocks/parts/session-name.ts";
import { tryParseJson } from "../../src/contract/json.ts";
import { formatJson, print } from "../terminal/print.ts";
import { formatFault } from "./fault-notation.ts";

/** Writes a line for a request that has ended, unless nobody reads stdout. */
export function logRequest(
  { json, showTokens }: { json: boolean; showTokens: boolean },
  record: RecordedRequest,
  index?: number,
  original?: RecordedRequest,
): void {
  if (process.stdout.writableLength > MAX_BACKLOG) {
    omitted += 1;
    return;
  }
  if (omitted > 0) log(json ? `{"event":"omitted","count":${omitted}}` : `(${omitted} lines were omitted)`);
  omitted = 0;
  const entry = toEntry(record, index, showTokens);
  log(json ? formatJson({ event: "request", ...entry }) : toText(entry, original));
}

/** Bytes that are kept for a stdout that nobody reads. */
const MAX_BACKLOG = 1_048_576;

let pending = "";
/** Lines that were left out because of that. */
let omitted = 0;

/** How long a line waits for others, ms. */
const FLUSH_AFTER = 10;

/** Under load, writes many lines at once: a write for each would take a quarter of the server's time. */
function log(line: string): void {
  if (pending === "") setTimeout(flushLog, FLUSH_AFTER);
  pending += `${line}\n`;
}

export function flushLog(): void {
  if (pending !== "") print(pending);
  pending = "";
}

/** Most requests have the URL of the last one. */
let last: { url: string; token: string | undefined; path: string } = { url: "", token: undefined, path: "" };

/** Redacts only what the log shows: a record has long parts. */
function toEntry(record: RecordedRequest, index: number | undefined, showTokens: boolean) {
  const { url, token, resentOf, status, created, duration = 0 } = record;
  const redact = (text: string) => (showTokens ? text : redactToken(text, token));
  // Without the query, which may contain secrets.
  if (url !== last.url || token !== last.token) last = { url, token, path: pathOf(redact(url)) };
  const { path } = last;
  const fault = record.fault && (showTokens ? record.fault : redactFault(record.fault, token));
  const reason = record.reason && redact(record.reason);
  const method = redact(record.method);
  return { index, method, path, id: idOf(record), resentOf, status, created, reason, fault, duration };
}

/** Such as "12:01:07  #3  ---  plant 42  reset:after-create  created (0.5 ms)". */
function toText(entry: ReturnType<typeof toEntry>, original: RecordedRequest | undefined): string {
  const { index, method, path, id, resentOf, status, created, reason, fault, duration } = entry;
  // The reason would only repeat the fault.
  const isOfFault = fault?.type === "status" && fault.status === status && fault.body === undefined;
  // Only the service's operation creates plants.
  const isCreation = method === "POST" && path.endsWith("/plants");
  const { session } = splitBaseUrl(path.replace(/\/plants$/, ""));
  const parts = [
    localTime(),
    index !== undefined && `#${index}`,
    paint(status === undefined || status >= 400 ? "red" : "green", `${status ?? "---"}`),
    isCreation ? session !== undefined && `session ${session}` : `${method} ${path}`.trim(),
    id !== undefined && `plant ${id}`,
    fault !== undefined && formatFault(fault),
    isCreation && (created ? paint("green", "created") : paint("red", "not created")),
    reason !== undefined && !isOfFault && oneLine(reason),
    resentOf !== undefined && describeResent(resentOf, original),
  ];
  return `${parts.filter((part) => part !== false).join("  ")} (${duration.toFixed(1)} ms)`;
}

const isColored = styleText("green", "x") !== "x";

/** Asks once whether stdout shows colors, because `styleText` would read the environment for each line. */
function paint(color: "green" | "red", text: string): string {
  return isColored ? styleText(color, text, { validateStream: false }) : text;
}

let time = { second: 0, text: "" };

/** Such as "12:01:07". Written once a second, because `toTimeString` looks up the name of the time zone. */
function localTime(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== time.second) time = { second, text: new Date().toTimeString().slice(0, 8) };
  return time.text;
}

/** The id in the body, even if the plant is invalid. */
function idOf({ plant, body }: RecordedRequest): number | bigint | undefined {
  if (plant !== undefined) return plant.id;
  const { id } = Object(tryParseJson(body));
  return typeof id === "bigint" || Number.isSafeInteger(id) ? id : undefined;
}

/** A message can come from a test, with any characters. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ").slice(0, 500);
}
