/** Turns a response into the operation's data, or throws the failure that it stands for. */
import type { ZodMiniType } from "zod/mini";
import { formatIssues, type PlantStoreIssue, toIssues } from "../contract/issues.ts";
import { parseJson } from "../contract/json.ts";
import { errorSchema, type PlantStoreErrorBody } from "../contract/schemas.ts";
import { PlantStoreError, type PlantStoreFailureDetails, PlantStoreResponseError } from "../errors.ts";
import type { Call, ReceivedHead } from "./call.ts";
import { readBody } from "./response-body.ts";
import { parseRetryAfter } from "./retry.ts";
import { reasonPhrase } from "./runtime.ts";

/** Length of a failure's `body`, characters. */
const EXCERPT_LENGTH = 2048;

/** How much of a body is redacted before the excerpt is cut, characters. No token is longer: it must fit in a header. */
const REDACTION_WINDOW = 32_768;

/** A sign-in page, a captive portal or a gateway can respond 200, too. */
const MAY_BE_FOREIGN = ". It may not come from the store: check `baseUrl`";

/**
 * The data of a 200 response, redacted.
 *
 * @param sent the request body
 * @throws PlantStoreError for a valid 400, PlantStoreResponseError for any other response, or the failure
 * that interrupted the body
 */
export async function readResponse<T>(
  call: Call,
  response: Response,
  schema: ZodMiniType<T>,
  sent: string | undefined,
): Promise<T> {
  const { redactor, operation } = call;
  const { status } = call.received as ReceivedHead;
  const isExpected = status === 200 || status === 400;
  const { text, problem, isComplete } = await readBody(response, call, !isExpected);
  const details = () => call.details as PlantStoreFailureDetails & ReceivedHead;
  /** The body as it was sent: the name in it may be redacted below. */
  let received: unknown;

  const unexpected = (reason: string, issues?: PlantStoreIssue[]) =>
    new PlantStoreResponseError(call.describe(reason), {
      ...details(),
      cause: call.renewalError,
      body: redactor.redactExcerpt(text.slice(0, REDACTION_WINDOW)).slice(0, EXCERPT_LENGTH),
      issues,
      retryAfter: parseRetryAfter(response),
    });
  const invalid = (reason: string, issues?: PlantStoreIssue[]) => {
    if (status === 200 && isComplete) call.attemptOutcome = operation.outcomeOfBody(received, sent);
    const hint = status === 200 && call.attemptOutcome === "unknown" ? MAY_BE_FOREIGN : "";
    return unexpected(`The ${status} response from ${call.url} is invalid: ${reason}${hint}`, issues);
  };

  if (!isExpected) throw unexpected(describeStatus(status, call, response));
  if (problem) throw invalid(problem);
  let value: unknown;
  try {
    received = parseJson(text);
    // Walk the value only if the text contains a token: the walk is recursive.
    value = redactor.redact(text) === text ? received : redactor.redact(received);
  } catch {
    // Without the parser's error as `cause`: its message quotes the text.
    throw invalid(`the body is ${/^\s*</.test(text) ? "HTML" : "not JSON"}`);
  }
  const parsed = (status === 200 ? schema : errorSchema).safeParse(value);
  if (!parsed.success) {
    const issues = toIssues(parsed.error);
    throw invalid(formatIssues(issues, "the body"), issues);
  }
  if (status === 200) return parsed.data as T;
  const { error, message } = parsed.data as PlantStoreErrorBody;
  throw new PlantStoreError(message, { ...details(), error });
}

function describeStatus(status: number, call: Call, response: Response): string {
  const { url, redactor, whyNoRetry } = call;
  // Browsers report a redirect as status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return `Unexpected redirect from ${url} (status ${status}). Set \`baseUrl\` to its target`;
  }
  const retryAfter = parseRetryAfter(response);
  const wait =
    whyNoRetry && retryAfter !== undefined
      ? `. It asks for a wait of ${Math.ceil(retryAfter / 1000)} s, but ${whyNoRetry}`
      : "";
  const isForeign = status < 300 && call.attemptOutcome === "unknown";
  const advice = [401, 403, 404].includes(status)
    ? ". Check `token` and `baseUrl`"
    : isForeign
      ? MAY_BE_FOREIGN
      : "";
  const phrase = redactor.redact(reasonPhrase(response));
  return `Unexpected status ${status}${phrase ? ` ${phrase}` : ""} from ${url}${wait}${advice}`;
}
