/** Ways to misbehave: what `store.enqueue` takes. */
import * as z from "zod/mini";
import { listIssues } from "../src/schemas.ts";

/** How the store treats one `POST /plants`. Plain data: it prints, compares and copies as it is. Made by {@link faults}. */
export type Fault =
  | {
      type: "status";
      status: number;
      body?: string | object | undefined;
      headers?: Record<string, string> | undefined;
    }
  | { type: "rateLimit"; seconds: number }
  | { type: "body"; text: string; contentType?: string | undefined }
  | { type: "truncate"; bytes: number }
  | { type: "reset"; afterCreate: boolean }
  | { type: "hang"; afterCreate: boolean }
  | { type: "delay"; ms: number; fault?: Fault | undefined };

/** When a connection fault happens. */
export interface FaultTiming {
  /**
   * Whether the request is served first, so that a valid plant is created, although no answer says so.
   * @default false
   */
  afterCreate?: boolean | undefined;
}

/**
 * Makes the faults. Each is for one request; a wrong argument is refused by `store.enqueue`.
 *
 * @example
 * store.enqueue(faults.status(503), faults.delay(50), faults.reset({ afterCreate: true }));
 */
export const faults = {
  /**
   * Answers with a status and creates nothing; a 2xx, which says that the plant was created, creates a valid one.
   *
   * @param status 200 to 599.
   * @param body a text, or an object to be written as JSON. By default an Error body with the status as its `error`.
   * @param headers further ones; `content-type` is `application/json` unless they say otherwise.
   */
  status(status: number, body?: string | object, headers?: Record<string, string>): Fault {
    return {
      type: "status",
      status,
      ...(body !== undefined && { body }),
      ...(headers !== undefined && { headers }),
    };
  },

  /**
   * Answers 429 with `Retry-After` (RFC 9110 section 10.2.3) and creates nothing.
   *
   * @param seconds to wait: a whole number, 0 or more.
   */
  rateLimit(seconds: number): Fault {
    return { type: "rateLimit", seconds };
  },

  /**
   * Creates the plant and answers 200 with a body of any text: malformed, HTML, empty, of the wrong shape.
   *
   * @param contentType by default `application/json`.
   */
  body(text: string, contentType?: string): Fault {
    return { type: "body", text, ...(contentType !== undefined && { contentType }) };
  },

  /**
   * Creates the plant, and loses the connection within the 200's body.
   *
   * @param bytes how many arrive. At least the last one never does.
   */
  truncate(bytes: number): Fault {
    return { type: "truncate", bytes };
  },

  /** Loses the connection before anything is answered: a TCP reset on a port, elsewhere the TypeError of `fetch`. */
  reset({ afterCreate = false }: FaultTiming = {}): Fault {
    return { type: "reset", afterCreate };
  },

  /** Never answers. It ends when the client gives up, or the store is reset or closed. */
  hang({ afterCreate = false }: FaultTiming = {}): Fault {
    return { type: "hang", afterCreate };
  },

  /**
   * Waits, then serves the request as usual, or commits another fault. A client that gives up meanwhile has created
   * nothing.
   *
   * @param ms to wait, at most 2^31-1.
   */
  delay(ms: number, fault?: Fault): Fault {
    return { type: "delay", ms, ...(fault !== undefined && { fault }) };
  },
};

/** @throws TypeError naming what is wrong with the first that is no fault. */
export function checkFaults(faults: readonly Fault[]): Fault[] {
  return faults.map((fault, index) => {
    const { data, error } = faultSchema.safeParse(fault);
    if (data) return data;
    throw new TypeError(
      `store.enqueue: argument ${index + 1} is no fault: ${listIssues(error.issues, "it")}.`,
    );
  });
}

// zod/mini ships no messages of its own, so each field says what would be right.
function must<T>(requirement: string, isRight: (value: unknown) => boolean): z.ZodMiniType<T> {
  return z.custom<T>(isRight, `must be ${requirement}`);
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

const count = must<number>("a whole number, 0 or more", (value) => isWhole(value, 0, 2 ** 53));
const text = must<string>("a string", (value) => typeof value === "string");
const flag = must<boolean>("true or false", (value) => typeof value === "boolean");
const statusCode = must<number>("a whole number from 200 to 599", (value) => isWhole(value, 200, 599));
const milliseconds = must<number>(
  "milliseconds from 0 to 2147483647",
  (value) => Number.isFinite(value) && (value as number) >= 0 && (value as number) < 2 ** 31,
);
const body = must<string | object>("a string, or an object that JSON can hold", (value) => {
  return typeof value === "string" || (value !== null && typeof value === "object" && hasJson(value));
});

function hasJson(value: object): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** How a body is framed is the carrier's to say. */
const FRAMING = ["connection", "content-length", "keep-alive", "transfer-encoding", "upgrade"];

function areHeaders(value: unknown): boolean {
  try {
    const headers = new Headers(value as Record<string, string>);
    return value !== null && !FRAMING.some((name) => headers.has(name));
  } catch {
    return false;
  }
}

const headers = must<Record<string, string>>(
  `an object of header names and values, without ${FRAMING.join(", ")}`,
  areHeaders,
);
const contentType = must<string>(
  "a string that a header can hold",
  (value) => typeof value === "string" && areHeaders({ "content-type": value }),
);

/** Statuses whose answers have no body (Fetch Standard, "null body status"). */
export const BODILESS = [204, 205, 304];

const fields = {
  error: ({ code, keys }: { code?: string; keys?: unknown }) =>
    code === "unrecognized_keys" ? `has no field ${keys}` : "must be made by `faults`",
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
        fields,
      )
      .check(
        z.refine(
          ({ status, body }) => body === undefined || !BODILESS.includes(status),
          `has a body, which an answer with status ${BODILESS.join(", ")} has not`,
        ),
      ),
    z.strictObject({ type: z.literal("rateLimit"), seconds: count }, fields),
    z.strictObject({ type: z.literal("body"), text, contentType: z.optional(contentType) }, fields),
    z.strictObject({ type: z.literal("truncate"), bytes: count }, fields),
    z.strictObject({ type: z.literal("reset"), afterCreate: flag }, fields),
    z.strictObject({ type: z.literal("hang"), afterCreate: flag }, fields),
    z.strictObject(
      {
        type: z.literal("delay"),
        ms: milliseconds,
        get fault() {
          return z.optional(faultSchema);
        },
      },
      fields,
    ),
  ],
  "must be made by `faults`",
);
