import { vi } from "vitest";

/** Makes time jump to the next timer whenever nothing else is pending, until the test ends. */
export function jumpFromTimerToTimer(options?: Parameters<typeof vi.useFakeTimers>[0]): void {
  vi.useFakeTimers(options);
  vi.setTimerTickMode("nextTimerAsync");
}
