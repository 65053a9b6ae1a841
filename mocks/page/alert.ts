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
    alert.textContent = message.replace("connectMockStore: c", "C"); // The user called no function.
  }
}

const banner = find("#banner", HTMLElement);

/** While the store cannot be reached, says so, and turns off what needs it. */
export function showReachable(isReachable: boolean): void {
  banner.textContent = isReachable
    ? ""
    : "The mock was stopped or cannot be reached. This page connects again when it is back.";
  for (const control of document.querySelectorAll<HTMLButtonElement | HTMLSelectElement>(NEEDS_STORE))
    control.disabled = !isReachable;
}

const NEEDS_STORE = "#faults :is(button, select), #reset, #session, #create, #lose-response";

/** Call this when the failure may be over. */
export function clearAlert(): void {
  alert.textContent = "";
}
