/** What the store answered: the value that was asked for, or an error that says what it is instead. */
import type { ZodMiniType } from "zod/mini";
import type { Call } from "./call.ts";
import { issuesOf, PlantStoreError, type PlantStoreIssue, PlantStoreResponseError } from "./errors.ts";
import { parseJson } from "./json.ts";
import { readBody } from "./response-body.ts";
import { parseRetryAfter } from "./retry.ts";
import { errorSchema } from "./schemas.ts";
import { redact, redactHeaders } from "./token.ts";

/** How much of a body goes into an error, in characters. */
const EXCERPT = 2048;

/**
 * The value in a 200.
 *
 * @throws PlantStoreError for the service's own 400, PlantStoreResponseError for any other answer, and what the
 * body's stream throws.
 */
export async function readAnswer<T>(call: Call, response: Response, schema: ZodMiniType<T>): Promise<T> {
  const { status } = response;
  const { text, problem } = await readBody(response, call.settings.maxResponseBytes, call.deadline);
  if (problem !== undefined) throw unexpected(call, response, text, `with ${problem}`);
  if (status !== 200 && status !== 400) throw unexpected(call, response, text, describe(status));

  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    // Without the parser's error, whose message quotes the text.
    throw unexpected(call, response, text, "with a body that is not JSON");
  }
  if (status === 200) {
    const answer = schema.safeParse(value);
    if (answer.success) return answer.data;
    throw unexpected(call, response, text, "with a body of the wrong shape", issuesOf(answer.error));
  }
  const refusal = errorSchema.safeParse(value);
  if (!refusal.success)
    throw unexpected(call, response, text, "with a body of the wrong shape", issuesOf(refusal.error));
  throw new PlantStoreError({
    ...call.details,
    error: refusal.data.error,
    message: redact(refusal.data.message, call.tokens),
    headers: redactHeaders(response.headers, call.tokens),
  });
}

/** @param what is wrong, to follow "The store answered 200,". */
function unexpected(
  call: Call,
  { status, headers }: Response,
  text: string,
  what: string,
  issues?: PlantStoreIssue[],
): PlantStoreResponseError {
  return new PlantStoreResponseError(`The store answered ${status}, ${what}`, {
    ...call.details,
    status,
    headers: redactHeaders(headers, call.tokens),
    body: redact(text, call.tokens).slice(0, EXCERPT),
    issues,
    retryAfter: parseRetryAfter(headers.get("retry-after")),
  });
}

function describe(status: number): string {
  if (status === 0 || (status >= 300 && status < 400)) {
    return "a redirect, which is never followed; set `baseUrl` to where the store really is";
  }
  return "a status that its specification does not list";
}
