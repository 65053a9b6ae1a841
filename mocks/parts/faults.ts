/** Functions that make faults. `store.enqueue` queues them. */
import type {
  ConnectionFaultOptions,
  Fault,
  FaultOptions,
  ResetFaultOptions,
  StatusFaultOptions,
} from "./fault.ts";
import { OptionError, readValue } from "./option-error.ts";
import { validateFault } from "./validate-fault.ts";

/** @param fault the type and the required field, which the options cannot replace */
function make(fault: Fault, options?: object): Fault {
  const caller = `faults.${fault.type}`;
  const more: Record<string, unknown> = readValue(caller, "", () => ({ ...options }));
  const twice = Object.keys(fault).find((name) => more[name] !== undefined);
  if (twice !== undefined) throw new OptionError(caller, twice, "must not also be an option");
  return validateFault({ ...fault, ...more, ...fault }, caller);
}

/**
 * Functions that make faults. The last argument of each can say to which requests it applies: see {@link FaultOptions}.
 *
 * @throws TypeError if an argument is invalid
 * @example
 * store.enqueue(faults.status(503, { times: 3 }), faults.delay(50), faults.reset({ afterCreate: true, id: 42 }));
 */
export const faults = {
  /**
   * Responds with a status: `status(429, { headers: { "retry-after": "120" } })`, or
   * `status(200, { body: "<html>", afterCreate: false })`.
   *
   * @param status 200 to 599
   */
  status: (status: number, options?: StatusFaultOptions): Fault => make({ type: "status", status }, options),

  /**
   * Drops the connection in the middle of the body, after the plant was created or rejected.
   *
   * @param bytes how many bytes to send; the last byte of the body is never sent
   */
  truncate: (bytes: number, options?: FaultOptions): Fault => make({ type: "truncate", bytes }, options),

  /**
   * Like `truncate`, but the connection stays open until the client disconnects or the store is cleared.
   *
   * @param bytes how many bytes to send; the last byte of the body is never sent
   */
  stall: (bytes: number, options?: FaultOptions): Fault => make({ type: "stall", bytes }, options),

  /** Sends the body slowly, after the plant was created or rejected. */
  trickle: (bytesPerSecond: number, options?: FaultOptions): Fault =>
    make({ type: "trickle", bytesPerSecond }, options),

  /**
   * Drops the connection before any response. With `listen`, it is reset (RST) or, with `close: true`, closed (FIN). Otherwise,
   * `fetch` rejects with a TypeError.
   */
  reset: (options?: ResetFaultOptions): Fault => make({ type: "reset" }, options),

  /**
   * Never responds, until the client disconnects or the store is cleared. With MSW in a browser, only `store.clear()` ends
   * it: call it before `worker.stop()`.
   */
  hang: (options?: ConnectionFaultOptions): Fault => make({ type: "hang" }, options),

  /**
   * Waits before anything happens, until `store.release()` lets all held requests of the store go on, in their order. What
   * ends a hang ends this, too.
   */
  hold: (options?: FaultOptions): Fault => make({ type: "hold" }, options),

  /**
   * Waits, then responds normally. If the client disconnects first, nothing is created (except with MSW in a browser).
   *
   * @param delay ms, at most 2^31-1
   */
  delay: (delay: number, options?: Omit<FaultOptions, "delay">): Fault =>
    make({ type: "delay", delay }, options),
};
