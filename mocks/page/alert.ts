/** Says that an action of the user failed. Screen readers announce it. */
import { find } from "./dom.ts";

const alert = find("#alert", HTMLElement);
const banner = find("#banner", HTMLElement);

/** Shows why an action fails, until the next one. Never rejects. */
export async function reportFailure(action: Promise<unknown>): Promise<void> {
  alert.textContent = "";
  try {
    await action;
  } catch (error) {
    alert.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** While the store cannot be reached, says why, and turns off what needs it. Failures may be over when it is back. */
export function showReachable(problem: string | undefined): void {
  const isReachable = problem === undefined;
  if (isReachable) alert.textContent = "";
  banner.textContent = isReachable ? "" : `${problem} This page tries to connect again.`;
  const needsStore = "#faults :is(button, select), #reset, #session, #create, #lose-response";
  for (const control of document.querySelectorAll<HTMLButtonElement | HTMLSelectElement>(needsStore))
    control.disabled = !isReachable;
}
