/** The last number that is accepted on the way to one that is rejected, if all after it are rejected. */
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
