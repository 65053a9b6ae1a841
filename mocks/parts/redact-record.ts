/** Removes secrets: credentials from each record, and tokens from what readers outside this process get. */
import { TokenRedactor } from "../../src/common/redact-tokens.ts";
import type { Fault } from "./fault.ts";
import { copyPlainData } from "./plain-data.ts";
import type { RecordedRequest, SubscribedRequest } from "./recorded-request.ts";
import type { ServiceRequest } from "./service-request.ts";

const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie"];

/** The headers of a record, in this process, too. */
export function withoutSecrets(headers: ServiceRequest["headers"]): Record<string, string> {
  const recorded: Record<string, string> = {};
  for (const name in headers) if (!SECRET_HEADERS.includes(name)) recorded[name] = String(headers[name]); // node:http makes an array of `set-cookie`.
  return recorded;
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
