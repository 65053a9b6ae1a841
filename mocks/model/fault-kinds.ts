/** Every kind of fault, described once: its fields, its effect, and what it means for the client. */
import { optional, type ZodMiniType } from "zod/mini";
import { stringifyJson } from "../../src/contract/json.ts";
import { errorSchema, type Plant, plantSchema } from "../../src/contract/schemas.ts";
import { parseExactJson } from "./exact-json.ts";
import type { Fault, FaultOf, FaultOptions, FaultType } from "./fault.ts";
import {
  body,
  contentType,
  count,
  flag,
  headers,
  milliseconds,
  positive,
  statusCode,
  text,
} from "./fault-fields.ts";
import { cutBody, trickleBody, type Wait } from "./partial-bodies.ts";
import { jsonResponse, type ServiceResponse, type ServiceResult, textResponse } from "./protocol.ts";

/** What a fault needs to change the response to a request. */
export interface FaultContext {
  /** Performs the request normally. */
  perform: () => Promise<ServiceResult>;
  wait: Wait;
}

/** What a call fails with because of a fault, as the client reports it. */
export interface FaultFailure {
  kind: "rejected" | "unexpected-response" | "connection" | "timeout";
  outcome: "created" | "not-created" | "unknown";
}

/** Fields that a kind adds to the options, or requires. */
type OwnField<F extends Fault> = {
  [Field in keyof F]-?: Field extends "type"
    ? never
    : Field extends keyof FaultOptions
      ? undefined extends F[Field]
        ? never
        : Field
      : Field;
}[keyof F];

export interface FaultKind<F extends Fault> {
  /** The schemas of its own fields. */
  fields: { [Field in OwnField<F>]: ZodMiniType<F[Field]> };
  /** The field that it must have. */
  argument?: keyof F & string;
  /** Whether a valid plant is created. */
  creates: (fault: F) => boolean;
  apply: (fault: F, context: FaultContext) => Promise<ServiceResult>;
  /** A short name. */
  label: (fault: F) => string;
  /** What it does, except for creating the plant. */
  effect: (fault: F) => string;
  /** @returns undefined if the call succeeds */
  failure: (fault: F, plant: Plant) => FaultFailure | undefined;
}

/** Statuses without a body (Fetch Standard, "null body status"). */
export const NULL_BODY_STATUSES = [204, 205, 304];

const isSuccess = (status: number) => status < 300;
const always = () => true;

function lostConnection(
  lost: "reset" | "close",
  label: string,
  effect: string,
): FaultKind<FaultOf<"reset" | "close">> {
  return {
    fields: { afterCreate: optional(flag) },
    creates: ({ afterCreate = false }) => afterCreate,
    apply: async ({ afterCreate }, { perform }) => {
      if (afterCreate) await perform();
      return { lost };
    },
    label: () => label,
    effect: () => effect,
    failure: () => ({ kind: "connection", outcome: "unknown" }),
  };
}

export const FAULT_KINDS: { readonly [T in FaultType]: FaultKind<FaultOf<T>> } = {
  status: {
    fields: {
      status: statusCode,
      body: optional(body),
      headers: optional(headers),
      afterCreate: optional(flag),
    },
    argument: "status",
    creates: ({ status, afterCreate }) => afterCreate ?? isSuccess(status),
    apply: (fault, { perform }) =>
      FAULT_KINDS.status.creates(fault)
        ? afterCreation(perform, (_, plant) =>
            statusResponse(fault, isSuccess(fault.status) ? plant : undefined),
          )
        : Promise.resolve(statusResponse(fault)),
    label: ({ status }) => `${status}`,
    effect: ({ status }) => `responds ${status}`,
    failure: (fault, plant) => {
      const isPlant = FAULT_KINDS.status.creates(fault) && isSuccess(fault.status);
      return failureOf(statusResponse(fault, isPlant ? stringifyJson(plant) : undefined), plant);
    },
  },
  rateLimit: {
    fields: { seconds: count },
    argument: "seconds",
    creates: () => false,
    apply: async ({ seconds }) =>
      statusResponse({ status: 429, headers: { "retry-after": String(seconds) } }),
    label: () => "429",
    effect: ({ seconds }) => `responds 429 with Retry-After: ${seconds}`,
    failure: () => ({ kind: "unexpected-response", outcome: "not-created" }),
  },
  body: {
    fields: { text, contentType: optional(contentType), afterCreate: optional(flag) },
    argument: "text",
    creates: ({ afterCreate = true }) => afterCreate,
    apply: (fault, { perform }) =>
      FAULT_KINDS.body.creates(fault)
        ? afterCreation(perform, () => bodyResponse(fault))
        : Promise.resolve(bodyResponse(fault)),
    label: (fault) => (isHtml(fault) ? "HTML" : "Other body"),
    effect: (fault) => `responds 200 with ${isHtml(fault) ? "a web page" : "this body"}`,
    failure: (fault, plant) => failureOf(bodyResponse(fault), plant),
  },
  truncate: {
    fields: { bytes: count },
    argument: "bytes",
    creates: always,
    apply: ({ bytes }, { perform }) =>
      afterCreation(perform, (response, text) => cutBody(response, text, bytes)),
    label: () => "Truncated",
    effect: ({ bytes }) => `drops the connection after ${bytes} bytes of the body`,
    failure: () => ({ kind: "connection", outcome: "created" }),
  },
  stall: {
    fields: { bytes: count },
    argument: "bytes",
    creates: always,
    apply: ({ bytes }, { perform, wait }) =>
      afterCreation(perform, (response, text) =>
        cutBody(response, text, bytes, wait(Number.POSITIVE_INFINITY)),
      ),
    label: () => "Stalled",
    effect: ({ bytes }) => `sends ${bytes} bytes of the body, then nothing`,
    failure: () => ({ kind: "timeout", outcome: "created" }),
  },
  trickle: {
    fields: { bytesPerSecond: positive },
    argument: "bytesPerSecond",
    creates: always,
    apply: ({ bytesPerSecond }, { perform, wait }) =>
      afterCreation(perform, (response, text) => trickleBody(response, text, bytesPerSecond, wait)),
    label: () => "Trickle",
    effect: ({ bytesPerSecond }) => `sends the body slowly, at ${bytesPerSecond} B/s`,
    failure: () => ({ kind: "timeout", outcome: "created" }),
  },
  reset: lostConnection("reset", "Connection reset", "drops the connection"),
  close: lostConnection("close", "Connection closed", "closes the connection without a response"),
  hang: {
    fields: { afterCreate: optional(flag) },
    creates: ({ afterCreate = false }) => afterCreate,
    apply: async ({ afterCreate }, { perform, wait }) => {
      if (afterCreate) await perform();
      await wait(Number.POSITIVE_INFINITY);
      return { lost: "reset" };
    },
    label: () => "Hang",
    effect: () => "never responds",
    failure: () => ({ kind: "timeout", outcome: "unknown" }),
  },
  delay: {
    fields: { delay: milliseconds },
    argument: "delay",
    creates: always,
    apply: (_, { perform }) => perform(),
    label: () => "",
    effect: () => "responds as usual",
    failure: () => undefined,
  },
};

/** The row of a fault. A type parameter, because TypeScript does not see that row and fault belong together. */
export function kindOf<T extends FaultType>(fault: { type: T }): FaultKind<FaultOf<T>> {
  return FAULT_KINDS[fault.type];
}

/** Creates the plant, and changes the 200. A rejection stays as it is: nothing was created. */
async function afterCreation(
  perform: FaultContext["perform"],
  change: (response: ServiceResponse, text: string) => ServiceResponse,
): Promise<ServiceResult> {
  const result = await perform();
  return "status" in result && result.status === 200 && typeof result.body === "string"
    ? change(result, result.body)
    : result;
}

/** @param plant the body of a 2xx that has none of its own */
function statusResponse(
  { status, body, headers }: Omit<FaultOf<"status">, "type">,
  plant?: string,
): ServiceResponse {
  // Headers gives lower-case names, so that they replace the defaults.
  const sent = Object.fromEntries(new Headers(headers));
  if (NULL_BODY_STATUSES.includes(status)) return textResponse(status, null, sent);
  const content = body ?? plant ?? { error: status, message: `fault: status ${status}` };
  if (typeof content === "string") return textResponse(status, content, sent);
  const response = jsonResponse(status, content, sent);
  const isRejection = status >= 400 && status < 500;
  const { message } = content as { message?: unknown };
  return isRejection && typeof message === "string" ? { ...response, reason: message } : response;
}

function bodyResponse({ text, contentType }: FaultOf<"body">): ServiceResponse {
  return textResponse(200, text, contentType === undefined ? {} : { "content-type": contentType });
}

const isHtml = ({ text }: FaultOf<"body">) => /^\s*<(!doctype|html)/i.test(text);

const JSON_TYPE = /^(application\/json|[^;\s]+\+json)\s*(;|$)/i;

/** What the client concludes from a complete response. */
function failureOf({ status, headers, body }: ServiceResponse, sent: Plant): FaultFailure | undefined {
  const value = typeof body === "string" ? parseOrUndefined(body) : undefined;
  if (status === 200 && plantSchema.safeParse(value).success) return undefined;
  if (status === 400 && errorSchema.safeParse(value).success)
    return { kind: "rejected", outcome: "not-created" };
  const isRejected = status >= 400 && status < 500 && status !== 408 && status !== 499;
  // Only the store knows the name, and a 201 in JSON is hardly a web page.
  const isProven =
    status === 200
      ? Object(value).name === sent.name
      : status === 201 && JSON_TYPE.test(`${headers["content-type"]}`);
  const outcome = isRejected ? "not-created" : isProven ? "created" : "unknown";
  return { kind: "unexpected-response", outcome };
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
