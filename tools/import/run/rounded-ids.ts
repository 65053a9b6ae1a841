/** Tells ids that were rounded on their way from ids that are exact. Pure functions of the ids so far. */

/** A way in which tools round ids. */
interface Way {
  /** Smaller ids say nothing about it. */
  from: bigint;
  fits(id: bigint): boolean;
  /** The distance of neighbours, if ids are rounded so. Of 2^n exact ids, one in the distance fits. */
  gapOf(id: bigint): number;
  /** Whether one of the ids must be an odd multiple of the gap: the last bits of some exact ids are 0. */
  needsOdd?: true;
}

const DIGITS = 15;
const gapOfDoubles = (id: bigint) => 2 ** (id.toString(2).length - 53);
const gapOfDigits = (id: bigint) => 10 ** (String(id).length - DIGITS);

const WAYS: readonly Way[] = [
  // JSON.parse, jq 1.6, Go: the shortest digits of a double, such as 1234567890123456800.
  { from: 2n ** 53n, fits: (id) => String(Number(id)) === String(id), gapOf: gapOfDoubles },
  // R, awk, printf: all digits of a double, such as 1234567890123456768.
  { from: 2n ** 53n, fits: (id) => BigInt(Number(id)) === id, gapOf: gapOfDoubles, needsOdd: true },
  // Spreadsheets: zeros after the 15th digit.
  { from: 10n ** 15n, fits: (id) => id % BigInt(gapOfDigits(id)) === 0n, gapOf: gapOfDigits },
];

/** The ways in which all ids so far look rounded, with the evidence in bits. Empty as soon as there is none. */
export type Evidence = readonly { way: Way; bits: number; hasOdd: boolean }[];

export const NO_EVIDENCE: Evidence = WAYS.map((way) => ({ way, bits: 0, hasOdd: false }));

const sizeOf = (id: number | bigint) => (id < 0 ? -BigInt(id) : BigInt(id));

/** Whether an id is so large that it can look rounded: it has 16 digits or more. */
export const isLarge = (id: number | bigint) => id >= 1e15 || id <= -1e15;

/** Adds a large id. A way that it breaks is left out for good. */
export function addId(evidence: Evidence, id: number | bigint): Evidence {
  const size = sizeOf(id);
  return evidence.flatMap(({ way, bits, hasOdd }) => {
    if (size < way.from) return { way, bits, hasOdd };
    if (!way.fits(size)) return [];
    const gap = way.gapOf(size);
    const isOdd = (size / BigInt(gap)) % 2n === 1n;
    return { way, bits: bits + Math.log2(gap), hasOdd: hasOdd || isOdd };
  });
}

/** Whether an id that was added looks rounded. */
export const looksRounded = (evidence: Evidence, id: number | bigint) =>
  evidence.some(({ way }) => sizeOf(id) >= way.from);

/** The strongest evidence, in bits: that of n bits appears by chance in one of 2^n inputs with exact ids. */
export const bitsOf = (evidence: Evidence) =>
  Math.max(0, ...evidence.map(({ way, bits, hasOdd }) => (way.needsOdd && !hasOdd ? 0 : bits)));

/** The distance of an id to its neighbours, if it is rounded as the evidence says. */
export function gapOf(evidence: Evidence, id: number | bigint): number {
  const [strongest] = evidence.toSorted((a, b) => b.bits - a.bits);
  return strongest?.way.gapOf(sizeOf(id)) ?? 0;
}
