/** Turns the response of the last attempt into the operation's data, or into the failure that it stands for. */
import { formatIssues, type PlantStoreIssue, toIssues } from "../contract/issues.ts";
import { parseJson } from "../contract/json.ts";
import type { PlantStoreErrorBody } from "../contract/schemas.ts";
import { PlantStoreError, type PlantStoreFailureDetails, PlantStoreResponseError } from "../errors.ts";
import { outcomeOfBody, type PlantStoreOutcome } from "../outcome.ts";
import { describeStatus, detailsOf, messageOf, optionFailure } from "./make-failure.ts";
import type { Operation } from "./operation.ts";
import { readBody } from "./read-body.ts";
import type { ReceivedResponse } from "./read-head.ts";
import type { Attempt } from "./send-request.ts";
import type { Call } from "./start-call.ts";

/** Length of a failure's `body`, characters. */
const EXCERPT_LENGTH = 2048;

/** How much of a body is redacted before the excerpt is cut, characters. No token is longer: it must fit in a header. */
const REDACTION_WINDOW = 32_768;

type RespondedDetails = PlantStoreFailureDetails & Pick<ReceivedResponse, "status" | "headers">;

/** The response of the last attempt. */
export interface FinalResponse extends ReceivedResponse {
  /** A clause that says why the attempt is not retried, although its status would allow it. */
  whyNoRetry: string | undefined;
  /** Why a rejected token could not be renewed. */
  renewalError: unknown;
}

/**
 * The data of a 200 response, redacted.
 *
 * @param sent the request body
 * @throws PlantStoreError for an Error body, PlantStoreResponseError for any other response, or what interrupted the body
 */
export async function readResponse<T>(
  call: Call,
  { responses, evidence }: Pick<Operation<never, T>, "responses" | "evidence">,
  attempts: readonly Attempt[],
  final: FinalResponse,
  sent: string | undefined,
): Promise<T> {
  const { redactor, url, options } = call;
  const { status, retryAfter, unread, renewalError } = final;
  const schema = responses[status];
  const { text, isComplete, isUtf8, isConsumed } = await readBody(call, unread, !schema);

  const unexpected = (reason: string, outcome: PlantStoreOutcome, issues?: PlantStoreIssue[]) => {
    const judged = [...attempts.slice(0, -1), { outcome, response: final }];
    const isForeign = status >= 200 && status < 300 && outcome === "unknown";
    const problem = reason + (isForeign ? ". It may not come from the store: check `baseUrl`" : "");
    return new PlantStoreResponseError(messageOf(call, judged, problem), {
      ...(detailsOf(judged) as RespondedDetails),
      cause: renewalError,
      body: redactor.redactExcerpt(text.slice(0, REDACTION_WINDOW)).slice(0, EXCERPT_LENGTH),
      issues,
      retryAfter,
    });
  };
  const { outcome } = attempts.at(-1) as Attempt;
  if (!schema) throw unexpected(describeStatus(call, final), outcome);
  if (isConsumed) throw optionFailure(call, attempts, "fetch", "must not read the body: read a `clone()`");

  /** @param value the complete body before redaction, if it is JSON */
  const invalid = (reason: string, value?: unknown, issues?: PlantStoreIssue[]) => {
    const judged = status === 200 && isComplete ? outcomeOfBody(value, sent, evidence) : outcome;
    return unexpected(`The ${status} response from ${url} is invalid: ${reason}`, judged, issues);
  };
  if (!isComplete)
    throw invalid(`the body is larger than \`maxResponseBytes\` (${options.maxResponseBytes})`);
  if (!isUtf8) throw invalid("the body is not UTF-8");
  let value: unknown;
  let redacted: unknown;
  try {
    value = parseJson(text);
    // Walk the value only if the text contains a token: the walk is recursive.
    redacted = redactor.redact(text) === text ? value : redactor.redact(value);
  } catch {
    // Without the parser's error as `cause`: its message quotes the text.
    throw invalid(`the body is ${/^\s*</.test(text) ? "HTML" : "not JSON"}`, value);
  }
  const parsed = schema.safeParse(redacted);
  if (!parsed.success) {
    const issues = toIssues(parsed.error);
    throw invalid(formatIssues(issues, "the body"), value, issues);
  }
  if (status === 200) return parsed.data as T;
  const { error, message } = parsed.data as PlantStoreErrorBody;
  throw new PlantStoreError(message, { ...(detailsOf(attempts) as RespondedDetails), error });
}
