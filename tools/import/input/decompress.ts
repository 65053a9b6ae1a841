/** Decompresses what is gzip, all of it. */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { PlantStoreImportError } from "../import-error.ts";

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
