/** How requests wait, and what ends them early. */

/** How a request waits. A wait throws Interrupted if the client disconnects or the store is cleared. */
export interface Waits {
  /** Waits `ms`, which may be Infinity. */
  sleep: (ms: number) => Promise<void>;
  /** Waits until the promise has settled, and settles like it. */
  until: <T>(promise: Promise<T>) => Promise<T>;
}

/** There is no response: the client disconnected, the store was cleared, or a fault drops the connection. */
export class Interrupted {
  readonly isInterrupted = true;
  /** Why the request was rejected, which its client does not learn. */
  readonly reason: string | undefined;

  constructor(reason?: string) {
    this.reason = reason;
  }
}

export function isInterrupted(error: unknown): boolean {
  // Not `instanceof`, because the store can be one of another copy of this package.
  return Object(error).isInterrupted === true;
}
