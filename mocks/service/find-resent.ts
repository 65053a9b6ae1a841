/**
 * Finds requests that repeat an earlier one of their client. Many clients send a POST again by themselves, and their users look
 * for the mistake in their own code. An explicit retry looks alike, so this claims no cause.
 */
import { hasLostResponse } from "../parts/describe-resent.ts";
import type { RecordedRequest } from "../parts/recorded-request.ts";
import type { Recording } from "./recording.ts";

/** How long after the end of the first request, ms. Later, it may be another test that sends the same. */
const MAX_PAUSE = 10_000;

/** After a complete response with one of these statuses, some clients or proxies send the request again. */
const RESENT_STATUSES: unknown[] = [408, 421, 500, 502, 503, 504];

export class ResentRequests {
  /** The latest request of each key that its client may send again. Only those that are kept, oldest first. */
  readonly #lost = new Map<string, Recording>();

  begin(recording: Recording): void {
    if (this.#lost.size === 0) return; // Such a key is as long as the body.
    const { key, record } = recording;
    const previous = this.#lost.get(key);
    if (previous === undefined) return;
    this.#lost.delete(key);
    const { time, duration = 0 } = previous.record;
    if (record.time > time + duration + MAX_PAUSE) return;
    record.resentOf = previous.index;
    recording.original = previous.record;
  }

  /** @returns the key that is kept, if its client may send it again */
  end(recording: Recording): string {
    const { record } = recording;
    const isLost = hasLostResponse(record) || RESENT_STATUSES.includes(record.status);
    const key = isLost ? recording.key : "";
    this.#lost.delete(key);
    if (key !== "") this.#lost.set(key, recording);
    return key;
  }

  forget(record: RecordedRequest): void {
    for (const [key, recording] of this.#lost)
      if (recording.record === record) return void this.#lost.delete(key);
  }
}
