/** What each kind of fault does. The validator, `describeFault`, the log and the help follow from this table. */
import { optional, type ZodMiniType } from "zod/mini";
import { integer, integerFrom } from "../../src/common/read-options.ts";
import type { Fault, FaultOf, FaultOptions, FaultType } from "./fault.ts";
import * as field from "./fault-fields.ts";
import { toErrorResponse } from "./http-error.ts";
import { cutBody, trickleBody } from "./partial-bodies.ts";
import type { MaybePromise } from "./service-request.ts";
import { jsonResponse, type ServiceResponse, textResponse } from "./service-response.ts";
import { Interrupted, type Waits } from "./waits.ts";

interface FaultKind<F extends Fault> {
  fields: { [K in Exclude<keyof F, "type" | keyof FaultOptions>]-?: ZodMiniType } & { delay?: ZodMiniType };
  /** The field that it must have. */
  argument?: keyof F & string;
  /** Whether a valid plant is created. */
  creates: (fault: F) => boolean;
  label: (fault: F) => string;
  /** What it does, except for creating the plant. */
  effect: (fault: F) => string;
  /** Waits before the plant is created. */
  wait?: (waits: Waits) => Promise<void>;
  /**
   * Changes a response. Without it, the response is as usual.
   *
   * @param response undefined if it does not create the plant
   * @throws Interrupted if there is no response
   */
  apply?: (fault: F, response: ServiceResponse | undefined, waits: Waits) => Promise<ServiceResponse>;
}

const always = () => true;
const ifAfterCreate = ({ afterCreate = false }: { afterCreate?: boolean | undefined }) => afterCreate;
const isSuccess = (status: number) => status < 300;
const bytes = field.valid(integerFrom(0));

export const FAULT_KINDS: { readonly [T in FaultType]: FaultKind<FaultOf<T>> } = {
  status: {
    fields: {
      status: field.valid(integer(200, 599)),
      body: optional(field.body),
      headers: optional(field.headers),
      afterCreate: field.flag,
    },
    argument: "status",
    creates: ({ status, afterCreate }) => afterCreate ?? isSuccess(status),
    label: (fault) => {
      const suffix = fault.afterCreate ? " after create" : ", no plant";
      const isUsual = (fault.afterCreate ?? isSuccess(fault.status)) === isSuccess(fault.status);
      return (isPage(fault) ? "HTML" : `${fault.status}`) + (isUsual ? "" : suffix);
    },
    effect: (fault) => `responds ${fault.status}${isPage(fault) ? " with a web page" : ""}`,
    // A rejection stays as it is: nothing was created.
    apply: async (fault, response) =>
      response === undefined || response.status === 200 ? statusResponse(fault, response) : response,
  },
  truncate: {
    fields: { bytes },
    argument: "bytes",
    label: () => "Truncated",
    effect: ({ bytes }) => `drops the connection after ${bytes} bytes of the body`,
    creates: always,
    apply: async ({ bytes }, response) => cutBody(response as ServiceResponse, bytes),
  },
  stall: {
    fields: { bytes },
    argument: "bytes",
    label: () => "Stalled",
    effect: ({ bytes }) => `sends ${bytes} bytes of the body, then nothing`,
    creates: always,
    apply: async ({ bytes }, response, waits) => cutBody(response as ServiceResponse, bytes, waits),
  },
  trickle: {
    fields: { bytesPerSecond: field.valid(integerFrom(1)) },
    argument: "bytesPerSecond",
    label: () => "Trickle",
    effect: ({ bytesPerSecond }) => `sends the body slowly, at ${bytesPerSecond} B/s`,
    creates: always,
    apply: async ({ bytesPerSecond }, response, waits) =>
      trickleBody(response as ServiceResponse, bytesPerSecond, waits),
  },
  reset: {
    fields: { afterCreate: field.flag, close: field.flag },
    creates: ifAfterCreate,
    label: ({ afterCreate, close }) =>
      afterCreate ? `Lost response${close ? " (closed)" : ""}` : `Connection ${close ? "closed" : "reset"}`,
    effect: ({ close }) => (close ? "closes the connection" : "drops the connection"),
    apply: ({ close }, response) => Promise.reject(new Interrupted(response?.reason, close)),
  },
  hang: {
    fields: { afterCreate: field.flag },
    creates: ifAfterCreate,
    label: ({ afterCreate }) => (afterCreate ? "Hang after create" : "Hang"),
    effect: () => "never responds",
    apply: async (_fault, response, waits) => {
      await waits.sleep(Number.POSITIVE_INFINITY);
      throw new Interrupted(response?.reason);
    },
  },
  hold: {
    fields: {},
    creates: always,
    label: () => "Held",
    effect: () => "waits until it is released, then responds as usual",
    wait: (waits) => waits.untilReleased(),
  },
  delay: {
    fields: { delay: field.milliseconds },
    argument: "delay",
    creates: always,
    label: () => "",
    effect: () => "responds as usual",
  },
};

/** The row of a fault. A type parameter, because TypeScript does not see that row and fault belong together. */
export function kindOf<T extends FaultType>(fault: { type: T }): FaultKind<FaultOf<T>> {
  return FAULT_KINDS[fault.type];
}

/**
 * Responds to a request with a fault.
 *
 * @param create creates the plant; throws if it is rejected
 */
export async function applyFault(
  fault: Fault,
  create: () => MaybePromise<ServiceResponse>,
  waits: Waits,
): Promise<ServiceResponse> {
  const kind = kindOf(fault);
  await kind.wait?.(waits);
  if (kind.apply === undefined) return create();
  // A rejection is a response, too: it can be lost or cut.
  const createOrReject = async () => create();
  const response = kind.creates(fault) ? await createOrReject().catch(toErrorResponse) : undefined;
  return kind.apply(fault, response, waits);
}

/** @param created the response of a success, whose body a 2xx sends */
function statusResponse(fault: FaultOf<"status">, created?: ServiceResponse): ServiceResponse {
  const { status, body, headers } = fault;
  // Headers gives lower-case names, so that they replace the defaults.
  const sent = Object.fromEntries(new Headers(headers));
  if (field.NULL_BODY_STATUSES.includes(status)) return textResponse(status, null, sent);
  const plant = isSuccess(status) ? (created?.body as string | undefined) : undefined;
  const content = body ?? plant ?? { error: status, message: `fault: status ${status}` };
  if (typeof content === "string") return textResponse(status, content, sent);
  const response = jsonResponse(status, content, sent);
  const { message } = content as { message?: unknown };
  const isRejection = status >= 400 && status < 500 && typeof message === "string";
  return isRejection ? { ...response, reason: message } : response;
}

/** Whether a success is a web page, such as that of a captive portal. */
function isPage({ status, body }: FaultOf<"status">): boolean {
  return status === 200 && /^\s*<(!doctype|html)/i.test(`${body}`);
}
