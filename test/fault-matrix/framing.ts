/**
 * Every pair of content-length, transfer-encoding and content-encoding, right or wrong. What a pair comes to is worked out
 * from a small model: first how the body's octets are told from the rest (RFC 9112 section 6), then what they decode to.
 */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import type { Ending, FaultCase } from "./matrix.ts";
import { hangUp, say } from "./moves.ts";

/** What the HTTP parser makes of the octets that are sent. */
type Framing =
  /** They arrive, all of them, and then a proper end. */
  | "whole"
  /** Half of them arrive, and then a proper end. */
  | "half"
  | "none"
  /** The connection is lost, or the framing broken, before the end. */
  | "cut"
  /** The headers are invalid: there is no answer. */
  | "refused";

/** What the decoder makes of octets that arrive whole. */
type Decoding =
  /** The plant. */
  | "plant"
  /** The beginning of the plant, or what is no text at all. */
  | "no plant"
  /** The decoder fails. */
  | "failing";

interface Length {
  name: string;
  /** The header's values, for so many octets. */
  values: (octets: number) => string[];
  framing: Framing;
}

interface Transfer {
  name: string;
  values: string[];
  frame?: (octets: Buffer) => Buffer;
  framing: Framing;
}

interface Content {
  name: string;
  value?: string;
  octets: Buffer;
  decoding: Decoding;
  /** The decoder fails where octets are missing; the others take what there is for the whole. */
  isStrict?: boolean;
}

const half = (octets: number) => Math.floor(octets / 2);

const lengths: Length[] = [
  // Until the connection ends.
  { name: "no length", values: () => [], framing: "whole" },
  { name: "the right length", values: (octets) => [`${octets}`], framing: "whole" },
  { name: "too short a length", values: (octets) => [`${half(octets)}`], framing: "half" },
  { name: "too long a length", values: (octets) => [`${octets + 5}`], framing: "cut" },
  { name: "a length of 0", values: () => ["0"], framing: "none" },
  { name: "leading zeros", values: (octets) => [`000${octets}`], framing: "whole" },
  { name: "spaces around the length", values: (octets) => [`   ${octets}  `], framing: "whole" },
  { name: "a length of 2^53", values: () => ["9007199254740992"], framing: "cut" },
  { name: "a length beyond 2^64", values: () => ["99999999999999999999"], framing: "refused" },
  { name: "a negative length", values: (octets) => [`-${octets}`], framing: "refused" },
  { name: "a length with a plus", values: (octets) => [`+${octets}`], framing: "refused" },
  { name: "a length that is no number", values: () => ["abc"], framing: "refused" },
  { name: "a hexadecimal length", values: (octets) => [`0x${octets.toString(16)}`], framing: "refused" },
  { name: "a length with decimals", values: (octets) => [`${octets}.0`], framing: "refused" },
  { name: "an empty length", values: () => [""], framing: "refused" },
  { name: "a list of lengths", values: (octets) => [`${octets}, ${octets}`], framing: "refused" },
  { name: "the length twice", values: (octets) => [`${octets}`, `${octets}`], framing: "refused" },
  { name: "two lengths", values: (octets) => [`${octets}`, `${octets + 1}`], framing: "refused" },
];

const chunk = (octets: Buffer, size = octets.length.toString(16)) =>
  Buffer.concat([Buffer.from(`${size}\r\n`), octets, Buffer.from("\r\n")]);
const lastChunk = Buffer.from("0\r\n\r\n");
const chunked = (octets: Buffer) => Buffer.concat([chunk(octets), lastChunk]);
const sized = (size: (octets: number) => string) => (octets: Buffer) =>
  Buffer.concat([chunk(octets, size(octets.length)), lastChunk]);

const transfers: Transfer[] = [
  { name: "not transfer-coded", values: [], framing: "whole" },
  { name: "chunked", values: ["chunked"], frame: chunked, framing: "whole" },
  { name: "Chunked", values: ["Chunked"], frame: chunked, framing: "whole" },
  {
    name: "a chunk with an extension",
    values: ["chunked"],
    frame: sized((octets) => `${octets.toString(16)};a=b`),
    framing: "whole",
  },
  {
    name: "too long a chunk size",
    values: ["chunked"],
    frame: (octets) => Buffer.concat([Buffer.from(`${(octets.length + 50).toString(16)}\r\n`), octets]),
    framing: "cut",
  },
  {
    name: "too short a chunk size",
    values: ["chunked"],
    frame: sized((octets) => half(octets).toString(16)),
    framing: "cut",
  },
  { name: "a chunk size that is no number", values: ["chunked"], frame: sized(() => "xyz"), framing: "cut" },
  { name: "a negative chunk size", values: ["chunked"], frame: sized(() => "-1"), framing: "cut" },
  {
    name: "a chunk size beyond 2^64",
    values: ["chunked"],
    frame: sized(() => "f".repeat(17)),
    framing: "cut",
  },
  { name: "no last chunk", values: ["chunked"], frame: (octets) => chunk(octets), framing: "cut" },
  { name: "chunked, but not in chunks", values: ["chunked"], framing: "cut" },
  // Where chunked is not the last, the body goes on until the connection ends (RFC 9112 section 6.3).
  { name: "transfer coding identity", values: ["identity"], framing: "whole" },
  { name: "an unknown transfer coding", values: ["xyz"], framing: "whole" },
  { name: "chunked, gzip", values: ["chunked, gzip"], framing: "whole" },
  { name: "gzip, chunked", values: ["gzip, chunked"], frame: chunked, framing: "whole" },
  { name: "chunked, chunked", values: ["chunked, chunked"], frame: chunked, framing: "whole" },
  { name: "chunked in two headers", values: ["chunked", "chunked"], frame: chunked, framing: "whole" },
];

const plain = Buffer.from(PLANT_JSON);
const garbage = Buffer.alloc(30, 0xff);
const zipped = gzipSync(plain);

const contents: Content[] = [
  { name: "not content-coded", octets: plain, decoding: "plant" },
  { name: "identity", value: "identity", octets: plain, decoding: "plant" },
  { name: "gzip", value: "gzip", octets: zipped, decoding: "plant" },
  { name: "x-gzip", value: "x-gzip", octets: zipped, decoding: "plant" },
  { name: "GZIP", value: "GZIP", octets: zipped, decoding: "plant" },
  { name: "br", value: "br", octets: brotliCompressSync(plain), decoding: "plant" },
  { name: "deflate", value: "deflate", octets: deflateSync(plain), decoding: "plant" },
  { name: "raw deflate", value: "deflate", octets: deflateRawSync(plain), decoding: "plant" },
  { name: "zstd", value: "zstd", octets: zstdCompressSync(plain), decoding: "plant", isStrict: true },
  { name: "gzip, gzip", value: "gzip, gzip", octets: gzipSync(zipped), decoding: "plant" },
  { name: "gzip, br", value: "gzip, br", octets: brotliCompressSync(zipped), decoding: "plant" },
  // What is not known is passed on as it is (Fetch standard, "handle content codings").
  { name: "an unknown content coding", value: "zstd-ish", octets: plain, decoding: "plant" },
  { name: "an unknown content coding of gzip", value: "zstd-ish", octets: zipped, decoding: "no plant" },
  { name: "gzip that is not named", octets: zipped, decoding: "no plant" },
  {
    name: "half a gzip",
    value: "gzip",
    octets: zipped.subarray(0, half(zipped.length)),
    decoding: "no plant",
  },
  { name: "plain text as gzip", value: "gzip", octets: plain, decoding: "failing" },
  { name: "plain text as zstd", value: "zstd", octets: plain, decoding: "failing", isStrict: true },
  { name: "garbage as br", value: "br", octets: garbage, decoding: "failing" },
  { name: "garbage as deflate", value: "deflate", octets: garbage, decoding: "failing" },
  { name: "gzip that was packed once", value: "gzip, gzip", octets: zipped, decoding: "failing" },
];

/** RFC 9112 section 6.3: both a length and a transfer coding ought to be handled as an error. */
function framingOf(length: Length, transfer: Transfer): Framing {
  const isBoth = length.values(1).length > 0 && transfer.values.length > 0;
  if (isBoth) return "refused";
  return length.framing === "whole" ? transfer.framing : length.framing;
}

/** As docs/errors-and-outcomes.md has it: no status, unknown; a 200 created a plant, whatever its body is. */
function endingOf(framing: Framing, content: Content): Ending {
  const requests = 1;
  if (framing === "refused") return { kind: "connection", outcome: "unknown", requests };
  // Fetch breaks off a body that it cannot decode as it does one whose connection is lost.
  if (framing === "cut" || fails(framing, content)) {
    return { kind: "connection", outcome: "created", requests };
  }
  const isPlant = framing === "whole" && content.decoding === "plant";
  return { kind: isPlant ? "success" : "unexpected-response", outcome: "created", requests };
}

function fails(framing: Framing, { decoding, isStrict = false }: Content): boolean {
  if (framing !== "whole" && isStrict) return true;
  return framing !== "none" && decoding === "failing";
}

function pair(length: Length, transfer: Transfer, content: Content): FaultCase {
  const octets = transfer.frame?.(content.octets) ?? content.octets;
  const lines = [
    ...length.values(octets.length).map((value) => `content-length: ${value}`),
    ...transfer.values.map((value) => `transfer-encoding: ${value}`),
    ...(content.value === undefined ? [] : [`content-encoding: ${content.value}`]),
    "connection: close",
  ];
  const head = `HTTP/1.1 200 OK\r\n${lines.join("\r\n")}\r\n\r\n`;
  return {
    name: `framing: ${length.name}; ${transfer.name}; ${content.name}`,
    peer: { answers: [[say(Buffer.concat([Buffer.from(head), octets])), hangUp]] },
    ending: endingOf(framingOf(length, transfer), content),
  };
}

const [noLength] = lengths as [Length];
const [notTransferCoded, ...transferCodings] = transfers as [Transfer, ...Transfer[]];
const [notContentCoded, ...contentCodings] = contents as [Content, ...Content[]];

export const framings: FaultCase[] = [
  ...lengths.flatMap((length) => transfers.map((transfer) => pair(length, transfer, notContentCoded))),
  ...lengths.flatMap((length) => contentCodings.map((content) => pair(length, notTransferCoded, content))),
  ...transferCodings.flatMap((transfer) =>
    contentCodings.map((content) => pair(noLength, transfer, content)),
  ),
];
