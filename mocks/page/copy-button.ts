/** Buttons that copy a text. */
import { find } from "./dom.ts";

const CONFIRMATION_MS = 1_500;

/** @param target the button, or its selector */
export function connectCopyButton(target: HTMLButtonElement | string, text: () => string): void {
  const button = typeof target === "string" ? find(target, HTMLButtonElement) : target;
  const { ariaLabel, textContent } = button;
  const label = (shown: string, name: string | null) =>
    Object.assign(button, { textContent: shown, ariaLabel: name });
  button.addEventListener("click", async () => {
    // Pages have a clipboard only over https and on this machine.
    const writing = navigator.clipboard?.writeText(text()).then(() => "Copied");
    label((await writing?.catch(() => undefined)) ?? "Select the text", null);
    setTimeout(() => label(textContent, ariaLabel), CONFIRMATION_MS);
  });
}
