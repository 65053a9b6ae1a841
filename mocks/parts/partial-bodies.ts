/** Responses whose body is cut or slow. */
import type { ServiceResponse } from "./service-response.ts";
import type { Waits } from "./waits.ts";

const utf8 = new TextEncoder();
const ignore = () => {};

/**
 * Ends a body early. The last byte is never sent.
 *
 * @param waits keeps the connection open until they are interrupted
 */
export function cutBody(response: ServiceResponse, count: number, waits?: Waits): ServiceResponse {
  const end = waits?.sleep(Number.POSITIVE_INFINITY).catch(ignore);
  return inPieces(response, end, async function* (bytes) {
    yield bytes.subarray(0, Math.min(count, bytes.length - 1));
    await end;
  });
}

/** Shorter pauses would only cost time, ms. */
const MIN_PAUSE = 50;

/** Sends a body slowly. */
export function trickleBody(
  response: ServiceResponse,
  bytesPerSecond: number,
  waits: Waits,
): ServiceResponse {
  const size = Math.max(1, Math.floor((bytesPerSecond * MIN_PAUSE) / 1_000));
  const pause = (1_000 * size) / bytesPerSecond;
  const length = utf8.encode(`${response.body}`).length;
  // A reader that is slower than this does not change when the request is over.
  const end = waits.sleep(pause * (Math.ceil(length / size) - 1)).catch(ignore);
  return inPieces(response, end, async function* (bytes) {
    for (let start = 0; start < length; start += size) {
      if (start > 0) await waits.sleep(pause);
      yield bytes.subarray(start, start + size);
    }
  });
}

/** A body without text has no pieces. */
function inPieces(
  response: ServiceResponse,
  end: Promise<void> | undefined,
  split: (bytes: Uint8Array) => AsyncIterable<Uint8Array>,
): ServiceResponse {
  if (typeof response.body !== "string") return response;
  const bytes = utf8.encode(response.body);
  async function* pieces() {
    try {
      yield* split(bytes);
    } catch {
      // An interruption ends the body early.
    }
  }
  return {
    ...response,
    body: { [Symbol.asyncIterator]: pieces, length: bytes.length, ...(end && { end }) },
  };
}
