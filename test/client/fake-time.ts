/** Time for tests of waits and deadlines: nobody waits for real. */
import { onTestFinished, vi } from "vitest";

/** Until the test ends, time stands still while anything is going on, and otherwise jumps to the next timer. */
export function jumpFromTimerToTimer(options?: Parameters<typeof vi.useFakeTimers>[0]): void {
  vi.useFakeTimers(options);
  vi.setTimerTickMode("nextTimerAsync");
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
