/** Reads a response body, within the size limit and the deadline. */
import { cancel } from "./send-request.ts";
import type { Call } from "./start-call.ts";

export interface ResponseBody {
  /** What was read. */
  text: string;
  /** Whether the end of the body has arrived. If nothing interrupted it, it is too large otherwise. */
  isComplete: boolean;
  isUtf8: boolean;
  /** Whether `fetch` has read it already. */
  isConsumed: boolean;
}

/** The longest that an excerpt may delay a failure which the status has already decided. */
const MAX_EXCERPT_MS = 1000;

const MAX_EXCERPT_BYTES = 65_536;

/**
 * @param isExcerpt whether the body is only wanted for the failure: then it ends early if it is long, slow or incomplete
 * @throws an Error whose cause is what the stream threw, or the deadline's reason
 */
export async function readBody(
  { deadline, options }: Call,
  response: Response,
  isExcerpt: boolean,
): Promise<ResponseBody> {
  const body: ResponseBody = { text: "", isComplete: false, isUtf8: true, isConsumed: false };
  const { maxResponseBytes } = options;
  const limit = isExcerpt ? Math.min(maxResponseBytes, MAX_EXCERPT_BYTES) : maxResponseBytes;
  let source: Parameters<typeof cancel>[0];
  try {
    body.isConsumed = response.bodyUsed || Boolean(response.body?.locked);
    if (body.isConsumed) return body;
    source = response.body;
    const reader = response.body?.getReader?.();
    if (reader) source = reader;
    // The responses of node-fetch and React Native have no byte stream.
    const reading = reader ? readAll(reader, limit, body) : readText(response, limit, body);
    // One race for the whole body: a race per chunk would keep memory for each of a million chunks.
    await deadline.race(isExcerpt ? Promise.race([reading, deadline.sleep(MAX_EXCERPT_MS)]) : reading);
  } catch (cause) {
    if (!isExcerpt || deadline.endedBy === "signal") throw new Error("fetch failed", { cause });
  } finally {
    // Has no effect after the end of the body. Not awaited, because the server may never react.
    cancel(source);
  }
  return body;
}

async function readText(response: Response, limit: number, body: ResponseBody): Promise<void> {
  const text = await response.text();
  body.text = text.slice(0, limit);
  body.isComplete = text.length <= limit;
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
      body.isUtf8 = false;
      decoder = new TextDecoder();
      body.text += decoder.decode(value, { stream: !done });
    }
    body.isComplete = done;
    if (done) return;
    size += value.byteLength;
  }
}
