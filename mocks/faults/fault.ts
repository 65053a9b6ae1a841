/** Faults as plain data: what can go wrong with a request. */

/** A fault for `POST /plants`, as plain data. Make it with {@link faults}, or write it yourself. */
export type Fault =
  | {
      type: "status";
      status: number;
      body?: string | object | undefined;
      headers?: Record<string, string> | undefined;
    }
  /** `seconds` is the value of `Retry-After`. */
  | { type: "rateLimit"; seconds: number }
  | { type: "body"; text: string; contentType?: string | undefined }
  /** `bytes` of the response body are sent. */
  | { type: "truncate"; bytes: number }
  | { type: "stall"; bytes: number }
  /** `afterCreate` is false by default. */
  | { type: "reset"; afterCreate?: boolean | undefined }
  | { type: "hang"; afterCreate?: boolean | undefined }
  | { type: "delay"; ms: number; fault?: Fault | undefined }
  /** Without `times`, until `reset`. */
  | { type: "repeat"; fault: Fault; times?: number | undefined }
  | { type: "when"; id?: number | bigint | undefined; name?: string | undefined; fault: Fault };

/** A fault that says what happens, not when. Validation allows only these in a `delay`. */
export type Effect = Exclude<Fault, { type: "repeat" | "when" }>;

/** Statuses without a body (Fetch Standard, "null body status"). */
export const NULL_BODY_STATUSES = [204, 205, 304];
