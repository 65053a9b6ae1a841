/** Decompresses gzip, all of it. */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { PlantStoreImportError } from "../import-error.ts";

export const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Decompresses all members of a gzip file. NULs after the last one are padding.
 *
 * @throws PlantStoreImportError if the data is damaged or cut off, or goes on after padding
 */
export async function* decompressGzip(parts: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let received = 0;
  /** How many bytes there are up to the last one that is not NUL. */
  let length = 0;
  const next = async () => {
    const part = await parts.next();
    if (part.done) return part;
    const last = part.value.findLastIndex((byte) => byte !== 0);
    if (last !== -1) length = received + last + 1;
    received += part.value.length;
    return part;
  };
  const gunzip = createGunzip();
  pipeline(Readable.from({ [Symbol.asyncIterator]: () => ({ next }) }), gunzip, () => {});
  try {
    yield* gunzip;
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    if (!code.startsWith("Z_")) throw cause;
    const problem = code === "Z_BUF_ERROR" ? "is cut off" : "is damaged";
    throw new PlantStoreImportError("input", `Its compressed data ${problem} (${code}).`, { cause });
  }
  // Node's gunzip ends, without an error, at a NUL after a member.
  while (!(await next()).done);
  if (gunzip.bytesWritten < length)
    throw new PlantStoreImportError("input", "It has data after the padding of its compressed data.");
}
