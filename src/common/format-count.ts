/** Numbers of things, for people. */

/** `1,200`. */
export const formatCount = (count: number) => count.toLocaleString("en-US");

/** `1 row`, or `1,200 rows`. */
export const plural = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
