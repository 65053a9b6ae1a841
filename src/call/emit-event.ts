import type { PlantStoreEvent } from "../events.ts";

/** Passes an event to the caller's listener. An error of the listener is reported and does not affect the call. */
export async function emitEvent(
  listener: (event: PlantStoreEvent) => void,
  event: PlantStoreEvent,
): Promise<void> {
  try {
    // TypeScript accepts an async function as a listener too.
    await listener(event);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  try {
    // In Bun and Deno, reportError ends the process like an uncaught exception.
    const endsProcess = "Bun" in globalThis || "Deno" in globalThis;
    if (typeof reportError === "function" && !endsProcess) reportError(error);
    else console.error(error);
  } catch {
    // A test runner's console may throw. The call continues.
  }
}
