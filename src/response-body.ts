/** An answer's body, read to its end within the size limit and the deadline. */
import type { Call } from "./call.ts";

export interface ResponseBody {
  text: string;
  /** What the body is instead of a text that can be used. */
  problem?: string;
}

/** @throws a PlantStoreFailure where the body breaks off, or the call ends before it is whole. */
export async function readBody(response: Response, call: Call): Promise<ResponseBody> {
  const reader = response.body?.getReader();
  if (!reader) return { text: "" };
  try {
    // One race for the whole body: each holds some memory until the call ends, and there may be a million chunks.
    return await call.deadline.race(readAll(reader, call.settings.maxResponseBytes));
  } catch (thrown) {
    throw call.brokenOff(thrown);
  } finally {
    // Does nothing after the end. It is not awaited: a peer may never answer.
    reader.cancel().catch(() => {});
  }
}

/** @param limit bytes, counted after decompression. */
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
      // RFC 8259 section 8.1: JSON that travels between systems is UTF-8.
      body.problem = "a body that is not UTF-8";
      decoder = new TextDecoder();
      body.text += decoder.decode(value, { stream: !done });
    }
    if (done) return body;
    size += value.byteLength;
  }
  return { ...body, problem: `a body of more than ${limit} bytes, \`maxResponseBytes\`` };
}
