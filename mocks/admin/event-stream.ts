/** The event stream of the admin API, as server-sent events (HTML Standard, section 9.2). */
import { stringifyJson } from "../../src/contract/json.ts";
import type { ReferenceStore } from "../service/reference-store.ts";

/** A response without an end. */
export interface EventStream {
  events: true;
  store: ReferenceStore;
  /** Aborts when the store is removed. */
  removed?: AbortSignal;
}

export const EVENT_STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
};

/** What `writeEvents` needs of node:http's ServerResponse. */
interface Reader {
  write(text: string): boolean;
  /** Bytes that the reader has not taken yet. */
  readonly writableLength: number;
  on(event: "drain", listener: () => void): unknown;
  off(event: "drain", listener: () => void): unknown;
}

/** Bytes that are kept for a slow reader. */
const MAX_BACKLOG = 1_048_576;

/** Node's `fetch` gives up after five minutes without a byte, ms. */
const HEARTBEAT_INTERVAL = 30_000;

/**
 * Writes every event of a store. A reader that is too slow misses events: it then gets `{ "type": "dropped", "count" }`
 * in their place, and can read the journal.
 *
 * @returns a function that ends it
 */
export function writeEvents(store: ReferenceStore, reader: Reader): () => void {
  let dropped = 0;
  const write = (event: object) => reader.write(`data: ${stringifyJson(event)}\n\n`);
  const unsubscribe = store.subscribe((event) => {
    if (dropped > 0 || reader.writableLength > MAX_BACKLOG) dropped += 1;
    else write(event);
  });
  const reportDropped = () => {
    if (dropped > 0) write({ type: "dropped", count: dropped });
    dropped = 0;
  };
  reader.on("drain", reportDropped);
  // A comment. The first one lets a `fetch` that waits for the response return.
  const writeComment = () => reader.writableLength === 0 && reader.write(":\n\n");
  writeComment();
  const heartbeat = setInterval(writeComment, HEARTBEAT_INTERVAL);
  return () => {
    clearInterval(heartbeat);
    unsubscribe();
    reader.off("drain", reportDropped);
  };
}
