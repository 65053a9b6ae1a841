/** Connects a button that copies a text. */
import { find } from "./dom.ts";

const CONFIRMATION_MS = 1_500;

export function connectCopyButton(selector: string, text: () => string): void {
  const button = find(selector, HTMLButtonElement);
  const { ariaLabel } = button;
  const label = (shown: string, name: string | null) => {
    button.textContent = shown;
    button.ariaLabel = name;
  };
  button.addEventListener("click", async () => {
    label((await copy(text())) ? "Copied" : "Select the text", null);
    setTimeout(() => label("Copy", ariaLabel), CONFIRMATION_MS);
  });
}

/** Pages have a clipboard only over https and on this machine. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
