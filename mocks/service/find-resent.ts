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

const maySendAgain = (record: RecordedRequest) =>
  hasLostResponse(record) || RESENT_STATUSES.includes(record.status);

export class ResentRequests {
  /** The latest request of each key, as long as it runs or its client may send it again. Only those that are kept. */
  readonly #latest = new Map<string, Recording>();

  begin(recording: Recording): void {
    const { key, record } = recording;
    if (key === "") return;
    const previous = this.#latest.get(key);
    this.#latest.set(key, recording);
    const { time, duration } = previous?.record ?? {};
    if (previous === undefined || time === undefined || duration === undefined) return;
    if (record.time > time + duration + MAX_PAUSE) return;
    record.resentOf = previous.index;
    recording.original = previous.record;
  }

  end(recording: Recording): void {
    if (maySendAgain(recording.record)) return;
    this.forget(recording);
    recording.key = ""; // It is as long as the body.
  }

  forget(recording: Recording): void {
    if (this.#latest.get(recording.key) === recording) this.#latest.delete(recording.key);
  }
}
