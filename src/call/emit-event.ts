import type { PlantStoreEvent } from "../events.ts";
import { report } from "./runtime.ts";

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
