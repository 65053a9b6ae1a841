/** A time axis that is scaled to what happened. */

/** Three to five round numbers from 0 to the end of the axis. @param span the length of the axis, ms */
export function ticksOf(span: number): number[] {
  const step = largestRoundNumber(span / 2);
  const count = Math.floor(span / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The largest 1, 2 or 5, times a power of ten, that is not above the limit. */
function largestRoundNumber(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit));
  const factor = [5, 2, 1].find((candidate) => candidate * power <= limit) ?? 1;
  return factor * power;
}
