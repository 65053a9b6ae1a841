/** An answer's body, read to its end within the size limit and the deadline. */
import type { Call } from "./call.ts";

export interface ResponseBody {
  text: string;
  /** What the body is instead of a text that can be used. */
  problem?: string;
}

/**
 * The size is counted after decompression.
 *
 * @throws a PlantStoreFailure where the body breaks off, or the call ends before it is whole.
 */
export async function readBody(response: Response, call: Call): Promise<ResponseBody> {
  const limit = call.settings.maxResponseBytes;
  const body: ResponseBody = { text: "" };
  const reader = response.body?.getReader();
  let decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  try {
    while (reader !== undefined) {
      const { done, value } = await call.deadline.race(reader.read());
      try {
        body.text += decoder.decode(value, { stream: !done });
      } catch {
        // RFC 8259 section 8.1: JSON that travels between systems is UTF-8.
        body.problem = "a body that is not UTF-8";
        decoder = new TextDecoder();
        body.text += decoder.decode(value, { stream: !done });
      }
      if (done) break;
      size += value.byteLength;
      if (size > limit) {
        body.problem = `a body of more than ${limit} bytes, the limit that \`maxResponseBytes\` sets`;
        break;
      }
    }
    return body;
  } catch (thrown) {
    throw call.brokenOff(thrown);
  } finally {
    // Does nothing after the end. It is not awaited: a peer may never answer.
    reader?.cancel().catch(() => {});
  }
}
