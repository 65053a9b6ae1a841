/** Reads the body of a response or a request, within a size limit and a deadline. */
import type { Deadline } from "./deadline.ts";

export interface Body {
  /** What was read. */
  text: string;
  /** Whether the end of the body has arrived. If nothing interrupted it, it is too large otherwise. */
  isComplete: boolean;
  isUtf8: boolean;
  /** Whether somebody else has read it already. */
  isConsumed: boolean;
  /** What ended the reading early: an error of the stream, or the deadline's reason. */
  interruption?: { cause: unknown };
}

/** A Response or a Request. */
type BodySource = Pick<Response, "body" | "bodyUsed" | "text">;

/**
 * Never rejects.
 *
 * @param limit bytes after decompression, or characters of a body that is not a stream of bytes
 * @param maxMs return what has arrived by then
 * @param abandon gets a body whose rest nobody will read
 */
export async function readBody(
  owner: BodySource,
  limit: number,
  deadline: Deadline,
  maxMs?: number,
  abandon = cancel,
): Promise<Body> {
  const body: Body = { text: "", isComplete: false, isUtf8: true, isConsumed: false };
  const reading = { isWanted: true };
  let source: Cancellable | null | undefined;
  try {
    body.isConsumed = owner.bodyUsed || Boolean(owner.body?.locked);
    if (body.isConsumed) return body;
    source = owner.body;
    const reader = owner.body?.getReader?.();
    if (reader) source = reader;
    // The responses of node-fetch and React Native have no byte stream.
    const end = reader ? readStream(reader, limit, body, reading) : readText(owner, limit, body);
    // One race for the whole body: a race per chunk would keep memory for each of a million chunks.
    await deadline.race(maxMs === undefined ? end : Promise.race([end, deadline.sleep(maxMs)]));
  } catch (cause) {
    body.interruption = { cause };
  } finally {
    reading.isWanted = false;
    if (!body.isComplete) abandon(source); // Not awaited, because the server may never react.
  }
  return body;
}

async function readText(owner: BodySource, limit: number, body: Body): Promise<void> {
  const text = (await owner.text()).replace(/^\ufeff/, ""); // As `fetch` and TextDecoder do.
  body.text = text.slice(0, limit);
  body.isComplete = text.length <= limit;
}

async function readStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  body: Body,
  reading: { isWanted: boolean },
): Promise<void> {
  let decoder = new TextDecoder("utf-8", { fatal: true });
  for (let size = 0; size <= limit && reading.isWanted; ) {
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
    // Let the deadline's timer run, which a `fetch` with empty chunks would keep waiting for ever.
    if (value.byteLength === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** A response, its stream, the stream's reader, or a stream of Node. */
interface Cancellable {
  body?: Cancellable | null;
  read?(): Promise<{ done: boolean }>;
  cancel?(): Promise<void>;
  destroy?(): void;
}

/** Reads the rest of a request and drops it, as Node does. h3 1 crashes the process if its stream is cancelled. */
export async function drain(source: Cancellable | null | undefined): Promise<void> {
  try {
    for (let chunks = 1; source?.read && !(await source.read()).done; chunks++)
      // Let timers run, which a stream that never waits would keep waiting.
      if (chunks % 16 === 0) await new Promise((resolve) => setTimeout(resolve));
  } catch {
    // The page has disconnected.
  }
}

/** Frees the connection of a body that nobody will read. */
export async function cancel(source: Cancellable | null | undefined): Promise<void> {
  try {
    const stream = source?.body ?? source;
    await (stream?.cancel ? stream.cancel() : stream?.destroy?.());
  } catch {
    // Nothing to free.
  }
}
