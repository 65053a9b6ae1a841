/** Measures in rounds. Each round runs every candidate once, so that a slow phase of the machine affects all equally. */

/** The figures of each candidate, one per round. */
export type Rounds<Name extends string> = Record<Name, number[]>;

/** Runs a warm-up round, then the rounds. The order rotates. */
export async function runRounds<Name extends string>(
  names: Name[],
  rounds: number,
  measure: (name: Name) => number | Promise<number>,
): Promise<Rounds<Name>> {
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Rounds<Name>;
  for (const name of names) await measure(name);
  for (let round = 0; round < rounds; round++) {
    const shift = round % names.length;
    for (const name of [...names.slice(shift), ...names.slice(0, shift)]) {
      // A candidate must not be slowed by the garbage of another. After a full collection, V8 would optimize its code again.
      globalThis.gc?.({ type: "minor" });
      figures[name].push(await measure(name));
    }
  }
  return figures;
}

export function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The median of the ratios within each round. This cancels slow phases of the machine. */
export function medianRatio(figures: number[] = [], reference: number[] = []): number {
  return median(figures.map((figure, round) => figure / (reference[round] ?? Number.NaN)));
}

/** The median of the differences within each round. */
export function medianDifference(figures: number[] = [], reference: number[] = []): number {
  return median(figures.map((figure, round) => figure - (reference[round] ?? Number.NaN)));
}
