/** Ways to misbehave: what `store.enqueue` takes. */

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

/** Statuses whose answers have no body (Fetch Standard, "null body status"). */
export const BODILESS = [204, 205, 304];

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

  /**
   * Never answers, until the client gives up or the store is reset. A store behind a service worker does not hear of a
   * client that gives up: reset it before you stop the worker, which waits for its requests.
   */
  hang({ afterCreate = false }: FaultTiming = {}): Fault {
    return { type: "hang", afterCreate };
  },

  /**
   * Waits, then serves the request as usual, or commits another fault. A client that gives up meanwhile has created
   * nothing, unless the store is behind a service worker, and does not hear of it.
   *
   * @param ms to wait, at most 2^31-1.
   */
  delay(ms: number, fault?: Fault): Fault {
    return { type: "delay", ms, ...(fault !== undefined && { fault }) };
  },
};
