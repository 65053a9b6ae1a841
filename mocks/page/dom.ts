/** Finds and creates elements. Text is always set as text, never as HTML: requests contain anything. */
import { escapeControlsInLines } from "../../src/common/escape-controls.ts";

/** @throws if there is no such element, or it has another type. */
export function find<T extends Element>(selector: string, type: new () => T): T {
  const element = document.querySelector(selector);
  if (element instanceof type) return element;
  throw new Error(`No ${type.name} found for ${selector}.`);
}

/** Creates an element with classes and children. A text shows its controls: some would reorder what is around it. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = "",
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  for (const child of children)
    element.append(typeof child === "string" ? escapeControlsInLines(child) : child);
  return element;
}

/** Creates a button that calls the listener. */
export function makeButton(text: string, onClick?: () => unknown): HTMLButtonElement {
  const button = make("button", "", text);
  button.type = "button";
  if (onClick !== undefined) button.addEventListener("click", onClick);
  return button;
}
