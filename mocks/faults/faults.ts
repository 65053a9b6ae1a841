/** Functions that make faults. `store.enqueue` queues them. */
import type { Fault } from "./fault.ts";
import { validateFault } from "./validate-faults.ts";

export type { Fault } from "./fault.ts";

/** When a connection fault happens. */
export interface FaultTiming {
  /**
   * Create the plant before the fault, so that the client cannot know that it exists.
   * @default false
   */
  afterCreate?: boolean | undefined;
}

/** Which plants a fault is for. */
export interface FaultFilter {
  /** The id of the plant. Beyond 2^53-1, pass a bigint. */
  id?: number | bigint | undefined;
  /** The name of the plant. */
  name?: string | undefined;
}

/**
 * Functions that make faults.
 *
 * @throws TypeError if an argument is invalid
 * @example
 * store.enqueue(faults.status(503), faults.delay(50), faults.reset({ afterCreate: true }));
 */
export const faults = {
  /**
   * Responds with a status. Creates nothing, except for a 2xx, which creates the plant. An invalid request still gets its
   * 400.
   *
   * @param status 200 to 599
   * @param body text, or an object to be sent as JSON; by default the plant for a 2xx, otherwise an Error body with the
   * status as `error`
   * @param headers additional headers; `content-type` is `application/json` unless set here
   */
  status(status: number, body?: string | object, headers?: Record<string, string>): Fault {
    return validateFault({ type: "status", status, body, headers }, "faults.status");
  },

  /**
   * Responds with 429 and `Retry-After` (RFC 9110 section 10.2.3) and creates nothing.
   *
   * @param seconds the wait to ask for: an integer of 0 or more
   */
  rateLimit(seconds: number): Fault {
    return validateFault({ type: "rateLimit", seconds }, "faults.rateLimit");
  },

  /**
   * Creates the plant and responds with 200 and this body, such as malformed JSON, HTML or an empty string.
   *
   * @param contentType by default `application/json`
   */
  body(text: string, contentType?: string): Fault {
    return validateFault({ type: "body", text, contentType }, "faults.body");
  },

  /**
   * Creates the plant, and drops the connection in the middle of the 200 body.
   *
   * @param bytes how many bytes to send; the last byte of the body is never sent
   */
  truncate(bytes: number): Fault {
    return validateFault({ type: "truncate", bytes }, "faults.truncate");
  },

  /**
   * Creates the plant, and stops sending in the middle of the 200 body. The connection stays open until the client
   * disconnects or the store is reset.
   *
   * @param bytes how many bytes to send; the last byte of the body is never sent
   */
  stall(bytes: number): Fault {
    return validateFault({ type: "stall", bytes }, "faults.stall");
  },

  /** Drops the connection before any response: a TCP reset with `listen`; otherwise `fetch` rejects with a TypeError. */
  reset({ afterCreate = false }: FaultTiming = {}): Fault {
    return validateFault({ type: "reset", afterCreate }, "faults.reset");
  },

  /**
   * Never responds, until the client disconnects or the store is reset. With MSW in a browser, the store cannot see that a
   * client disconnected: call `store.reset()` before `worker.stop()`, which waits for pending requests.
   */
  hang({ afterCreate = false }: FaultTiming = {}): Fault {
    return validateFault({ type: "hang", afterCreate }, "faults.hang");
  },

  /**
   * Waits, then responds normally or applies another fault. If the client disconnects first, nothing is created. With
   * MSW in a browser, the store cannot see that a client disconnected.
   *
   * @param ms the delay, at most 2^31-1
   * @param fault any fault except `repeat` and `when`, which go around the delay
   */
  delay(ms: number, fault?: Fault): Fault {
    return validateFault({ type: "delay", ms, fault }, "faults.delay");
  },

  /**
   * Applies a fault to several requests. Without `times`, it applies to every request until `store.reset()`, and the faults
   * queued after it are not reached.
   *
   * @param fault any fault except `repeat`
   * @param times how often: an integer of 1 or more
   */
  repeat(fault: Fault, times?: number): Fault {
    return validateFault({ type: "repeat", fault, times }, "faults.repeat");
  },

  /**
   * Applies a fault only to a plant with this id, this name, or both. It stays in the queue until such a plant arrives;
   * other requests take the next fault.
   *
   * @param filter needs an `id` or a `name`
   * @param fault any fault except `when`
   */
  when({ id, name }: FaultFilter, fault: Fault): Fault {
    return validateFault({ type: "when", id, name, fault }, "faults.when");
  },
};
