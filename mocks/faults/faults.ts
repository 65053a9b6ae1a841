/** Faults: what can go wrong with a request. `store.enqueue` queues them. */

/** A fault for one `POST /plants`, as plain data. Make it with {@link faults}. */
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

/** Statuses without a body (Fetch Standard, "null body status"). */
export const NULL_BODY_STATUSES = [204, 205, 304];

/** When a connection fault happens. */
export interface FaultTiming {
  /**
   * Create the plant before the fault, so that the client cannot know that it exists.
   * @default false
   */
  afterCreate?: boolean | undefined;
}

/**
 * Functions that make faults. `store.enqueue` validates their arguments.
 *
 * @example
 * store.enqueue(faults.status(503), faults.delay(50), faults.reset({ afterCreate: true }));
 */
export const faults = {
  /**
   * Responds with a status. Creates nothing, except for a 2xx, which creates the plant. An invalid request still gets its
   * 400.
   *
   * @param status 200 to 599
   * @param body text, or an object to be sent as JSON; by default an Error body with the status as `error`
   * @param headers additional headers; `content-type` is `application/json` unless set here
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
   * Responds with 429 and `Retry-After` (RFC 9110 section 10.2.3) and creates nothing.
   *
   * @param seconds the wait to ask for: an integer of 0 or more
   */
  rateLimit(seconds: number): Fault {
    return { type: "rateLimit", seconds };
  },

  /**
   * Creates the plant and responds with 200 and this body, such as malformed JSON, HTML or an empty string.
   *
   * @param contentType by default `application/json`
   */
  body(text: string, contentType?: string): Fault {
    return { type: "body", text, ...(contentType !== undefined && { contentType }) };
  },

  /**
   * Creates the plant, and drops the connection in the middle of the 200 body.
   *
   * @param bytes how many bytes to send; the last byte of the body is never sent
   */
  truncate(bytes: number): Fault {
    return { type: "truncate", bytes };
  },

  /** Drops the connection before any response: a TCP reset with `listen`; otherwise `fetch` rejects with a TypeError. */
  reset({ afterCreate = false }: FaultTiming = {}): Fault {
    return { type: "reset", afterCreate };
  },

  /**
   * Never responds, until the client disconnects or the store is reset. With MSW in a browser, the store cannot see that a
   * client disconnected: call `store.reset()` before `worker.stop()`, which waits for pending requests.
   */
  hang({ afterCreate = false }: FaultTiming = {}): Fault {
    return { type: "hang", afterCreate };
  },

  /**
   * Waits, then responds normally or applies another fault. If the client disconnects first, nothing is created. With
   * MSW in a browser, the store cannot see that a client disconnected.
   *
   * @param ms the delay, at most 2^31-1
   */
  delay(ms: number, fault?: Fault): Fault {
    return { type: "delay", ms, ...(fault !== undefined && { fault }) };
  },
};
