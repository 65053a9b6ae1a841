/** Reads a response body completely, within the size limit and the deadline. */
import type { Call } from "./call.ts";

export interface ResponseBody {
  text: string;
  /** Why the text cannot be used. */
  problem?: string;
}

/** @throws a PlantStoreFailure if the connection is lost, or the call times out or is aborted, while the body is read */
export async function readBody(response: Response, call: Call): Promise<ResponseBody> {
  const reader = response.body?.getReader();
  if (!reader) return { text: "" };
  try {
    // One race for the whole body: a race per chunk would keep memory for each of a million chunks.
    return await call.deadline.race(readAll(reader, call.options.maxResponseBytes));
  } catch (thrown) {
    throw call.toFailure(thrown);
  } finally {
    // Has no effect after the end of the body. Not awaited, because the server may never react.
    reader.cancel().catch(() => {});
  }
}

/** @param limit bytes after decompression */
async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<ResponseBody> {
  const body: ResponseBody = { text: "" };
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
    if (done) return body;
    size += value.byteLength;
  }
  return { ...body, problem: `the body is larger than \`maxResponseBytes\` (${limit})` };
}
