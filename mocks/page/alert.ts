/** Says that an action of the user failed. Screen readers announce it. */
import { find } from "./dom.ts";

const alert = find("#alert", HTMLElement);

/** Shows why an action fails, until the next one. Never rejects. */
export async function reportFailure(action: Promise<unknown>): Promise<void> {
  alert.textContent = "";
  try {
    await action;
  } catch (error) {
    alert.textContent = error instanceof Error ? error.message : String(error);
  }
}
