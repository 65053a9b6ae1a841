/** The event stream of the admin API, as server-sent events (HTML Standard, section 9.2). */
import { stringifyJson } from "../../src/contract/json.ts";
import type { StreamedBody } from "../parts/service-response.ts";
import type { ReferenceStore } from "../service/reference-store.ts";

/** How much is kept for a slow reader, characters. */
const MAX_BACKLOG = 1_048_576;

/** Node's `fetch` gives up after five minutes without a byte, ms. */
const HEARTBEAT_INTERVAL = 30_000;

/** The first one lets a `fetch` that waits for the response return. */
const COMMENT = ":\n\n";

/**
 * A stream of every event of a store, from now on. A reader that is too slow misses events: it then gets
 * `{ "type": "dropped", "count" }` in their place, and can read the recorded requests.
 *
 * @param ends signals that end the stream
 */
export const writeEvents =
  (store: ReferenceStore, ends: readonly AbortSignal[]): StreamedBody["write"] =>
  async (send) => {
    const utf8 = new TextEncoder();
    let waiting = COMMENT;
    /** Length of the text that the reader has not taken yet. */
    let sending = 0;
    let dropped = 0;
    let wake = () => {};
    const write = (text: string) => {
      waiting += text;
      wake();
    };
    const unsubscribe = store.subscribe((event) => {
      if (dropped > 0 || waiting.length + sending > MAX_BACKLOG) dropped += 1;
      else write(messageOf(event));
    }, true);
    const heartbeat = setInterval(() => waiting.length + sending === 0 && write(COMMENT), HEARTBEAT_INTERVAL);
    const end = () => wake();
    for (const signal of ends) signal.addEventListener("abort", end);
    try {
      for (;;) {
        if (waiting !== "") {
          const text = waiting;
          waiting = "";
          sending = text.length;
          await send(utf8.encode(text));
          sending = 0;
        } else if (dropped > 0) {
          write(messageOf({ type: "dropped", count: dropped }));
          dropped = 0;
        } else if (ends.some(({ aborted }) => aborted)) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      clearInterval(heartbeat);
      unsubscribe();
      for (const signal of ends) signal.removeEventListener("abort", end);
    }
  };

const messages = new WeakMap<object, string>();

/** The message of an event, which is written once for all streams: it can be long. */
function messageOf(event: object): string {
  const message = messages.get(event) ?? `data: ${stringifyJson(event)}\n\n`;
  messages.set(event, message);
  return message;
}
