/** An answer's body, read to its end within the size limit and the deadline. */
import type { Deadline } from "./deadline.ts";

export interface ResponseBody {
  text: string;
  /** Why the text cannot be used, to follow "The store answered with". */
  problem?: string;
}

/**
 * @param limit bytes, counted after decompression.
 * @throws what the stream throws, and the deadline's reason once the call has ended.
 */
export async function readBody(response: Response, limit: number, deadline: Deadline): Promise<ResponseBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(response, deadline)) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > limit) {
      const problem = `a body of more than ${limit} bytes, the limit that \`maxResponseBytes\` sets`;
      return { text: new TextDecoder().decode(join(chunks, size)), problem };
    }
  }
  const bytes = join(chunks, size);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    // RFC 8259 section 8.1: JSON that travels between systems is UTF-8.
    return { text: new TextDecoder().decode(bytes), problem: "a body that is not UTF-8" };
  }
}

/** A body's bytes as they come; whoever stops early cancels the rest. */
async function* chunksOf(response: Response, deadline: Deadline): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await deadline.race(reader.read());
      if (done) return;
      // A stream that a caller's own fetch made can give anything; a Uint8Array of another realm is one too.
      if (!ArrayBuffer.isView(value)) throw new TypeError("the body's stream gave something else than bytes");
      yield value;
    }
  } finally {
    // After the end this does nothing. It is not awaited: a peer may never answer.
    reader.cancel().catch(() => {});
  }
}

function join(chunks: Uint8Array[], size: number): Uint8Array {
  const [first = new Uint8Array()] = chunks;
  if (chunks.length <= 1) return first;
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return joined;
}
