/** What the result of a request says about its row, about the store, and so about the rows that follow. */

import { isHtmlType, mayReplaceAnother, OTHER_CAUSES } from "../../../src/contract/decide-outcome.ts";
import { formatIssues } from "../../../src/contract/issues.ts";
import { readReason, tryParseJson } from "../../../src/contract/json.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import type { CreatePlantResult } from "../../../src/create-plant.ts";
import type { PlantStoreFailure } from "../../../src/errors.ts";
import { reasonOfHtml } from "../journal/journal-rows.ts";

/**
 * - `"done"`: the store created or rejected the plant.
 * - `"rate-limited"`: it accepts no requests for some time.
 * - `"down"`: nothing was sent: there was no connection, or no token.
 * - `"unknown"`: the plant may have been created.
 * - `"elsewhere"`: something else responded, such as a sign-in page or a firewall, or the request did not reach the store.
 * - `"other-plant"`: the response shows another plant, so it proves nothing.
 * - `"fatal"`: every other request would meet the same.
 */
export type ResultKind = "done" | "rate-limited" | "down" | "unknown" | "elsewhere" | "other-plant" | "fatal";

const { credentials, access, address } = OTHER_CAUSES;

const isSuccess = (status: number) => status >= 200 && status < 300;
/** A runtime that hides redirects reports status 0. */
const isRedirect = ({ response }: PlantStoreFailure) =>
  response !== undefined && (response.status === 0 || (response.status >= 300 && response.status < 400));

/** The first one that applies counts. */
const KINDS: readonly [ResultKind, applies: (failure: PlantStoreFailure, status: number) => boolean][] = [
  ["fatal", ({ kind }, status) => kind === "configuration" || credentials.includes(status)],
  ["fatal", (failure) => failure.kind === "connection" && failure.permanent],
  ["rate-limited", (_, status) => status === 429],
  ["other-plant", (failure) => receivedNameOf(failure) !== undefined],
  ["elsewhere", (failure, status) => [...access, ...address].includes(status) || isRedirect(failure)],
  ["elsewhere", ({ outcome }, status) => outcome === "unknown" && isSuccess(status)],
  ["unknown", ({ outcome }) => outcome === "unknown"],
  ["down", ({ retryable, response }) => retryable && !response],
];

/** Whether it is a 200 in JSON whose body could not be read. With issues, it was read, and has the name of the plant. */
export const isUnread = ({ error }: CreatePlantResult): boolean =>
  error?.outcome === "created" &&
  error.response?.status === 200 &&
  error.kind !== "configuration" &&
  !(error.kind === "unexpected-response" && error.issues);

/** @param isUnproven whether it is unread, and no other response has shown a plant: something else may have sent it */
export function kindOfResult({ success, error }: CreatePlantResult, isUnproven: boolean): ResultKind {
  if (success) return "done";
  if (isUnproven) return error.kind === "unexpected-response" ? "elsewhere" : "unknown";
  return KINDS.find(([, applies]) => applies(error, error.response?.status ?? 0))?.[0] ?? "done";
}

/** The name in a response that shows another one than the one that was sent. */
export const receivedNameOf = (failure: PlantStoreFailure) =>
  failure.kind === "unexpected-response" ? failure.receivedName : undefined;

/** The wait that the store asked for, ms. */
export const retryAfterOf = (failure: PlantStoreFailure): number =>
  ("retryAfter" in failure && failure.retryAfter) || 0;

const typeOf = ({ response }: PlantStoreFailure) => response?.headers.get("content-type") ?? "";

/** Whether something in front of the store may have replaced the store's response: a 403 or 406 in HTML. */
export const mayBeReplaced = (failure: PlantStoreFailure) =>
  mayReplaceAnother(failure.response?.status ?? 0, typeOf(failure));

/** Whether the store has responded, so that token and base URL are right: JSON, or a 4xx other than 429 that is not HTML. */
export function isFromStore(result: CreatePlantResult): boolean {
  if (result.success || result.error.outcome === "created") return true;
  const { status = 0 } = result.error.response ?? {};
  return status >= 400 && status < 500 && status !== 429 && !isHtmlType(typeOf(result.error));
}

/** The `id` in a response. The specification has none, but many stores show what they have stored. */
export function receivedIdOf(result: CreatePlantResult | undefined): number | bigint | string | undefined {
  const { id } = Object(result?.data) as { id?: unknown };
  return typeof id === "number" || typeof id === "bigint" || typeof id === "string" ? id : undefined;
}

/** What the response shows otherwise than it was sent, also as a sentence. Undefined if there is nothing. */
export function findChanges(plant: NewPlant, result: CreatePlantResult) {
  if (!result.success) return undefined;
  const received: Record<keyof NewPlant, unknown> = {
    tag: undefined,
    ...result.data,
    id: receivedIdOf(result),
  };
  const hasOtherId = received.id !== undefined && String(received.id) !== String(plant.id);
  // A client of another version may have none.
  const changedFields: (keyof NewPlant)[] = [
    ...(hasOtherId ? ["id" as const] : []),
    ...(result.changedFields ?? []),
  ];
  if (changedFields.length === 0) return undefined;
  const show = (value: unknown) => (value === undefined ? "none" : quote(`${value}`));
  const list = changedFields.map(
    (field) => `the ${field} ${show(received[field])} instead of ${show(plant[field])}`,
  );
  return { changedFields, message: `The response shows ${list.join(" and ")}.` };
}

/** What the store says in a 4xx or 5xx: the number of an Error, and a text. */
export function readRejection(failure: PlantStoreFailure): { error?: unknown; reason?: string | undefined } {
  if (failure.kind === "rejected") return { error: failure.error, reason: failure.message };
  const body = Object(tryParseJson(`${failure.response?.body}`));
  return { error: body.error, reason: readReason(body) };
}

/** Why an attempt did not create the plant, in a few words that are the same for all rows that fail alike. */
export function reasonOf(failure: PlantStoreFailure): string {
  const { kind, outcome, response } = failure;
  const isUnknown = outcome === "unknown";
  switch (kind) {
    case "rejected":
      return describeRejection(failure);
    case "unexpected-response": {
      const { status } = failure.response;
      if (mayBeReplaced(failure)) return reasonOfHtml(status);
      if (receivedNameOf(failure) !== undefined) return `status ${status}, but with another name`;
      const problem = outcome === "created" ? "unusable" : "perhaps not from the store";
      return status < 300 ? `status ${status}, but ${problem}` : describeRejection(failure);
    }
    case "connection": {
      const problem = response || isUnknown ? "connection lost" : "no connection";
      return `${problem} (${failure.code ?? failure.message.replace(/\.$/, "")})`;
    }
    case "timeout": {
      const missing = response ? "complete response" : isUnknown ? "response" : "connection or token";
      return `no ${missing} within ${failure.timeout / 1000} s`;
    }
    case "token":
      return "no token";
    case "aborted":
      return "aborted by the operator";
    default:
      return failure.message.replace(/\.$/, "");
  }
}

/** Status and error number. The store's message may name the plant, so it differs between rows. */
export function describeRejection(failure: PlantStoreFailure): string {
  const { error } = readRejection(failure);
  const { status } = failure.response ?? {};
  const isShown = Number.isInteger(error) && (failure.kind === "rejected" || error !== status);
  return `status ${status}${isShown ? `, error ${error}` : ""}`;
}

/** A longer text of the store is cut. */
const MAX_QUOTED_CHARACTERS = 200;

/** Like {@link reasonOf}, with what the store said. */
export function fullReasonOf(failure: PlantStoreFailure): string {
  const details = detailsOf(failure);
  return reasonOf(failure) + (details === undefined ? "" : `: ${details}`);
}

function detailsOf(failure: PlantStoreFailure): string | undefined {
  const name = receivedNameOf(failure);
  if (name !== undefined) return quote(name);
  const { status = 0 } = failure.response ?? {};
  if (status >= 400) return readRejection(failure).reason?.slice(0, MAX_QUOTED_CHARACTERS);
  if (failure.kind !== "unexpected-response" || !isSuccess(status)) return undefined;
  const { issues, response } = failure;
  if (issues) return formatIssues(issues, "the body");
  return response.body === "" ? "the body is empty" : quote(response.body);
}

export const quote = (text: string) => JSON.stringify(text.slice(0, MAX_QUOTED_CHARACTERS));
