import { jsonResponse, type ServiceResponse, type ServiceResult, textResponse } from "../service/protocol.ts";
import { type Effect, NULL_BODY_STATUSES } from "./fault.ts";

/**
 * Applies a fault to a request.
 *
 * @param perform performs the request normally
 * @param wait waits `ms`, which may be Infinity; resolves with false if the wait was interrupted
 */
export async function applyFault(
  fault: Effect,
  perform: () => Promise<ServiceResult>,
  wait: (ms: number) => Promise<boolean>,
): Promise<ServiceResult> {
  /** Creates the plant and changes the 200. An error response stays as it is: nothing was created. */
  const performAnd = async (change: (response: ServiceResponse) => ServiceResponse) => {
    const result = await perform();
    return "status" in result && result.status === 200 ? change(result) : result;
  };
  const cut = (response: ServiceResponse, bytes: number) => ({
    ...response,
    truncatedTo: Math.min(bytes, new TextEncoder().encode(response.body ?? "").length - 1),
  });
  switch (fault.type) {
    case "status":
      // A 2xx means that the plant was created.
      return fault.status < 300
        ? performAnd(({ body }) => statusResponse(fault, body))
        : statusResponse(fault);
    case "rateLimit":
      return statusResponse({ status: 429, headers: { "retry-after": String(fault.seconds) } });
    case "body": {
      const headers = fault.contentType === undefined ? {} : { "content-type": fault.contentType };
      return performAnd(() => textResponse(200, fault.text, headers));
    }
    case "truncate":
      return performAnd((response) => cut(response, fault.bytes));
    case "stall":
      return performAnd((response) => ({
        ...cut(response, fault.bytes),
        stalledUntil: wait(Number.POSITIVE_INFINITY),
      }));
    case "delay": {
      if (!(await wait(fault.ms))) return { lost: true };
      return fault.fault === undefined ? perform() : applyFault(fault.fault as Effect, perform, wait);
    }
    case "reset":
      if (fault.afterCreate) await perform();
      return { lost: true };
    case "hang":
      if (fault.afterCreate) await perform();
      await wait(Number.POSITIVE_INFINITY);
      return { lost: true };
  }
}

type StatusFault = Omit<Extract<Effect, { type: "status" }>, "type">;

/** @param plant the body of a 2xx that has none of its own */
function statusResponse(
  { status, body, headers }: StatusFault,
  plant: string | null = null,
): ServiceResponse {
  // Headers gives lower-case names, so that they replace the defaults.
  const sent = Object.fromEntries(new Headers(headers));
  if (NULL_BODY_STATUSES.includes(status)) return textResponse(status, null, sent);
  const content = body ?? plant ?? { error: status, message: `fault: status ${status}` };
  if (typeof content === "string") return textResponse(status, content, sent);
  const response = jsonResponse(status, content, sent);
  return isRejection(status) && hasMessage(content) ? { ...response, reason: content.message } : response;
}

const isRejection = (status: number) => status >= 400 && status < 500;

function hasMessage(body: object): body is { message: string } {
  return "message" in body && typeof body.message === "string";
}
