/** Formats durations. */

const wholeNumber = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** "1,200 ms" */
export const ms = (duration: number) => `${wholeNumber.format(duration)} ms`;
