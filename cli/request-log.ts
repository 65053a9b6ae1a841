/** The command's log: one line for each request that a store received. */

import { styleText } from "node:util";
import { parseExactJson } from "../mocks/model/exact-json.ts";
import type { PlantStore, SubscribedRequest } from "../mocks/server.ts";
import { stringifyJson } from "../src/contract/json.ts";
import { formatFault } from "./fault-notation.ts";

/** Writes a line for each request of the store when it has ended, unless nobody reads stdout. */
export function logRequests(store: PlantStore, json: boolean): void {
  store.subscribe((event) => {
    if (event.type !== "ended") return;
    const { request } = event;
    if (process.stdout.writableLength > MAX_BACKLOG) {
      omitted += 1;
      return;
    }
    if (omitted > 0)
      print(json ? `{"event":"omitted","count":${omitted}}` : `(${omitted} lines were omitted)`);
    omitted = 0;
    print(json ? toJson(request) : toText(request));
  });
}

/** Bytes that are kept for a stdout that nobody reads. */
const MAX_BACKLOG = 1_048_576;

let pending = "";
/** Lines that were left out because of that. */
let omitted = 0;

/** Under load, writes several lines at once: a write for each would take a quarter of the server's time. */
function print(line: string): void {
  if (pending === "") setImmediate(flushLog);
  pending += `${line}\n`;
}

/** Writes the lines that are waiting. */
export function flushLog(): void {
  if (pending !== "") process.stdout.write(pending);
  pending = "";
}

/** For programs, one object. */
function toJson(request: SubscribedRequest): string {
  const { method, status, reason, fault, duration = 0 } = request;
  return `${stringifyJson({
    event: "request",
    method,
    path: pathOf(request),
    id: idOf(request),
    status,
    reason,
    fault,
    duration: Number(duration.toFixed(1)),
  })}`;
}

/** Such as "POST /plants 400 plant 42: `name` must be a string (0.5 ms)". */
function toText(request: SubscribedRequest): string {
  const { method, status, reason, fault, duration = 0 } = request;
  const id = idOf(request);
  const details = [
    ...(id === undefined ? [] : [`plant ${id}`]),
    ...(fault === undefined ? [] : [`fault ${formatFault(fault)}`]),
  ].join(", ");
  // The message of a fault with this status would only repeat it.
  const shown = reason === undefined || reason.startsWith("fault: ") ? [] : [oneLine(reason)];
  const why = [details, ...shown].filter((text) => text !== "").join(": ");
  const result = styleText(status === 200 ? "green" : "red", `${status ?? "no response"}`);
  return `${method} ${pathOf(request)} ${result} ${why && `${why} `}(${duration.toFixed(1)} ms)`;
}

/** Without the query, which may contain secrets. */
function pathOf({ url }: SubscribedRequest): string {
  // `[token]` can be in place of the host name. The URL parser would reject it.
  return new URL(url.replace(/^[\w+.-]+:\/\/[^/?#]*/, "http://localhost")).pathname;
}

/** The id in the body, even if the plant is invalid. */
function idOf({ plant, body }: SubscribedRequest): number | bigint | undefined {
  if (plant !== undefined) return plant.id;
  try {
    const { id } = parseExactJson(body) as { id?: unknown };
    return typeof id === "bigint" || Number.isSafeInteger(id) ? (id as number | bigint) : undefined;
  } catch {
    return undefined;
  }
}

/** A message can come from a test, with any characters. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ").slice(0, 500);
}
