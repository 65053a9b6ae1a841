/** What the page says about the queue of faults. */
import type { Fault } from "plant-store-sdk/mocks/remote";
import { formatValue } from "./value-text.ts";

/** The queue as TypeScript, for a test. */
export function faultsCode(faults: readonly Fault[]): string {
  const lines = faults.map((fault) => `  ${formatValue(fault, "  ")},\n`);
  return `store.enqueue(\n${lines.join("")});\n`;
}

/** Whether a fault before this one takes every request that this one would take. */
export function isUnreached(faults: readonly Fault[], index: number): boolean {
  const fault = faults[index];
  return faults
    .slice(0, index)
    .some(
      ({ times, for: duration, id, name }) =>
        times === "always" &&
        duration === undefined &&
        (id === undefined || id === fault?.id) &&
        (name === undefined || name === fault?.name),
    );
}
