/** What is a fault and what is none. */
import * as z from "zod/mini";
import { listIssues, type PlantStoreIssue } from "../src/schemas.ts";
import { BODILESS, type Fault } from "./faults.ts";

/**
 * Copies of the faults.
 *
 * @throws TypeError naming what is wrong with the first that is none.
 */
export function checkFaults(given: readonly Fault[]): Fault[] {
  return given.map((fault, index) => {
    const copy = copyFault(fault);
    if (!Array.isArray(copy)) return copy;
    throw new TypeError(`store.enqueue: argument ${index + 1} is no fault: ${listIssues(copy, "it")}.`);
  });
}

/** As JSON has it, which may be another: so it is sent, and so the journal keeps it. Or what is wrong with it. */
function copyFault(fault: unknown): Fault | PlantStoreIssue[] {
  try {
    const given = faultSchema.safeParse(fault);
    if (!given.success) return given.error.issues;
    const copy = faultSchema.safeParse(JSON.parse(JSON.stringify(given.data)));
    return copy.success ? copy.data : copy.error.issues;
  } catch {
    // A delay that ends in itself, or nearly so, is too deep for the stack; and a `toJSON` may throw.
    return [{ path: [], message: "cannot be read, or is nested too deeply" }];
  }
}

// zod/mini ships no messages of its own, so each field says what would be right.
function must<T>(requirement: string, isRight: (value: unknown) => boolean): z.ZodMiniType<T> {
  return z.custom<T>(isRight, `must be ${requirement}`);
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

const count = must<number>("a whole number, 0 or more", (value) =>
  isWhole(value, 0, Number.MAX_SAFE_INTEGER),
);
const text = must<string>("a string", (value) => typeof value === "string");
const flag = must<boolean>("true or false", (value) => typeof value === "boolean");
const statusCode = must<number>("a whole number from 200 to 599", (value) => isWhole(value, 200, 599));
const milliseconds = must<number>(
  "milliseconds from 0 to 2147483647",
  (value) => Number.isFinite(value) && (value as number) >= 0 && (value as number) < 2 ** 31,
);
const body = must<string | object>(
  "a string, or an object that JSON can hold",
  (value) => typeof value === "string" || isObjectInJson(value),
);

function isObjectInJson(value: unknown): boolean {
  try {
    return /^[{[]/.test(JSON.stringify(value));
  } catch {
    return false;
  }
}

/** What Node sends of what a Headers object takes (RFC 9110 section 5.5). */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** How a body is framed is the carrier's to say. */
const FRAMING = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

function areHeaders(value: unknown): boolean {
  try {
    const headers = new Headers(z.record(z.string(), z.string()).parse(value));
    const areSendable = [...headers.values()].every((text) => FIELD_VALUE.test(text));
    return areSendable && !FRAMING.some((name) => headers.has(name));
  } catch {
    return false;
  }
}

const headers = must<Record<string, string>>(
  `an object of header names and values, each a string that a header can hold, without ${FRAMING.join(", ")}`,
  areHeaders,
);
const contentType = must<string>("a string that a header can hold", (value) =>
  areHeaders({ "content-type": value }),
);

const unknownFields = {
  error: ({ keys }: z.core.$ZodRawIssue) => `has no field ${(keys as string[]).join(", ")}`,
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
        z.refine(({ status, body }) => body === undefined || !BODILESS.includes(status), {
          path: ["body"],
          error: `must be left out: a status of ${BODILESS.join(", ")} has no body`,
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
        : "must be made by `faults`",
  },
);
