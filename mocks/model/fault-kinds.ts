/** Every kind of fault, described once: its fields, its effect, and what it means for the client. */
import { optional, type ZodMiniType } from "zod/mini";
import { stringifyJson } from "../../src/contract/json.ts";
import type { Plant } from "../../src/contract/schemas.ts";
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
import { type FaultFailure, failureOf, statusResponse } from "./fault-responses.ts";
import { cutBody, trickleBody, type Wait } from "./partial-bodies.ts";
import { type ServiceResponse, type ServiceResult, textResponse } from "./protocol.ts";

/** What a fault needs to change the response to a request. */
export interface FaultContext {
  /** Performs the request normally. */
  perform: () => Promise<ServiceResult>;
  wait: Wait;
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

/** A kind that responds by itself. */
function otherResponse<F extends Fault>(
  kind: Omit<FaultKind<F>, "apply" | "failure">,
  respond: (fault: F, plant?: string) => ServiceResponse,
): FaultKind<F> {
  return {
    ...kind,
    apply: async (fault, { perform }) =>
      kind.creates(fault) ? afterCreation(perform, (_, plant) => respond(fault, plant)) : respond(fault),
    failure: (fault, plant) =>
      failureOf(respond(fault, kind.creates(fault) ? stringifyJson(plant) : undefined), plant),
  };
}

export const FAULT_KINDS: { readonly [T in FaultType]: FaultKind<FaultOf<T>> } = {
  status: otherResponse(
    {
      fields: {
        status: statusCode,
        body: optional(body),
        headers: optional(headers),
        afterCreate: optional(flag),
      },
      argument: "status",
      creates: ({ status, afterCreate }) => afterCreate ?? isSuccess(status),
      label: ({ status }) => `${status}`,
      effect: ({ status }) => `responds ${status}`,
    },
    (fault, plant) => statusResponse(fault, isSuccess(fault.status) ? plant : undefined),
  ),
  rateLimit: otherResponse(
    {
      fields: { seconds: count },
      argument: "seconds",
      creates: () => false,
      label: () => "429",
      effect: ({ seconds }) => `responds 429 with Retry-After: ${seconds}`,
    },
    ({ seconds }) => statusResponse({ status: 429, headers: { "retry-after": String(seconds) } }),
  ),
  body: otherResponse(
    {
      fields: { text, contentType: optional(contentType), afterCreate: optional(flag) },
      argument: "text",
      creates: ({ afterCreate = true }) => afterCreate,
      label: (fault) => (isHtml(fault) ? "HTML" : "Other body"),
      effect: (fault) => `responds 200 with ${isHtml(fault) ? "a web page" : "this body"}`,
    },
    ({ text, contentType }) =>
      textResponse(200, text, contentType === undefined ? {} : { "content-type": contentType }),
  ),
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

const isHtml = ({ text }: FaultOf<"body">) => /^\s*<(!doctype|html)/i.test(text);
