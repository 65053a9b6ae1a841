/** Responses of faults, and what the client concludes from them. */
import { errorSchema, type Plant, plantSchema } from "../../src/contract/schemas.ts";
import { parseExactJson } from "./exact-json.ts";
import type { FaultOf } from "./fault.ts";
import { jsonResponse, type ServiceResponse, textResponse } from "./protocol.ts";

/** Statuses without a body (Fetch Standard, "null body status"). */
export const NULL_BODY_STATUSES = [204, 205, 304];

/** @param plant the body of a 2xx that has none of its own */
export function statusResponse(
  { status, body, headers }: Omit<FaultOf<"status">, "type">,
  plant?: string,
): ServiceResponse {
  // Headers gives lower-case names, so that they replace the defaults.
  const sent = Object.fromEntries(new Headers(headers));
  if (NULL_BODY_STATUSES.includes(status)) return textResponse(status, null, sent);
  const content = body ?? plant ?? { error: status, message: `fault: status ${status}` };
  if (typeof content === "string") return textResponse(status, content, sent);
  const response = jsonResponse(status, content, sent);
  const isRejection = status >= 400 && status < 500;
  const { message } = content as { message?: unknown };
  return isRejection && typeof message === "string" ? { ...response, reason: message } : response;
}

/** What a call fails with because of a fault, as the client reports it. */
export interface FaultFailure {
  kind: "rejected" | "unexpected-response" | "connection" | "timeout";
  outcome: "created" | "not-created" | "unknown";
}

const JSON_TYPE = /^(application\/json|[^;\s]+\+json)\s*(;|$)/i;

/** What the client concludes from a complete response. */
export function failureOf({ status, headers, body }: ServiceResponse, sent: Plant): FaultFailure | undefined {
  const value = typeof body === "string" ? parseOrUndefined(body) : undefined;
  if (status === 200 && plantSchema.safeParse(value).success) return undefined;
  if (status === 400 && errorSchema.safeParse(value).success)
    return { kind: "rejected", outcome: "not-created" };
  const isRejected = status >= 400 && status < 500 && status !== 408 && status !== 499;
  // Only the store knows the name, and a 201 in JSON is hardly a web page.
  const isProven =
    status === 200
      ? Object(value).name === sent.name
      : status === 201 && JSON_TYPE.test(`${headers["content-type"]}`);
  const outcome = isRejected ? "not-created" : isProven ? "created" : "unknown";
  return { kind: "unexpected-response", outcome };
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
