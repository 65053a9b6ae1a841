/** Validates faults, which can come from untyped code. */
import * as z from "zod/mini";
import { formatIssues } from "../../src/contract/issues.ts";
import { stringifyJson } from "../../src/contract/json.ts";
import { newPlantSchema } from "../../src/contract/schemas.ts";
import { copy } from "../service/copy.ts";
import { parseExactJson } from "../service/exact-json.ts";
import { normalizePlant } from "../service/protocol.ts";
import { type Effect, type Fault, NULL_BODY_STATUSES } from "./fault.ts";

/**
 * Returns copies of the faults.
 *
 * @param caller for the message
 * @throws TypeError for the first invalid fault
 */
export function validateFaults(faults: readonly Fault[], caller: string): Fault[] {
  return faults.map((fault, index) =>
    validateFault(fault, `${caller}: argument ${index + 1} is not a valid fault`),
  );
}

/**
 * Returns a copy of the fault.
 *
 * @param problem starts the message
 * @throws TypeError if the fault is invalid
 */
export function validateFault(fault: unknown, problem: string): Fault {
  return parse(faultSchema, fault, problem);
}

/** Like {@link validateFault}, for a fault that must apply at once, to any request: not `repeat` and not `when`. */
export function validateEffect(fault: unknown, problem: string): Effect {
  return parse(effectSchema, fault, problem) as Effect;
}

function parse(schema: z.ZodMiniType<Fault>, fault: unknown, problem: string): Fault {
  let issues: Parameters<typeof formatIssues>[0];
  try {
    const { data, error } = schema.safeParse(fault);
    if (data) return copy(data);
    issues = error.issues;
  } catch {
    // A `toJSON` threw, or a fault contains itself and overflowed the stack.
    issues = [{ path: [], message: "cannot be read, or is nested too deeply" }];
  }
  throw new TypeError(`${problem}: ${formatIssues(issues, "it")}.`);
}

// zod/mini has no default messages.
function must<T>(expected: string, isValid: (value: unknown) => boolean): z.ZodMiniType<T> {
  return z.custom<T>(isValid, `must be ${expected}`);
}

function isInteger(value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

const count = must<number>("an integer of 0 or more", (value) => isInteger(value, 0));
const times = must<number>("an integer of 1 or more", (value) => isInteger(value, 1));
const text = must<string>("a string", (value) => typeof value === "string");
const flag = z._default(
  must<boolean>("true or false", (value) => typeof value === "boolean"),
  false,
);
const statusCode = must<number>("an integer from 200 to 599", (value) => isInteger(value, 200, 599));
const milliseconds = must<number>(
  "milliseconds from 0 to 2147483647",
  (value) => Number.isFinite(value) && (value as number) >= 0 && (value as number) < 2 ** 31,
);

/** An object becomes what the JSON of it contains, because it is sent as JSON. */
const body = z.pipe(
  z.unknown(),
  z.transform((input, { issues }): string | object => {
    if (typeof input === "string") return input;
    const json = toJson(input);
    if (json !== undefined && /^[{[]/.test(json)) return parseExactJson(json) as object;
    issues.push({
      code: "custom",
      input,
      message: "must be a string, or an object that can be written as JSON",
    });
    return z.NEVER;
  }),
);

function toJson(value: unknown): string | undefined {
  try {
    return stringifyJson(value);
  } catch {
    return undefined;
  }
}

/** Values that Node can send (RFC 9110 section 5.5). `Headers` accepts more. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that only the adapter may set, because they say how the body is framed. */
const FRAMING_HEADERS = [
  "connection",
  "content-length",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

function areValidHeaders(value: unknown): boolean {
  try {
    const headers = new Headers(z.record(z.string(), z.string()).parse(value));
    const canBeSent = [...headers.values()].every((text) => FIELD_VALUE.test(text));
    return canBeSent && !FRAMING_HEADERS.some((name) => headers.has(name));
  } catch {
    return false;
  }
}

const headers = must<Record<string, string>>(
  `an object of valid header names and values, without ${FRAMING_HEADERS.join(", ")}`,
  areValidHeaders,
);
const contentType = must<string>("a valid header value", (value) =>
  areValidHeaders({ "content-type": value }),
);

/** An id as `store.plants` has it. */
const id = z.pipe(
  must<number | bigint>(
    "an int64 (in JavaScript, a bigint beyond 2^53-1)",
    (value) => newPlantSchema.safeParse({ id: value, name: "" }).success,
  ),
  z.transform((value) => normalizePlant({ id: value, name: "" }).id),
);

const unknownFields = {
  error: ({ keys }: z.core.$ZodRawIssue) => `has the unknown field ${(keys as string[]).join(", ")}`,
};

/** A fault with this type and these fields only. */
function fault<T extends string, Fields extends z.core.$ZodLooseShape>(type: T, fields: Fields) {
  return z.strictObject({ type: z.literal(type), ...fields }, unknownFields);
}

type FaultSchema = z.ZodMiniType<Fault>;
type FaultSchemas = [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]];

/** @param types their types, for the message */
function anyOf(schemas: FaultSchemas, types: string): FaultSchema {
  const isObject = (input: unknown) => typeof input === "object" && input !== null && !Array.isArray(input);
  const error = ({ input }: z.core.$ZodRawIssue) =>
    isObject(input) ? `must be ${types}` : "must be an object made by `faults`";
  // `FaultSchemas` is a list of any length, so Zod cannot infer the union of its outputs.
  return z.discriminatedUnion("type", schemas, { error }) as unknown as FaultSchema;
}

const effects: FaultSchemas = [
  fault("status", { status: statusCode, body: z.optional(body), headers: z.optional(headers) }).check(
    z.refine(({ status, body }) => body === undefined || !NULL_BODY_STATUSES.includes(status), {
      path: ["body"],
      error: `must be absent: a response with status ${NULL_BODY_STATUSES.join(", ")} has no body`,
    }),
  ),
  fault("rateLimit", { seconds: count }),
  fault("body", { text, contentType: z.optional(contentType) }),
  fault("truncate", { bytes: count }),
  fault("stall", { bytes: count }),
  fault("reset", { afterCreate: flag }),
  fault("hang", { afterCreate: flag }),
  fault("delay", { ms: milliseconds, fault: z.optional(z.lazy(() => effectSchema)) }),
];
const EFFECTS = "status, rateLimit, body, truncate, stall, reset, hang";
const effectSchema = anyOf(effects, `${EFFECTS} or delay`);

const repeat = (repeated: FaultSchema) => fault("repeat", { fault: repeated, times: z.optional(times) });
const when = (conditional: FaultSchema) =>
  fault("when", { id: z.optional(id), name: z.optional(text), fault: conditional }).check(
    z.refine(({ id, name }) => id !== undefined || name !== undefined, "needs an `id` or a `name`"),
  );

/** `repeat` and `when` can contain each other once, but not themselves. */
const faultSchema = anyOf(
  [
    ...effects,
    repeat(anyOf([...effects, when(effectSchema)], `${EFFECTS}, delay or when`)),
    when(anyOf([...effects, repeat(effectSchema)], `${EFFECTS}, delay or repeat`)),
  ],
  `${EFFECTS}, delay, repeat or when`,
);
