/** Tells ids that were rounded on their way from exact ones. Pure functions of the ids so far. */
const DIGITS = 15;
const gapOfDoubles = (id: bigint) => 2 ** (id.toString(2).length - 53);
const gapOfDigits = (id: bigint) => 10 ** (String(id).length - DIGITS);

/**
 * How tools round ids: which fit, and how far these are apart, so that one of so many exact ids fits. Ids below `from` say
 * nothing. With `needsOdd`, one id must be an odd multiple: the last bits of some exact ids are 0.
 */
const WAYS = [
  // JSON.parse, jq 1.6, Go: the shortest digits of a double, such as 1234567890123456800.
  {
    from: 2n ** 53n,
    fits: (id: bigint) => String(Number(id)) === String(id),
    gapOf: gapOfDoubles,
    needsOdd: false,
  },
  // R, awk, printf: all digits of a double, such as 1234567890123456768.
  { from: 2n ** 53n, fits: (id: bigint) => BigInt(Number(id)) === id, gapOf: gapOfDoubles, needsOdd: true },
  // Spreadsheets: zeros after the 15th digit.
  {
    from: 10n ** 15n,
    fits: (id: bigint) => id % BigInt(gapOfDigits(id)) === 0n,
    gapOf: gapOfDigits,
    needsOdd: false,
  },
];

/** The ways in which all ids so far look rounded, with the evidence in bits. */
export const NO_EVIDENCE = WAYS.map((way) => ({ way, bits: 0, hasOdd: false }));
export type Evidence = typeof NO_EVIDENCE;

const sizeOf = (id: number | bigint) => (id < 0 ? -BigInt(id) : BigInt(id));

/** Whether an id has 16 digits or more. A smaller one never looks rounded. */
export const isLarge = (id: number | bigint) => id >= 1e15 || id <= -1e15;

/** Adds a large id. A way that it breaks is left out for good. */
export function addId(evidence: Evidence, id: number | bigint): Evidence {
  const size = sizeOf(id);
  return evidence.flatMap(({ way, bits, hasOdd }) => {
    if (size < way.from) return { way, bits, hasOdd };
    if (!way.fits(size)) return [];
    const gap = way.gapOf(size);
    return { way, bits: bits + Math.log2(gap), hasOdd: hasOdd || (size / BigInt(gap)) % 2n === 1n };
  });
}

/** Whether an id that was added looks rounded. */
export const looksRounded = (evidence: Evidence, id: number | bigint) =>
  evidence.some(({ way }) => sizeOf(id) >= way.from);

/** The strongest evidence, in bits: that of n bits appears by chance in one of 2^n inputs with exact ids. */
export const bitsOf = (evidence: Evidence) =>
  Math.max(0, ...evidence.map(({ way, bits, hasOdd }) => (way.needsOdd && !hasOdd ? 0 : bits)));

/** The distance of an id to its neighbours, if it is rounded as the evidence says. */
export const gapOf = (evidence: Evidence, id: number | bigint) =>
  evidence.toSorted((a, b) => b.bits - a.bits)[0]?.way.gapOf(sizeOf(id)) ?? 0;
