/**
 * Finds requests that repeat an earlier one of their client. Many clients send a POST again by themselves, and their users look
 * for the mistake in their own code. An explicit retry looks alike, so this claims no cause.
 */
import { hasLostResponse } from "../parts/describe-resent.ts";
import type { Recording } from "./recording.ts";

/** How long after the end of the first request, ms. Later, it may be another test that sends the same. */
const MAX_PAUSE = 10_000;

/** After a complete response with one of these statuses, some clients or proxies send the request again. */
const RESENT_STATUSES: unknown[] = [408, 421, 500, 502, 503, 504];

export class ResentRequests {
  /** The latest request of each key that its client may send again. Only those that are kept. */
  readonly #lost = new Map<string, Recording>();
  /** The keys of these, by the number of the request. */
  readonly #keys = new Map<number, string>();

  begin(recording: Recording): void {
    if (this.#lost.size === 0) return; // Such a key is as long as the body.
    const { key, record } = recording;
    const previous = this.#lost.get(key);
    if (previous === undefined) return;
    this.forget(previous.index);
    const { time, duration = 0 } = previous.record;
    if (record.time > time + duration + MAX_PAUSE) return;
    record.resentOf = previous.index;
    recording.original = previous.record;
  }

  /** @returns the key that is kept, if its client may send it again */
  end(recording: Recording): string {
    const { index, record } = recording;
    if (!hasLostResponse(record) && !RESENT_STATUSES.includes(record.status)) return "";
    const { key } = recording;
    if (key === "") return "";
    this.forget(this.#lost.get(key)?.index ?? 0);
    this.#lost.set(key, recording);
    this.#keys.set(index, key);
    return key;
  }

  forget(index: number): void {
    const key = this.#keys.get(index);
    if (key === undefined) return;
    this.#keys.delete(index);
    this.#lost.delete(key);
  }
}
