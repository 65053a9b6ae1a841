/** Buttons that copy a text. */
import { find, make } from "./dom.ts";

const CONFIRMATION_MS = 1_500;

/** Connects a button of the page. */
export function connectCopyButton(selector: string, text: () => string): void {
  connect(find(selector, HTMLButtonElement), text);
}

/** @param name for screen readers, such as "Copy as curl" */
export function makeCopyButton(name: string, text: () => string): HTMLButtonElement {
  const button = make("button", "quiet", name);
  button.type = "button";
  connect(button, text);
  return button;
}

function connect(button: HTMLButtonElement, text: () => string): void {
  const { ariaLabel, textContent } = button;
  const label = (shown: string | null, name: string | null) => {
    button.textContent = shown;
    button.ariaLabel = name;
  };
  button.addEventListener("click", async () => {
    label((await copy(text())) ? "Copied" : "Select the text", null);
    setTimeout(() => label(textContent, ariaLabel), CONFIRMATION_MS);
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
