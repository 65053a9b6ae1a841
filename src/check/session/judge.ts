/** What a response says about the service: pure functions. */

import type { Rejection } from "../../contract/rules.ts";
import { errorSchema, plantSchema } from "../../contract/schemas.ts";
import type { NoResponse, ServiceResponse } from "./service.ts";

/** What the specification forbids. */
export interface Violation {
  /** Equal for the same defect in another request: it is reported once. */
  defect: string;
  expected: string;
}

export interface Verdict {
  /** Whether the service says that it created the plant. `"unclear"`: the response is neither. */
  kind: "accepted" | "rejected" | "unclear";
  /** How the request was rejected. */
  rejection?: Rejection;
  /** What was received, for people. */
  received: string;
  violation?: Violation | undefined;
  /** A remark about a lawful response. */
  remark?: string | undefined;
}

/** The text of a plant that is valid by the specification. */
export interface Texts {
  name: string;
  tag?: string | undefined;
}

/** Judges the response to a valid plant, sent with the right token. */
export function judgeValid(response: ServiceResponse | NoResponse, sent: Texts): Verdict {
  const common = judgeAny(response);
  if (response.status === undefined || common.kind !== "accepted") return common;
  const problem = plantProblem(response, sent);
  // Without a plant of this kind in the body, the 2xx may come from something in front of the service.
  const isPlant = typeof (response.json as Partial<Texts> | undefined)?.name === "string";
  return {
    ...common,
    kind: isPlant ? "accepted" : "unclear",
    violation:
      problem === undefined
        ? undefined
        : {
            defect: problem,
            expected: `200 with the plant that was sent: ${problem}`,
          },
    remark: isJson(response) ? undefined : `the media type is ${mediaType(response)}`,
  };
}

/** What is wrong with a 2xx for a valid plant. */
function plantProblem({ status, json }: ServiceResponse, { name, tag }: Texts): string | undefined {
  if (json === undefined) return "the body is not JSON";
  if (!plantSchema.safeParse(json).data) {
    const isNull = (json as { tag?: unknown } | null)?.tag === null;
    return isNull ? "`tag` must be absent, not null, if there is none" : "the body is not a Plant";
  }
  const received = json as Texts;
  if (received.name !== name) return "`name` must not change";
  if (received.tag !== tag) return "`tag` must not change";
  return status === 200 ? undefined : "the status must be 200";
}

/**
 * Judges the response to a valid plant without the right token.
 *
 * @param what was sent, such as "a plant without a token"
 */
export function judgeUnauthorized(response: ServiceResponse | NoResponse, what: string): Verdict {
  const verdict = judgeAny(response);
  if (verdict.kind !== "accepted") return verdict;
  return { ...verdict, violation: { defect: `accepts ${what}`, expected: `a rejection of ${what}` } };
}

/**
 * Judges the response to a body that is not valid.
 *
 * @param what was sent, such as "a plant without a name"
 */
export function judgeInvalid(response: ServiceResponse | NoResponse, what: string): Verdict {
  const verdict = judgeUnauthorized(response, what);
  if (response.status === undefined || response.status < 500) return verdict;
  return {
    ...verdict,
    violation: { defect: `5xx for ${what}`, expected: `a rejection of ${what}, not a 5xx` },
  };
}

/** What every request has in common. */
function judgeAny(response: ServiceResponse | NoResponse): Verdict {
  const received = describeResponse(response);
  const { status } = response;
  if (status === undefined || status < 200 || status >= 500) return { kind: "unclear", received };
  if (status < 300) return { kind: "accepted", received };
  if (status < 400) return { kind: "unclear", received };
  const { data } = errorSchema.safeParse(response.json);
  const rejection: Rejection = { status, ...(data && data.error !== status && { error: data.error }) };
  const isContract = status !== 400 || data !== undefined;
  const violation = isContract
    ? undefined
    : {
        defect: "400 without an Error",
        expected: "an Error body in a 400: an int32 `error` and a string `message`",
      };
  return { kind: "rejected", rejection, received, violation };
}

/** Such as `400 {"error":1001,"message":"…"}`. */
export function describeResponse(response: ServiceResponse | NoResponse): string {
  if (response.status === undefined) return response.reason;
  const { status, headers, text } = response;
  const location = status >= 300 && status < 400 ? ` to ${headers.get("location")}` : "";
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const excerpt = line.length > 120 ? `${line.slice(0, 120)}…` : line;
  return `${status}${location}${excerpt === "" ? "" : ` ${excerpt}`}`;
}

/** Such as `409 with error 1003`. */
export function describeRejection({ status, error }: Rejection): string {
  return error === undefined ? `${status}` : `${status} with error ${error}`;
}

/** An `error` that is equal to the status is the same as none. */
export function isSameRejection(a: Rejection | undefined, b: Rejection | undefined): boolean {
  return a?.status === b?.status && (a?.error ?? a?.status) === (b?.error ?? b?.status);
}

function mediaType({ headers }: ServiceResponse): string {
  return (headers.get("content-type") ?? "missing").replace(/;.*/, "").trim().toLowerCase();
}

function isJson(response: ServiceResponse): boolean {
  return /^application\/([\w.-]+\+)?json$/.test(mediaType(response));
}
