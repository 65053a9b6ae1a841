/** Responses whose body is cut or slow. */
import type { ServiceResponse, StreamedBody } from "./service-response.ts";
import type { Waits } from "./waits.ts";

/**
 * Ends a body early. The last byte is never sent.
 *
 * @param waits keeps the connection open until they are interrupted
 */
export function cutBody(response: ServiceResponse, count: number, waits?: Waits): ServiceResponse {
  return streamed(response, true, waits, async (bytes, send) => {
    send(bytes.subarray(0, Math.min(count, bytes.length - 1)));
    await waits?.sleep(Number.POSITIVE_INFINITY);
  });
}

/** Shorter pauses would only cost time, ms. */
const MIN_PAUSE = 50;

export function trickleBody(
  response: ServiceResponse,
  bytesPerSecond: number,
  waits: Waits,
): ServiceResponse {
  const size = Math.max(1, Math.floor((bytesPerSecond * MIN_PAUSE) / 1_000));
  return streamed(response, false, waits, async (bytes, send) => {
    for (let start = 0; start < bytes.length; start += size) {
      if (start > 0) await waits.sleep((1_000 * size) / bytesPerSecond);
      send(bytes.subarray(start, start + size));
    }
  });
}

/** @param write does not wait until the client has taken a piece: a slow reader does not change when the request is over */
function streamed(
  response: ServiceResponse,
  breaksOff: boolean,
  waits: Waits | undefined,
  write: (bytes: Uint8Array, ...args: Parameters<StreamedBody["write"]>) => Promise<void>,
): ServiceResponse {
  if (typeof response.body !== "string") return response; // A body without text has no pieces.
  const bytes = new TextEncoder().encode(response.body);
  const body: StreamedBody = {
    length: bytes.length,
    breaksOff,
    cancel: () => waits?.end(),
    // An interruption ends the body early.
    write: (send) => write(bytes, send).catch(() => {}),
  };
  return { ...response, body };
}
