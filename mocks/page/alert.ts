/** Says that an action of the user failed. Screen readers announce it. */
import { find } from "./dom.ts";

const alert = find("#alert", HTMLElement);

/** Shows why an action fails, until the next one. Never rejects. */
export async function reportFailure(action: Promise<unknown>): Promise<void> {
  clearAlert();
  try {
    await action;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    alert.textContent = message.replace("connectPlantStore: c", "C"); // The user called no function.
  }
}

/** Call this when the failure may be over. */
export function clearAlert(): void {
  alert.textContent = "";
}
