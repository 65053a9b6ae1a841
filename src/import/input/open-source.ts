/** Opens what an import reads. */
import { constants, createReadStream, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { Readable } from "node:stream";

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
  if (!statSync(path).isFIFO()) return createReadStream(path);
  // A thread that waits for a silent pipe would keep the process alive. A socket waits without a thread.
  const [, inherited] = INHERITED.exec(String(path)) ?? [];
  // Opened a second time, a pipe would not notice that its writer has ended before.
  const fd =
    inherited === undefined ? openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) : Number(inherited);
  return new Socket({ fd, readable: true, writable: false });
}
