/** Faults as flat data: one effect, and when it applies. */

/** Fields that every fault can have. Without them, it applies at once, to one request with any plant. */
export interface FaultOptions {
  /**
   * How many requests it applies to: an integer of 1 or more, or `"always"`.
   * @default 1, or `"always"` if `for` is given
   */
  times?: number | "always" | undefined;
  /** How long it applies, ms from its first use. With `times`, whichever ends first. */
  for?: number | undefined;
  /** Only to plants with this id. Beyond 2^53-1, pass a bigint. */
  id?: number | bigint | undefined;
  /** Only to plants with this name. */
  name?: string | undefined;
  /** Waits before its effect, ms, at most 2^31-1. If the client disconnects first, nothing is created. */
  delay?: number | undefined;
}

/** Options of `reset` and `hang`. */
export interface ConnectionFaultOptions extends FaultOptions {
  /**
   * Create the plant before the fault, so that the client cannot know that it exists.
   * @default false
   */
  afterCreate?: boolean | undefined;
}

/** Options of `faults.reset`. */
export interface ResetFaultOptions extends ConnectionFaultOptions {
  /**
   * Close the connection (FIN) instead of resetting it (RST). Some clients send a request again only after one of them.
   * @default false
   */
  close?: boolean | undefined;
}

/** Options of `faults.status`. */
export interface StatusFaultOptions extends FaultOptions {
  /**
   * Text, or an object to be sent as JSON.
   * @default the plant, if the status is a 2xx and the plant was created; otherwise an Error body with the status as
   * `error`
   */
  body?: string | object | undefined;
  /** Additional headers, such as `{ "retry-after": "2" }`. `content-type` is `application/json` unless set here. */
  headers?: Record<string, string> | undefined;
  /**
   * Create the plant before the response. An invalid request is still rejected. A sign-in page, for example, creates nothing.
   * @default true for a 2xx, otherwise false
   */
  afterCreate?: boolean | undefined;
}

/** A fault for `POST /plants`, as plain data. Make it with {@link faults}, or write it yourself. */
export type Fault =
  | ({ type: "status"; status: number } & StatusFaultOptions)
  /** `bytes` of the response body are sent. */
  | ({ type: "truncate"; bytes: number } & FaultOptions)
  | ({ type: "stall"; bytes: number } & FaultOptions)
  | ({ type: "trickle"; bytesPerSecond: number } & FaultOptions)
  | ({ type: "reset" } & ResetFaultOptions)
  | ({ type: "hang" } & ConnectionFaultOptions)
  | ({ type: "hold" } & FaultOptions)
  | ({ type: "delay"; delay: number } & FaultOptions);

export type FaultType = Fault["type"];
export type FaultOf<T extends FaultType> = Extract<Fault, { type: T }>;
