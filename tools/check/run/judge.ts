/** What a response says about the service: pure functions. */
import { isSameName } from "../../../src/contract/changed-fields.ts";
import { isJsonType, mayReplaceAnother, outcomeOfHead } from "../../../src/contract/decide-outcome.ts";
import { isOptional } from "../../../src/contract/plant-fields.ts";
import type { Rejection } from "../../../src/contract/rules.ts";
import { errorSchema, type NewPlant, PLANT_FIELDS, plantSchema } from "../../../src/contract/schemas.ts";
import { fact, pass, reported, type Violation } from "./report.ts";
import type { CheckResponse } from "./service.ts";

export interface Verdict {
  /**
   * `"accepted"`: a 2xx, to a valid plant only with its name. `"rejected"`: a 4xx. `"unclear"`: everything else, such as a 200
   * with another plant, which a cache or another service may have sent.
   */
  kind: "accepted" | "rejected" | "unclear";
  /** Of the response; 0 if there is none. */
  status: number;
  /** How the request was rejected. */
  rejection?: Rejection;
  /** The plant in a 2xx to a valid plant, as far as it is one. */
  shown?: Partial<Record<keyof NewPlant, unknown>>;
  /** Whether it has an id, but not the one that was sent. */
  hasOtherId?: boolean;
  /** What was received, for people: the status and the start of the body. */
  received: string;
  /** The status, what is in an Error, and what is not as it should be, such as `401 as text/html, without an Error`. */
  summary: string;
  /** Whether it is the rejection of the specification: a 400 with an Error as JSON. */
  isContract?: boolean;
  /** Whether the service failed. A gateway's 502, 503 or 504 says nothing about the service. */
  isFailure?: boolean | undefined;
  /** If the specification forbids this response. */
  violation?: Violation | undefined;
}

/** Judges the response to a valid plant, sent with the right token. */
export function judgeValid(response: CheckResponse, sent: NewPlant): Verdict {
  const common = judgeAny(response);
  if (common.kind !== "accepted") return common;
  const problems = findPlantProblems(response, sent);
  const shown: NonNullable<Verdict["shown"]> = Object(response.json);
  const isSent = typeof shown.name === "string" && isSameName(sent.name, shown.name);
  const hasOtherId = String(shown.id ?? sent.id) !== String(sent.id);
  const violation =
    problems.length > 0 ? { expected: "200 with the plant that was sent", problems } : undefined;
  return { ...common, shown, hasOtherId, violation, kind: isSent ? "accepted" : "unclear" };
}

/** What is wrong with a 2xx for a valid plant. */
function findPlantProblems({ status, json }: CheckResponse, sent: NewPlant): string[] {
  if (json === undefined) return ["the body is not JSON"];
  const fields = Object.keys(PLANT_FIELDS) as (keyof typeof PLANT_FIELDS)[];
  const shown = { ...Object(json) };
  const empty = fields.filter((field) => isOptional(field) && shown[field] === null);
  for (const field of empty) delete shown[field];
  const { data } = plantSchema.safeParse(shown);
  if (!data) return ["the body is not a Plant"];
  const changed = fields.filter((field) => data[field] !== sent[field]);
  return [
    ...empty.map((field) => `\`${field}\` must be absent, not null, if there is none`),
    ...changed.map((field) => `\`${field}\` must not change`),
    ...(status === 200 ? [] : ["the status must be 200"]),
  ];
}

/** What to say about a valid plant that was accepted, or about a request that was rejected as it must be. */
export function describeVerdict({ kind, isContract, hasOtherId, received, summary, violation }: Verdict) {
  if (violation) return reported(violation);
  if (kind === "rejected") return isContract ? pass(summary) : fact(summary);
  return hasOtherId ? fact(`created, but the response has another id: ${received}`) : pass("created");
}

/** Judges the response to a request that must be rejected. @param what was sent, such as "a plant without a token" */
export function judgeRejection(response: CheckResponse, what: string): Verdict {
  const verdict = judgeAny(response);
  return verdict.kind === "accepted"
    ? { ...verdict, violation: { expected: `a rejection of ${what}` } }
    : verdict;
}

/** Whether a rejection may be about the plant. Other statuses are about the request as a whole, such as its path or a header. */
export const isAboutPlant = ({ kind, status }: Verdict) =>
  kind === "rejected" && [400, 409, 422, 500].includes(status);

export const showsNothing = ({ status }: CheckResponse) => status === 0 || (status >= 500 && status !== 501);

/** Whether the plant that was sent may exist. */
export const mayHaveCreated = (response: CheckResponse): boolean =>
  outcomeOfHead(response.status, contentType(response)) !== "not-created";

/** What is wrong with the media type of a response that the specification describes as `application/json`: `""` if nothing is. */
export function judgeMediaType(response: CheckResponse): string | undefined {
  const { status, json } = response;
  const isPlant = status === 200 && plantSchema.safeParse(json).success;
  if (!isPlant && !(status === 400 && errorSchema.safeParse(json).success)) return undefined;
  if (isJson(response)) return "";
  const what = isPlant ? "200 with a Plant" : "400 with an Error";
  return `expected application/json for a ${what}; received ${mediaType(response) || "no media type"}`;
}

/** What every request has in common. */
function judgeAny(response: CheckResponse): Verdict {
  const received = describeResponse(response);
  const { status } = response;
  if (status < 400 || status >= 500 || mayReplaceAnother(status, contentType(response))) {
    const kind = status >= 200 && status < 300 ? "accepted" : "unclear";
    const isFailure = status === 0 ? response.isClosed : status >= 500 && (status < 502 || status > 504);
    return { kind, status, received, summary: received, isFailure };
  }
  const { data } = errorSchema.safeParse(response.json);
  const error = data?.error;
  const type = mediaType(response);
  const form = isJson(response) ? "" : type === "" ? " without a media type" : ` as ${type}`;
  const summary = data
    ? `${status} with error ${error}${form && `,${form}`}`
    : `${status}${form}${form && ","} without an Error`;
  const expected = "an Error body in a 400: an int32 `error` and a string `message`";
  return {
    ...{ kind: "rejected", status, received, summary },
    rejection: { status, ...(error !== undefined && error !== status && { error }) },
    isContract: status === 400 && form === "",
    violation: status === 400 && !data ? { expected } : undefined,
  };
}

/** Such as `400 {"error":1001,"message":"…"}`. */
export function describeResponse(response: CheckResponse): string {
  const { status, headers, text } = response;
  if (status === 0) return text;
  const location =
    status >= 300 && status < 400 ? ` to ${headers.get("location")}, which was not followed` : "";
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const excerpt = line.length > 120 ? `${line.slice(0, 120)}…` : line;
  return `${status}${location}${excerpt === "" ? "" : `${location && ":"} ${excerpt}`}`;
}

/** Such as `409 with error 1003`. */
export const describeRejection = ({ status, error }: Rejection): string =>
  error === undefined ? `${status}` : `${status} with error ${error}`;

const contentType = ({ headers }: CheckResponse) => headers.get("content-type") ?? "";
const mediaType = (response: CheckResponse) =>
  contentType(response).replace(/;.*/, "").trim().toLowerCase().slice(0, 100);
/** Not a type such as `application/problem+json`, which the client reads, too. */
const isJson = (response: CheckResponse) =>
  isJsonType(contentType(response)) && !/\+json$/.test(mediaType(response));
