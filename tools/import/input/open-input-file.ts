/** Opens what an import reads, and decompresses it. */
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
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { PlantStoreImportError } from "../import-error.ts";
import { identifyFile, isOpenJournal, watchFile } from "./file-identity.ts";

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
  if (isOpenJournal(identifyFile(source)))
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

/**
 * Yields the bytes as they are, or those of all members if they are gzip. NULs after the last member are padding.
 *
 * @throws PlantStoreImportError if the data is damaged or cut off, or goes on after padding
 */
export async function* decompress(
  parts: AsyncGenerator<Buffer>,
  name = "",
): AsyncGenerator<Buffer, void, undefined> {
  let first = Buffer.alloc(0);
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    first = Buffer.concat([first, part.value]);
    if (first.length > 1) break;
  }
  if (first[0] !== 0x1f || first[1] !== 0x8b) {
    if (first.length === 0 && /\.gz$/i.test(name)) throw cutOff("it is empty");
    yield first;
    return yield* parts;
  }
  let received = 0;
  /** How many bytes there are up to the last one that is not NUL. */
  let length = 0;
  const next = async () => {
    const part = received === 0 ? { value: first } : await parts.next();
    if (part.value) {
      const last = part.value.findLastIndex((byte: number) => byte !== 0);
      if (last !== -1) length = received + last + 1;
      received += part.value.length;
    }
    return part as IteratorResult<Buffer>;
  };
  const gunzip = createGunzip();
  pipeline(Readable.from({ [Symbol.asyncIterator]: () => ({ next }) }), gunzip, () => {});
  try {
    yield* gunzip;
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    if (code === "Z_BUF_ERROR") throw cutOff(code);
    if (code.startsWith("Z_"))
      throw new PlantStoreImportError("input", `Its compressed data is damaged (${code}).`);
    throw cause;
  }
  // Node's gunzip ends, without an error, at a NUL after a member.
  while (!(await next()).done);
  if (gunzip.bytesWritten < length)
    throw new PlantStoreImportError("input", "It has data after the padding of its compressed data.");
}

const cutOff = (reason: string) =>
  new PlantStoreImportError("input", `Its compressed data is cut off (${reason}).`);
