/** Splits a stream of bytes into rows, whichever format it has. */
import { PlantStoreImportError } from "../import-error.ts";
import { isWhiteSpace, OPEN_ARRAY } from "./json-bytes.ts";
import { appendPart, type RowText, type Splitter } from "./row-text.ts";
import { ArraySplitter } from "./split-array.ts";
import { LineSplitter } from "./split-lines.ts";

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Splits NDJSON or a JSON array.
 *
 * @throws PlantStoreImportError if the input is UTF-16 or compressed, if an array is incomplete, or if a row is too long
 */
export async function* splitRows(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<RowText, void, undefined> {
  let splitter: Splitter | undefined;
  let start = new Uint8Array(0) as Uint8Array;
  for await (const chunk of chunks) {
    if (splitter) {
      yield* splitter.split(chunk);
    } else {
      // The first parts may contain only white space, or a part of the byte order mark.
      start = appendPart(start, chunk, 1);
      if (start.length < BYTE_ORDER_MARK.length) continue;
      splitter = chooseSplitter(start);
      if (splitter) yield* splitter.split(skipByteOrderMark(start));
    }
  }
  if (!splitter) {
    splitter = chooseSplitter(start) ?? new LineSplitter(); // A tiny file, or only white space.
    yield* splitter.split(start);
  }
  const last = splitter.end();
  if (last) yield last;
}

/** Decides by the first character. Returns `undefined` if there is none yet. */
function chooseSplitter(start: Uint8Array): Splitter | undefined {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new PlantStoreImportError("input", "The input is UTF-16. Convert it to UTF-8.");
  }
  if (first === 0x1f && second === 0x8b) {
    throw new PlantStoreImportError("input", "The input is compressed. Decompress it, or name its format.");
  }
  const character = skipByteOrderMark(start).find((byte) => !isWhiteSpace(byte));
  if (character === undefined) return undefined;
  return character === OPEN_ARRAY ? new ArraySplitter() : new LineSplitter();
}

function skipByteOrderMark(start: Uint8Array): Uint8Array {
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => start[index] === byte);
  return hasMark ? start.subarray(BYTE_ORDER_MARK.length) : start;
}
