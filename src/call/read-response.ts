/** Turns the response of the last attempt into the plant, or into the failure that it stands for. */
import { isSameName } from "../contract/changed-fields.ts";
import { mayReplaceAnother, outcomeOfBody, type PlantStoreOutcome } from "../contract/decide-outcome.ts";
import { formatIssues, type PlantStoreIssue, toIssues } from "../contract/issues.ts";
import { readReason, tryParseJson } from "../contract/json.ts";
import { errorSchema, type Plant, type PlantStoreSchema, plantSchema } from "../contract/schemas.ts";
import { PlantStoreError, type PlantStoreFailure, PlantStoreResponseError } from "../errors.ts";
import { describeNetworkError } from "./describe-network-error.ts";
import { connectionFailure, failureArguments, optionFailure } from "./make-failure.ts";
import { readBody } from "./read-body.ts";
import { notAResponse, type ReceivedResponse } from "./read-head.ts";
import type { Attempt, Call } from "./start-call.ts";

/** Length of the body in a failure, and of the store's text in its message, characters. */
const EXCERPT_LENGTH = 2048;

/** How much of a body is redacted before the excerpt is cut, characters. No token is longer: it must fit in a header. */
const REDACTION_WINDOW = 32_768;

/** The longest that an excerpt may delay a failure which the status has already decided. */
const MAX_EXCERPT_MS = 1000;

const MAX_EXCERPT_BYTES = 65_536;

/** What is wrong with a body, as the fields of the failure. */
type Found = { issues?: PlantStoreIssue[] | undefined; receivedName?: string };

/** The response of the last attempt. */
export interface FinalResponse extends ReceivedResponse {
  /** A clause that says why the attempt is not retried, although its status would allow it. */
  whyNoRetry: string | undefined;
  /** Why a rejected token could not be renewed. */
  renewalFailure: PlantStoreFailure | undefined;
}

/**
 * The plant in a 200 response.
 *
 * @param name of the plant that was sent
 * @throws PlantStoreError for an Error body, PlantStoreResponseError for any other response, or what interrupted the body
 */
export async function readResponse(call: Call, final: FinalResponse, name: string): Promise<Plant> {
  const { attempts, deadline, redactor, url, options } = call;
  const { status, retryAfter, unread, renewalFailure } = final;
  const { outcome } = attempts.at(-1) as Attempt;
  const { maxResponseBytes } = options;
  const isSpecified = status === 200 || status === 400;
  const { text, isComplete, isUtf8, isConsumed, interruption } = isSpecified
    ? await readBody(unread, maxResponseBytes, deadline)
    : await readBody(unread, Math.min(maxResponseBytes, MAX_EXCERPT_BYTES), deadline, MAX_EXCERPT_MS);

  const withExcerpt = () => ({ ...final, body: excerpt(call, text) });
  const unexpected = (reason: string, judged: PlantStoreOutcome, fields: Found = {}) => {
    const isForeign = status >= 200 && status < 300 && judged === "unknown";
    const problem = reason + (isForeign ? ". It may come from a cache or another API: check `baseUrl`" : "");
    const cause = renewalFailure?.cause ?? renewalFailure;
    const details = { response: withExcerpt(), cause, retryAfter, ...fields };
    // `plantRoute` sends a 424 for a failure that is retryable.
    const mayPass = (options.token === null && status === 424) || renewalFailure?.retryable;
    return new PlantStoreResponseError(...failureArguments(call, problem, details, mayPass, judged));
  };
  if (!isSpecified) {
    if (interruption && deadline.endedBy === "signal") deadline.throwIfEnded();
    throw unexpected(describeStatus(call, final, text), outcome);
  }
  if (isConsumed) throw optionFailure(call, "fetch", "must not read the body: read a `clone()`");
  if (interruption) {
    deadline.throwIfEnded();
    if (!unread.body && typeof unread.text !== "function")
      throw optionFailure(call, "fetch", notAResponse("`text` is missing"), interruption.cause);
    throw connectionFailure(call, describeNetworkError(interruption.cause, redactor));
  }

  /** @param value the complete body, if it is JSON */
  const invalid = (reason: string, value?: unknown, issues?: PlantStoreIssue[]) => {
    const judged = status === 200 && isComplete ? outcomeOfBody(value, name) : outcome;
    return unexpected(`The ${status} response from ${url} is invalid: ${reason}`, judged, { issues });
  };
  if (!isComplete) throw invalid(`the body is larger than \`maxResponseBytes\` (${maxResponseBytes})`);
  if (!isUtf8) throw invalid("the body is not UTF-8");
  const value = tryParseJson(text);
  if (value === undefined) throw invalid(`the body is ${/^\s*</.test(text) ? "HTML" : "not JSON"}`);
  const parse = <T>(schema: PlantStoreSchema<T>): T => {
    const { data, error } = schema.safeParse(value);
    if (!error) return data;
    const issues = toIssues(error);
    const reason = status === 400 ? quoteReason(call, value, ". It says: ") : "";
    throw invalid(formatIssues(issues, "the body") + reason, value, issues);
  };
  if (status === 200) {
    const plant = parse(plantSchema);
    if (options.namesMayChange || isSameName(name, plant.name)) return plant;
    const receivedName = excerpt(call, plant.name);
    throw unexpected(describeOtherName(call, receivedName, name), "unknown", { receivedName });
  }
  const { error, message } = parse(errorSchema);
  const [, details] = failureArguments(call, "", { response: withExcerpt(), error });
  throw new PlantStoreError(excerpt(call, message), details);
}

/** The problem with a 200 that shows another plant. */
function describeOtherName(call: Call, received: string, sent: string): string {
  const [shown, expected] = [received, excerpt(call, sent)].map((name) => JSON.stringify(name.slice(0, 99)));
  const problem = `The 200 response from ${call.url} shows the name ${shown} instead of ${expected}`;
  return `${problem}. If the service changes names, set \`namesMayChange\``;
}

/** The problem with a response whose status the specification does not show. */
function describeStatus(call: Call, final: FinalResponse, text: string): string {
  const { url, redactor, options } = call;
  const { status, contentType, retryAfter, unread, whyNoRetry, renewalFailure } = final;
  // Browsers report a redirect as status 0.
  if (status === 0 || (status >= 300 && status < 400 && status !== 304)) {
    return `Unexpected redirect from ${url} (status ${status}). Set \`baseUrl\` to its target, or sign in`;
  }
  const phrase = redactor.redact(`${unread.statusText ?? ""}`); // Empty in HTTP/2.
  const wait =
    whyNoRetry && retryAfter !== undefined
      ? `. It asks for a wait of ${Math.ceil(retryAfter / 1000)} s, but ${whyNoRetry}`
      : "";
  // Behind a route without a token, such a status is about the page's session, which the route's text explains.
  const isAboutToken = options.token !== null && [401, 403, 404, 406].includes(status);
  const origin = mayReplaceAnother(status, contentType)
    ? ". It is HTML, so it may not come from the store"
    : "";
  const advice = renewalFailure
    ? ". The token could not be renewed; see `cause`"
    : isAboutToken
      ? ". Check `token` and `baseUrl`"
      : "";
  const reason = quoteReason(call, tryParseJson(text), ": ");
  return `Unexpected status ${status}${phrase && ` ${phrase}`} from ${url}${reason}${wait}${origin}${advice}`;
}

/** Quotes the first text, with the number of an Error. Returns an empty text, without the prefix, if there is none. */
function quoteReason(call: Call, body: unknown, prefix: string): string {
  const { error } = Object(body);
  const text = readReason(body);
  const number = typeof error === "number" ? ` (error ${error})` : "";
  return text ? prefix + excerpt(call, text).replace(/\.$/, "") + number : "";
}

/** Cuts a text before it is redacted, too, because it can be as long as a body. */
function excerpt({ redactor }: Call, text: string): string {
  return redactor.redact(text.slice(0, REDACTION_WINDOW), true).slice(0, EXCERPT_LENGTH);
}
