/** Validates faults, which can come from untyped code. */
import * as z from "zod/mini";
import { formatIssues, type PlantStoreIssue } from "../../src/contract/issues.ts";
import { type Fault, NULL_BODY_STATUSES } from "./faults.ts";

/**
 * Returns copies of the faults.
 *
 * @throws TypeError for the first invalid fault
 */
export function validateFaults(faults: readonly Fault[]): Fault[] {
  return faults.map((fault, index) => {
    const copy = parseFault(fault);
    if (!Array.isArray(copy)) return copy;
    throw new TypeError(
      `store.enqueue: argument ${index + 1} is not a valid fault: ${formatIssues(copy, "it")}.`,
    );
  });
}

/** Returns the fault after a round trip through JSON, because its body is sent as JSON. Otherwise returns what is wrong. */
function parseFault(fault: unknown): Fault | PlantStoreIssue[] {
  try {
    const given = faultSchema.safeParse(fault);
    if (!given.success) return given.error.issues;
    const copy = faultSchema.safeParse(JSON.parse(JSON.stringify(given.data)));
    return copy.success ? copy.data : copy.error.issues;
  } catch {
    // A `toJSON` threw, or a `delay` contains itself and overflowed the stack.
    return [{ path: [], message: "cannot be read, or is nested too deeply" }];
  }
}

// zod/mini has no default messages.
function must<T>(expected: string, isValid: (value: unknown) => boolean): z.ZodMiniType<T> {
  return z.custom<T>(isValid, `must be ${expected}`);
}

function isInteger(value: unknown, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

const count = must<number>("an integer of 0 or more", (value) =>
  isInteger(value, 0, Number.MAX_SAFE_INTEGER),
);
const text = must<string>("a string", (value) => typeof value === "string");
const flag = must<boolean>("true or false", (value) => typeof value === "boolean");
const statusCode = must<number>("an integer from 200 to 599", (value) => isInteger(value, 200, 599));
const milliseconds = must<number>(
  "milliseconds from 0 to 2147483647",
  (value) => Number.isFinite(value) && (value as number) >= 0 && (value as number) < 2 ** 31,
);
const body = must<string | object>(
  "a string, or an object that can be written as JSON",
  (value) => typeof value === "string" || isJsonObject(value),
);

function isJsonObject(value: unknown): boolean {
  try {
    return /^[{[]/.test(JSON.stringify(value));
  } catch {
    return false;
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

const unknownFields = {
  error: ({ keys }: z.core.$ZodRawIssue) => `has the unknown field ${(keys as string[]).join(", ")}`,
};

const faultSchema: z.ZodMiniType<Fault> = z.discriminatedUnion(
  "type",
  [
    z
      .strictObject(
        {
          type: z.literal("status"),
          status: statusCode,
          body: z.optional(body),
          headers: z.optional(headers),
        },
        unknownFields,
      )
      .check(
        z.refine(({ status, body }) => body === undefined || !NULL_BODY_STATUSES.includes(status), {
          path: ["body"],
          error: `must be absent: a response with status ${NULL_BODY_STATUSES.join(", ")} has no body`,
        }),
      ),
    z.strictObject({ type: z.literal("rateLimit"), seconds: count }, unknownFields),
    z.strictObject({ type: z.literal("body"), text, contentType: z.optional(contentType) }, unknownFields),
    z.strictObject({ type: z.literal("truncate"), bytes: count }, unknownFields),
    z.strictObject({ type: z.literal("reset"), afterCreate: flag }, unknownFields),
    z.strictObject({ type: z.literal("hang"), afterCreate: flag }, unknownFields),
    z.strictObject(
      {
        type: z.literal("delay"),
        ms: milliseconds,
        get fault() {
          return z.optional(faultSchema);
        },
      },
      unknownFields,
    ),
  ],
  {
    error: ({ input }) =>
      typeof input === "object" && input !== null && !Array.isArray(input)
        ? "must be status, rateLimit, body, truncate, reset, hang or delay"
        : "must be an object made by `faults`",
  },
);
