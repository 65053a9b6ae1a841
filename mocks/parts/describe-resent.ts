/** Says of which request another one is a repetition. */
import type { RecordedRequest } from "./recorded-request.ts";

type Ended = Pick<RecordedRequest, "status" | "response">;

/** Whether a request ended without a complete response. */
export const hasLostResponse = ({ status, response }: Ended): boolean =>
  status === undefined || response?.incomplete === true;

/**
 * Such as "same request as #12, whose response was lost". It claims no cause: the client may do so by itself, or its user.
 *
 * @param original the record with that number, if it is known
 */
export function describeResent(index: number, original: Ended | undefined): string {
  const end =
    original && `, whose response was ${hasLostResponse(original) ? "lost" : `a ${original.status}`}`;
  return `same request as #${index}${end ?? ""}`;
}
