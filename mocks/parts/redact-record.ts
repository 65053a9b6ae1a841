/** Removes secrets: credentials from each record, and tokens from what readers outside this process get. */
import { TokenRedactor } from "../../src/common/redact-tokens.ts";
import type { Fault } from "./fault.ts";
import { copyPlainData } from "./plain-data.ts";
import type { RecordedRequest, SubscribedRequest } from "./recorded-request.ts";
import { bearerToken, type ServiceRequest } from "./service-request.ts";

const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie"];

/** What a record takes from the headers of its request. */
interface HeadersOfRecord {
  /** Without secrets. */
  headers: Record<string, string>;
  token: string | undefined;
}

/** By the headers of requests: an adapter can pass the same object for equal ones, and then their records share this. */
const known = new WeakMap<ServiceRequest["headers"], HeadersOfRecord>();

export function recordHeaders(given: ServiceRequest["headers"]): HeadersOfRecord {
  const existing = known.get(given);
  if (existing !== undefined) return existing;
  const headers: Record<string, string> = {};
  for (const name in given) if (!SECRET_HEADERS.includes(name)) headers[name] = String(given[name]); // node:http makes an array of `set-cookie`.
  const made = { headers, token: bearerToken({ headers: given }) };
  known.set(given, made);
  return made;
}

/** Returns a copy of a recorded request without its token. `[token]` replaces it elsewhere, such as in the URL. */
export function withoutToken(record: RecordedRequest): SubscribedRequest {
  const { token, ...rest } = record;
  const redactor = redactorOf(token);
  const shown = copyPlainData(rest, (text) => redactor.redact(text));
  for (const name in shown.headers) if (redactor.redact(name) !== name) delete shown.headers[name];
  // Only the first part of a long body is recorded.
  for (const part of [shown, shown.response]) if (part) part.body = redactor.redact(part.body, true);
  if (record.fault) shown.fault = redactFault(record.fault, token);
  return shown;
}

export function redactFault(fault: Fault, token: string | undefined): Fault {
  const redactor = redactorOf(token);
  // A token can be the name of a type.
  return { ...copyPlainData(fault, (text) => redactor.redact(text)), type: fault.type } as Fault;
}

export function redactToken(text: string, token: string | undefined): string {
  return redactorOf(token).redact(text);
}

/** The redactor of the last token: most clients have one. */
let last = { token: "", redactor: new TokenRedactor() };

function redactorOf(token = ""): TokenRedactor {
  if (last.token !== token) {
    last = { token, redactor: new TokenRedactor() };
    last.redactor.add(token);
  }
  return last.redactor;
}
