/** Decompresses an input, and turns UTF-16 into UTF-8. Both are recognized by their first bytes. */
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

type Chunks = AsyncIterable<Uint8Array>;

/** Returns UTF-8 without a byte order mark at its beginning. */
export async function* decodeText(chunks: Chunks): AsyncGenerator<Uint8Array, void, undefined> {
  const source = await peek(chunks, 2);
  const isCompressed = source.start[0] === 0x1f && source.start[1] === 0x8b;
  const { start, all } = await peek(isCompressed ? decompress(source.all) : source.all, 3);
  const [first, second, third] = start;
  if (first === 0xff && second === 0xfe) yield* transcode(all, "utf-16le");
  else if (first === 0xfe && second === 0xff) yield* transcode(all, "utf-16be");
  else yield* skip(all, first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0);
}

/** Reads the first bytes, or all if there are fewer. `all` still has them. */
async function peek(chunks: Chunks, length: number): Promise<{ start: Uint8Array; all: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start = new Uint8Array(0) as Uint8Array;
  while (start.length < length) {
    const { done, value } = await iterator.next();
    if (done) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  const all = async function* () {
    yield start;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return { start, all: all() };
}

async function* decompress(chunks: Chunks): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip();
  pipeline(chunks, gunzip, () => {}); // The loop below throws its error.
  yield* gunzip;
}

async function* transcode(chunks: Chunks, encoding: string): AsyncGenerator<Uint8Array, void, undefined> {
  const [decoder, encoder] = [new TextDecoder(encoding, { fatal: true }), new TextEncoder()];
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}

async function* skip(chunks: Chunks, length: number): AsyncGenerator<Uint8Array, void, undefined> {
  let left = length;
  for await (const chunk of chunks) {
    yield chunk.subarray(left);
    left = Math.max(left - chunk.length, 0);
  }
}
