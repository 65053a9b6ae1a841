import { jsonResponse, type ServiceResponse, type ServiceResult, textResponse } from "../service/protocol.ts";
import { type Fault, NULL_BODY_STATUSES } from "./faults.ts";

/**
 * Applies a fault to a request.
 *
 * @param perform performs the request normally
 * @param wait waits `ms`, which may be Infinity; resolves with false if the wait was interrupted
 */
export async function applyFault(
  fault: Fault,
  perform: () => ServiceResponse,
  wait: (ms: number) => Promise<boolean>,
): Promise<ServiceResult> {
  /** Creates the plant and changes the 200. An error response stays as it is: nothing was created. */
  const performAnd = (change: (response: ServiceResponse) => ServiceResponse) => {
    const response = perform();
    return response.status === 200 ? change(response) : response;
  };
  switch (fault.type) {
    case "status":
      // A 2xx means that the plant was created.
      return fault.status < 300 ? performAnd(() => statusResponse(fault)) : statusResponse(fault);
    case "rateLimit":
      return statusResponse({ status: 429, headers: { "retry-after": String(fault.seconds) } });
    case "body": {
      const headers = fault.contentType === undefined ? {} : { "content-type": fault.contentType };
      return performAnd(() => textResponse(200, fault.text, headers));
    }
    case "truncate":
      return performAnd((response) => ({
        ...response,
        truncatedTo: Math.min(fault.bytes, new TextEncoder().encode(response.body ?? "").length - 1),
      }));
    case "delay": {
      if (!(await wait(fault.ms))) return { lost: true };
      return fault.fault === undefined ? perform() : applyFault(fault.fault, perform, wait);
    }
    case "reset":
      if (fault.afterCreate) perform();
      return { lost: true };
    case "hang":
      if (fault.afterCreate) perform();
      await wait(Number.POSITIVE_INFINITY);
      return { lost: true };
  }
}

type StatusFault = Extract<Fault, { type: "status" }>;

function statusResponse({ status, body, headers }: Omit<StatusFault, "type">): ServiceResponse {
  // Headers gives lower-case names, so that they replace the defaults.
  const sent = Object.fromEntries(new Headers(headers));
  if (NULL_BODY_STATUSES.includes(status)) return textResponse(status, null, sent);
  if (typeof body === "string") return textResponse(status, body, sent);
  const error = { error: status, message: `fault: status ${status}` };
  return jsonResponse(status, body ?? error, sent);
}
