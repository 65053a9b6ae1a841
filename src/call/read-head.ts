/** Reads the head of a response: what has arrived before its body. */
import { readRetryAfter } from "../common/read-retry-after.ts";
import type { TokenRedactor } from "../common/redact-tokens.ts";

/** A response whose head has arrived. */
export interface ReceivedResponse {
  status: number;
  /** Redacted. Empty if they cannot be read. */
  headers: Headers;
  contentType?: string | null;
  /** The wait that the server asks for, ms. */
  retryAfter?: number | undefined;
  /** What `fetch` resolved with. Its body is unread. */
  unread: Response;
}

/** What is wrong with the result of `fetch`. */
export interface Defect {
  /** Follows `fetch`. */
  problem: string;
  /** What reading it threw. */
  cause?: unknown;
}

/**
 * Never throws. Does not use `instanceof`, because other realms and packages have a Response class of their own.
 *
 * @returns a response without headers and a defect if only the status can be read
 */
export function readHead(
  unread: Response,
  redactor: TokenRedactor,
): { response?: ReceivedResponse | undefined; defect?: Defect } {
  let response: ReceivedResponse | undefined;
  try {
    const { status } = unread;
    if (typeof status !== "number") return { defect: { problem: notAResponse("`status` is not a number") } };
    response = { status, headers: undefined as never, unread };
    const { headers } = unread;
    response.contentType = headers.get("content-type");
    response.retryAfter = readRetryAfter(headers);
    response.headers = redactor.redactHeaders(headers);
    return { response };
  } catch (cause) {
    if (response) response.headers = new Headers();
    const problem = response ? "`headers` must have `get` and be iterable" : "it cannot be read";
    return { response, defect: { problem: `${notAResponse(problem)}; see \`cause\``, cause } };
  }
}

/** @param problem with what `fetch` resolved with */
export const notAResponse = (problem: string): string => `must resolve with a Response: ${problem}`;
