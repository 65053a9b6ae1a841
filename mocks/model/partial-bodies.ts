/** Responses whose body is cut or slow. */
import type { BodyPieces, ServiceResponse } from "./protocol.ts";

/** Waits `ms`, which may be Infinity. Resolves with false if the wait was interrupted: by a disconnect or a reset. */
export type Wait = (ms: number) => Promise<boolean>;

const utf8 = new TextEncoder();

/**
 * Ends a body early. The last byte is never sent.
 *
 * @param end keeps the connection open until it resolves
 */
export function cutBody(
  response: ServiceResponse,
  text: string,
  count: number,
  end?: Promise<unknown>,
): ServiceResponse {
  const bytes = utf8.encode(text);
  async function* pieces() {
    yield bytes.subarray(0, Math.min(count, bytes.length - 1));
    await end;
  }
  return { ...response, body: asBody(pieces(), bytes.length, end) };
}

/** Shorter pauses would only cost time, ms. */
const MIN_PAUSE = 50;

/** Sends a body slowly. */
export function trickleBody(
  response: ServiceResponse,
  text: string,
  bytesPerSecond: number,
  wait: Wait,
): ServiceResponse {
  const bytes = utf8.encode(text);
  const size = Math.max(1, Math.floor((bytesPerSecond * MIN_PAUSE) / 1_000));
  const pause = (1_000 * size) / bytesPerSecond;
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += size) {
      if (start > 0 && !(await wait(pause))) return;
      yield bytes.subarray(start, start + size);
    }
  }
  // A reader that is slower than this does not change when the request is over.
  const end = wait(pause * (Math.ceil(bytes.length / size) - 1));
  return { ...response, body: asBody(pieces(), bytes.length, end) };
}

function asBody(
  pieces: AsyncIterable<Uint8Array>,
  length: number,
  end: Promise<unknown> | undefined,
): BodyPieces {
  return { [Symbol.asyncIterator]: () => pieces[Symbol.asyncIterator](), length, ...(end && { end }) };
}
