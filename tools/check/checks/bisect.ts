/** The largest number that is accepted, if all up to it are. */
export async function bisect(
  isAccepted: (value: number) => Promise<boolean>,
  accepted: number,
  rejected: number,
): Promise<number> {
  let [low, high] = [accepted, rejected];
  while (Math.abs(high - low) > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isAccepted(middle)) low = middle;
    else high = middle;
  }
  return low;
}
