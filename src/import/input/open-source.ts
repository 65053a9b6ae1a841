/** Opens what an import reads, and decompresses it. */
import { constants, createReadStream, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { PlantStoreImportError } from "../import-error.ts";

/** A `ReadableStream`, for programs that have no type of this name. @inline */
interface WebStream {
  /** The stream's reader. */
  getReader(): unknown;
}

/** A path, or bytes in UTF-8: a stream of Node or of the web, or parts of them. */
export type PlantSource =
  | string
  | URL
  | WebStream
  | Iterable<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>;

/** @throws if the path cannot be opened */
export function openSource(source: PlantSource): Readable {
  if (typeof source === "string" || source instanceof URL) return openFile(source);
  if (source instanceof Readable) return source;
  if ("getReader" in source) return Readable.fromWeb(source as Parameters<typeof Readable.fromWeb>[0]);
  return Readable.from(source, { objectMode: false });
}

/** A file that the process has inherited, such as by `<(command)` in a shell. */
const INHERITED = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

function openFile(path: string | URL): Readable {
  if (openJournals.has(`${identifyFile(path)}`))
    throw new PlantStoreImportError("input", "It is a journal that this process has opened.");
  if (!statSync(path).isFIFO()) return createReadStream(path);
  // A thread that waits for a silent pipe would keep the process alive. A socket waits without a thread.
  const [, inherited] = INHERITED.exec(String(path)) ?? [];
  // Opened a second time, a pipe would not notice that its writer has ended before.
  const fd =
    inherited === undefined ? openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) : Number(inherited);
  return new Socket({ fd, readable: true, writable: false });
}

/** The files of open journals. Nothing but SQLite may open them: to close another descriptor would drop the journal's lock (POSIX). */
export const openJournals = new Set<string>();

/** Identifies a file, whatever its name. Undefined if it does not exist. */
export function identifyFile(path: string | URL): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Decompresses an input that is compressed by gzip, which its first bytes show. */
export async function* decompress(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < 2) {
    const { done, value } = await iterator.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const all = (async function* () {
    yield start;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  if (start[0] !== 0x1f || start[1] !== 0x8b) return yield* all;
  const gunzip = createGunzip();
  pipeline(all, gunzip, () => {}); // The loop below throws its error.
  yield* gunzip;
}
