/** Opens what an import reads. */
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  type ReadStream,
  type Stats,
  statSync,
} from "node:fs";
import { Readable } from "node:stream";
import { PlantStoreImportError } from "../import-error.ts";
import { identifyFile, openJournals, watchFile } from "./file-identity.ts";

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

/** What is read. */
export interface OpenSource {
  stream: Readable;
  /** The bytes of the stream. */
  parts: AsyncGenerator<Buffer, void, undefined>;
  file?: ReadStream;
  /** Throws if it is a file that was changed since it was opened, also after the stream was destroyed. */
  checkUnchanged(): void;
}

/** Destroy its stream after it was read. @throws if the path cannot be opened */
export function openSource(source: PlantSource): OpenSource {
  if (typeof source !== "string" && !(source instanceof URL)) {
    const stream = toStream(source);
    const isFile = (source as { fd?: unknown }).fd === 0 && fstatSync(0).isFile(); // Standard input.
    const checkUnchanged = isFile ? watchFile(() => fstatSync(0, { bigint: true })) : () => {};
    return { stream, parts: readParts(stream, checkUnchanged), checkUnchanged };
  }
  if (openJournals.has(`${identifyFile(source)}`))
    throw new PlantStoreImportError("input", "It is a journal that this process has opened.");
  // A thread that waits for a silent pipe would keep the process alive.
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  const descriptor = openSync(source, O_RDONLY | O_NONBLOCK);
  try {
    checkIsFile(fstatSync(descriptor));
    // It stays open after its end, so that it can be compared once more. Whoever reads it destroys the stream.
    const file = createReadStream(source, { fd: descriptor, autoClose: false });
    const checkUnchanged = watchFile(() =>
      file.destroyed
        ? statSync(source, { bigint: true, throwIfNoEntry: false })
        : fstatSync(descriptor, { bigint: true }),
    );
    return { stream: file, file, parts: readParts(file, checkUnchanged), checkUnchanged };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** @throws PlantStoreImportError if it is something else */
export function checkIsFile(found: Stats): void {
  if (found.isFile()) return;
  const problem = found.isDirectory()
    ? "It is a folder."
    : "It is not a file. Read a pipe from standard input.";
  throw new PlantStoreImportError("input", problem);
}

function toStream(source: Exclude<PlantSource, string | URL>): Readable {
  if (source instanceof Readable) return source;
  if (!("getReader" in source)) return Readable.from(source, { objectMode: false });
  return Readable.fromWeb(source as Parameters<typeof Readable.fromWeb>[0]);
}

async function* readParts(
  stream: Readable,
  checkUnchanged: () => void,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const part of stream) {
    checkUnchanged();
    yield Buffer.isBuffer(part) ? part : Buffer.from(part);
  }
  checkUnchanged();
}
