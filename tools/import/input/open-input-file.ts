/** Opens what an import reads. */
import { createReadStream, type ReadStream, statSync } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { PlantStoreImportError } from "../import-error.ts";
import { identifyFile, openJournals } from "./file-identity.ts";

/** A `ReadableStream`, for programs that have no type of this name. @inline */
interface WebStream {
  /** The stream's reader. */
  getReader(): unknown;
}

/** A path (`.gz` is decompressed), or bytes in UTF-8: a stream of Node or of the web, or parts of them. */
export type PlantSource =
  | string
  | URL
  | WebStream
  | Iterable<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>;

/** What is read. A file may be compressed. */
export interface OpenSource {
  stream: Readable;
  file?: ReadStream;
}

/** @throws if the path cannot be opened */
export function openSource(source: PlantSource): OpenSource {
  if (source instanceof Readable) return { stream: source };
  if (typeof source !== "string" && !(source instanceof URL)) {
    if (!("getReader" in source)) return { stream: Readable.from(source, { objectMode: false }) };
    return { stream: Readable.fromWeb(source as Parameters<typeof Readable.fromWeb>[0]) };
  }
  if (openJournals.has(`${identifyFile(source)}`))
    throw new PlantStoreImportError("input", "It is a journal that this process has opened.");
  // A thread that waits for a silent pipe would keep the process alive.
  if (!statSync(source).isFile())
    throw new PlantStoreImportError("input", "It is not a file. Read a pipe from standard input.");
  const file = createReadStream(source);
  const isCompressed = /\.gz$/i.test(String(source));
  // The reader of the text gets the errors of both.
  return { stream: isCompressed ? pipeline(file, createGunzip(), () => {}) : file, file };
}
