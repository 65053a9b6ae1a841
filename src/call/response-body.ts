/** Reads a response body, within the size limit and the deadline. */
import type { Call } from "./call.ts";

export interface ResponseBody {
  text: string;
  /** Why the text cannot be used. */
  problem?: string;
  /** Whether the end of the body has arrived. */
  isComplete: boolean;
}

/** The longest that an excerpt may delay a failure which the status has already decided, ms. */
const MAX_EXCERPT_TIME = 1000;

/** Bytes. */
const MAX_EXCERPT_SIZE = 65_536;

/**
 * @param isExcerpt whether the body is only wanted for the failure: then it ends early if it is long, slow or incomplete
 * @throws a PlantStoreFailure if the body was read before, or if the connection is lost, or the call times out or is
 * aborted, while it is read
 */
export async function readBody(response: Response, call: Call, isExcerpt: boolean): Promise<ResponseBody> {
  const { deadline, options } = call;
  const body: ResponseBody = { text: "", isComplete: false };
  if (response.bodyUsed || response.body?.locked) {
    if (isExcerpt) return body;
    throw call.configurationError("fetch", "must not read the body: read a `clone()`");
  }
  const limit = Math.min(options.maxResponseBytes, isExcerpt ? MAX_EXCERPT_SIZE : Number.POSITIVE_INFINITY);
  let source: Cancellable | null | undefined = response.body;
  try {
    const reader = response.body?.getReader?.();
    if (reader) source = reader;
    // The responses of node-fetch and React Native have no byte stream.
    const reading = reader ? readAll(reader, limit, body) : readText(response, limit, body);
    // One race for the whole body: a race per chunk would keep memory for each of a million chunks.
    await deadline.race(isExcerpt ? Promise.race([reading, deadline.sleep(MAX_EXCERPT_TIME)]) : reading);
  } catch (thrown) {
    if (!isExcerpt || deadline.endedBy === "signal") throw call.toFailure(thrown);
  } finally {
    // Has no effect after the end of the body. Not awaited, because the server may never react.
    cancel(source);
  }
  return body;
}

/** A stream, its reader, or a stream of Node. */
interface Cancellable {
  cancel?(): Promise<void>;
  destroy?(): void;
}

/** Frees the connection of a body that nobody will read. */
export async function cancel(source: Cancellable | null | undefined): Promise<void> {
  try {
    await (source?.cancel ? source.cancel() : source?.destroy?.());
  } catch {
    // Nothing to free.
  }
}

async function readText(response: Response, limit: number, body: ResponseBody): Promise<void> {
  const text = await response.text();
  body.text = text.slice(0, limit);
  body.isComplete = text.length <= limit;
  if (!body.isComplete) body.problem = tooLarge(limit);
}

/** @param limit bytes after decompression */
async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  body: ResponseBody,
): Promise<void> {
  let decoder = new TextDecoder("utf-8", { fatal: true });
  for (let size = 0; size <= limit; ) {
    const { done, value } = await reader.read();
    try {
      body.text += decoder.decode(value, { stream: !done });
    } catch {
      // RFC 8259 section 8.1 requires UTF-8. Continue without `fatal` for the excerpt.
      body.problem = "the body is not UTF-8";
      decoder = new TextDecoder();
      body.text += decoder.decode(value, { stream: !done });
    }
    body.isComplete = done;
    if (done) return;
    size += value.byteLength;
  }
  body.problem = tooLarge(limit);
}

function tooLarge(limit: number): string {
  return `the body is larger than \`maxResponseBytes\` (${limit})`;
}
