/** What the store answered: the value that was asked for, or an error that says what it is instead. */
import type { ZodMiniType } from "zod/mini";
import type { Call } from "./call.ts";
import { PlantStoreError, PlantStoreResponseError } from "./errors.ts";
import { parseJson } from "./json.ts";
import { readBody } from "./response-body.ts";
import { parseRetryAfter } from "./retry.ts";
import { errorSchema, issuesOf, type PlantStoreErrorBody, type PlantStoreIssue } from "./schemas.ts";

/** How much of a body goes into an error, in characters. */
const EXCERPT = 2048;

/** How much of a body is searched for tokens first: more than the longest token, which has to fit a header. */
const LOOKED_THROUGH = 32_768;

/** What the store answered, without the tokens that it may have echoed. */
interface Answer<T> {
  data: T;
  response: { status: number; headers: Headers };
}

/**
 * The value in a 200.
 *
 * @throws PlantStoreError for the service's own 400, PlantStoreResponseError for any other answer, and what the
 * body's stream throws.
 */
export async function readAnswer<T>(
  call: Call,
  response: Response,
  schema: ZodMiniType<T>,
): Promise<Answer<T>> {
  const { status } = response;
  const { text, problem } = await readBody(response, call);
  const headers = call.echo.redactHeaders(response.headers);

  /** @param what what is wrong, to follow "The store answered 200,". */
  const unexpected = (what: string, issues?: PlantStoreIssue[]) =>
    new PlantStoreResponseError(`The store answered ${status} (${call.url}), ${what}`, {
      ...call.details,
      status,
      headers,
      body: call.echo.redactExcerpt(text.slice(0, LOOKED_THROUGH)).slice(0, EXCERPT),
      issues,
      retryAfter: parseRetryAfter(response),
    });

  if (status !== 200 && status !== 400) throw unexpected(describe(status));
  if (problem) throw unexpected(`with ${problem}`);
  let value: unknown;
  try {
    value = parseJson(text);
    // Only then, since it goes through all of it, and to any depth.
    if (call.echo.redact(text) !== text) value = call.echo.redact(value);
  } catch {
    // Without the parser's error, whose message quotes the text.
    throw unexpected("with a body that is not JSON");
  }
  const parsed = (status === 200 ? schema : errorSchema).safeParse(value);
  if (!parsed.success) throw unexpected("with a body of the wrong shape", issuesOf(parsed.error));
  if (status === 200) return { data: parsed.data as T, response: { status, headers } };
  const { error, message } = parsed.data as PlantStoreErrorBody;
  throw new PlantStoreError({ ...call.details, error, message, headers });
}

function describe(status: number): string {
  if (status === 0 || (status >= 300 && status < 400)) {
    return "a redirect, never followed; set `baseUrl` to its target";
  }
  const advice = [401, 403, 404].includes(status) ? "; check `token` and `baseUrl`" : "";
  return `a status that its specification does not list${advice}`;
}
