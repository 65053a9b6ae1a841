/**
 * Every pair of content-length, transfer-encoding and content-encoding headers, valid and invalid. A small model
 * predicts each result: how the parser frames the body (RFC 9112 section 6), then what the body decodes to.
 */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import { close, send } from "./actions.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

/** What the HTTP parser does with the body. */
type Framing =
  /** The complete body arrives and ends properly. */
  | "complete"
  /** Half of the body arrives and ends properly. */
  | "half"
  /** The body is empty. */
  | "empty"
  /** The connection ends or the framing is violated before the end of the body. */
  | "truncated"
  /** The headers are invalid: there is no response. */
  | "rejected";

/** What the decoder does with a complete body. */
type Decoding =
  /** The plant. */
  | "plant"
  /** The beginning of the plant, or binary data. */
  | "not a plant"
  /** The decoder throws. */
  | "error";

interface Length {
  name: string;
  /** The values of the header for a body of this many octets. */
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
  /** The decoder throws if octets are missing. Other decoders return what they have. */
  isStrict?: boolean;
}

const half = (octets: number) => Math.floor(octets / 2);

const lengths: Length[] = [
  // The body ends with the connection.
  { name: "no length", values: () => [], framing: "complete" },
  { name: "the correct length", values: (octets) => [`${octets}`], framing: "complete" },
  { name: "a length that is too short", values: (octets) => [`${half(octets)}`], framing: "half" },
  { name: "a length that is too long", values: (octets) => [`${octets + 5}`], framing: "truncated" },
  { name: "a length of 0", values: () => ["0"], framing: "empty" },
  { name: "leading zeros", values: (octets) => [`000${octets}`], framing: "complete" },
  { name: "spaces around the length", values: (octets) => [`   ${octets}  `], framing: "complete" },
  { name: "a length of 2^53", values: () => ["9007199254740992"], framing: "truncated" },
  { name: "a length beyond 2^64", values: () => ["99999999999999999999"], framing: "rejected" },
  { name: "a negative length", values: (octets) => [`-${octets}`], framing: "rejected" },
  { name: "a length with a plus sign", values: (octets) => [`+${octets}`], framing: "rejected" },
  { name: "a length that is not a number", values: () => ["abc"], framing: "rejected" },
  { name: "a hexadecimal length", values: (octets) => [`0x${octets.toString(16)}`], framing: "rejected" },
  { name: "a length with decimals", values: (octets) => [`${octets}.0`], framing: "rejected" },
  { name: "an empty length", values: () => [""], framing: "rejected" },
  { name: "a list of lengths", values: (octets) => [`${octets}, ${octets}`], framing: "rejected" },
  { name: "the same length twice", values: (octets) => [`${octets}`, `${octets}`], framing: "rejected" },
  { name: "two different lengths", values: (octets) => [`${octets}`, `${octets + 1}`], framing: "rejected" },
];

const chunk = (octets: Buffer, size = octets.length.toString(16)) =>
  Buffer.concat([Buffer.from(`${size}\r\n`), octets, Buffer.from("\r\n")]);
const lastChunk = Buffer.from("0\r\n\r\n");
const chunked = (octets: Buffer) => Buffer.concat([chunk(octets), lastChunk]);
const sized = (size: (octets: number) => string) => (octets: Buffer) =>
  Buffer.concat([chunk(octets, size(octets.length)), lastChunk]);

const transfers: Transfer[] = [
  { name: "no transfer coding", values: [], framing: "complete" },
  { name: "chunked", values: ["chunked"], frame: chunked, framing: "complete" },
  { name: "Chunked", values: ["Chunked"], frame: chunked, framing: "complete" },
  {
    name: "a chunk with an extension",
    values: ["chunked"],
    frame: sized((octets) => `${octets.toString(16)};a=b`),
    framing: "complete",
  },
  {
    name: "a chunk size that is too long",
    values: ["chunked"],
    frame: (octets) => Buffer.concat([Buffer.from(`${(octets.length + 50).toString(16)}\r\n`), octets]),
    framing: "truncated",
  },
  {
    name: "a chunk size that is too short",
    values: ["chunked"],
    frame: sized((octets) => half(octets).toString(16)),
    framing: "truncated",
  },
  {
    name: "a chunk size that is not a number",
    values: ["chunked"],
    frame: sized(() => "xyz"),
    framing: "truncated",
  },
  { name: "a negative chunk size", values: ["chunked"], frame: sized(() => "-1"), framing: "truncated" },
  {
    name: "a chunk size beyond 2^64",
    values: ["chunked"],
    frame: sized(() => "f".repeat(17)),
    framing: "truncated",
  },
  { name: "no last chunk", values: ["chunked"], frame: (octets) => chunk(octets), framing: "truncated" },
  { name: "chunked, but the body is not", values: ["chunked"], framing: "truncated" },
  // If chunked is not the last coding, the body ends with the connection (RFC 9112 section 6.3).
  { name: "transfer coding identity", values: ["identity"], framing: "complete" },
  { name: "an unknown transfer coding", values: ["xyz"], framing: "complete" },
  { name: "chunked, gzip", values: ["chunked, gzip"], framing: "complete" },
  { name: "gzip, chunked", values: ["gzip, chunked"], frame: chunked, framing: "complete" },
  { name: "chunked, chunked", values: ["chunked, chunked"], frame: chunked, framing: "complete" },
  { name: "chunked in two headers", values: ["chunked", "chunked"], frame: chunked, framing: "complete" },
];

const plain = Buffer.from(PLANT_JSON);
const garbage = Buffer.alloc(30, 0xff);
const gzipped = gzipSync(plain);

const contents: Content[] = [
  { name: "no content coding", octets: plain, decoding: "plant" },
  { name: "identity", value: "identity", octets: plain, decoding: "plant" },
  { name: "gzip", value: "gzip", octets: gzipped, decoding: "plant" },
  { name: "x-gzip", value: "x-gzip", octets: gzipped, decoding: "plant" },
  { name: "GZIP", value: "GZIP", octets: gzipped, decoding: "plant" },
  { name: "br", value: "br", octets: brotliCompressSync(plain), decoding: "plant" },
  { name: "deflate", value: "deflate", octets: deflateSync(plain), decoding: "plant" },
  { name: "raw deflate", value: "deflate", octets: deflateRawSync(plain), decoding: "plant" },
  { name: "zstd", value: "zstd", octets: zstdCompressSync(plain), decoding: "plant", isStrict: true },
  { name: "gzip, gzip", value: "gzip, gzip", octets: gzipSync(gzipped), decoding: "plant" },
  { name: "gzip, br", value: "gzip, br", octets: brotliCompressSync(gzipped), decoding: "plant" },
  // An unknown coding is not decoded (Fetch standard, "handle content codings").
  { name: "an unknown content coding", value: "zstd-ish", octets: plain, decoding: "plant" },
  {
    name: "an unknown content coding, gzip body",
    value: "zstd-ish",
    octets: gzipped,
    decoding: "not a plant",
  },
  { name: "gzip body without a header", octets: gzipped, decoding: "not a plant" },
  {
    name: "truncated gzip",
    value: "gzip",
    octets: gzipped.subarray(0, half(gzipped.length)),
    decoding: "not a plant",
  },
  { name: "plain text as gzip", value: "gzip", octets: plain, decoding: "error" },
  { name: "plain text as zstd", value: "zstd", octets: plain, decoding: "error", isStrict: true },
  { name: "garbage as br", value: "br", octets: garbage, decoding: "error" },
  { name: "garbage as deflate", value: "deflate", octets: garbage, decoding: "error" },
  { name: "gzip, gzip with a body compressed once", value: "gzip, gzip", octets: gzipped, decoding: "error" },
];

/** RFC 9112 section 6.3: a response with both a length and a transfer coding is an error. */
function framingOf(length: Length, transfer: Transfer): Framing {
  const hasBoth = length.values(1).length > 0 && transfer.values.length > 0;
  if (hasBoth) return "rejected";
  return length.framing === "complete" ? transfer.framing : length.framing;
}

/** By docs/errors.md: an incomplete 200 with JSON is the store's; a complete one that is not a plant may not be. */
function expectedResult(framing: Framing, content: Content): CallResult {
  const requests = 1;
  if (framing === "rejected") return { kind: "connection", outcome: "unknown", requests };
  // Fetch reports a body that it cannot decode as a lost connection.
  if (framing === "truncated" || failsToDecode(framing, content)) {
    return { kind: "connection", outcome: "created", requests };
  }
  const isPlant = framing === "complete" && content.decoding === "plant";
  return isPlant
    ? { kind: "success", outcome: "created", requests }
    : { kind: "unexpected-response", outcome: "unknown", requests };
}

function failsToDecode(framing: Framing, { decoding, isStrict = false }: Content): boolean {
  if (framing !== "complete" && isStrict) return true;
  return framing !== "empty" && decoding === "error";
}

function combine(length: Length, transfer: Transfer, content: Content): FaultCase {
  const octets = transfer.frame?.(content.octets) ?? content.octets;
  const lines = [
    ...length.values(octets.length).map((value) => `content-length: ${value}`),
    ...transfer.values.map((value) => `transfer-encoding: ${value}`),
    ...(content.value === undefined ? [] : [`content-encoding: ${content.value}`]),
    "content-type: application/json",
    "connection: close",
  ];
  const head = `HTTP/1.1 200 OK\r\n${lines.join("\r\n")}\r\n\r\n`;
  return {
    name: `framing: ${length.name}; ${transfer.name}; ${content.name}`,
    server: { responses: [[send(Buffer.concat([Buffer.from(head), octets])), close]] },
    expected: expectedResult(framingOf(length, transfer), content),
  };
}

const [noLength] = lengths as [Length];
const [noTransferCoding, ...transferCodings] = transfers as [Transfer, ...Transfer[]];
const [noContentCoding, ...contentCodings] = contents as [Content, ...Content[]];

export const framings: FaultCase[] = [
  ...lengths.flatMap((length) => transfers.map((transfer) => combine(length, transfer, noContentCoding))),
  ...lengths.flatMap((length) => contentCodings.map((content) => combine(length, noTransferCoding, content))),
  ...transferCodings.flatMap((transfer) =>
    contentCodings.map((content) => combine(noLength, transfer, content)),
  ),
];
