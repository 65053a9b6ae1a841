/** The plants that this page has created, in whichever store. */
import type { NewPlant, Plant } from "plant-store-sdk";
import { find, make } from "./dom.ts";

const list = find("#plants", HTMLUListElement);
const clearButton = find("#clear-plants", HTMLButtonElement);
const count = find("#plant-count", HTMLElement);

export function offerToClearPlants(): void {
  clearButton.addEventListener("click", () => {
    list.replaceChildren();
    showCount();
  });
}

/**
 * @param id as it was sent: a store's answer does not repeat it.
 * @param plant the store's answer or, where that is lost, what was sent.
 */
export function addPlant(id: NewPlant["id"], { name, tag }: Plant): void {
  const parts = [make("strong", "", name), make("span", "id", `id ${id}`)];
  if (tag !== undefined) parts.splice(1, 0, make("span", "tag", tag));
  list.append(make("li", "", ...parts));
  showCount();
}

function showCount(): void {
  const plants = list.childElementCount;
  count.textContent = `${plants} ${plants === 1 ? "plant" : "plants"} created in this page`;
  clearButton.ariaDisabled = String(plants === 0); // It keeps the focus, as one that is disabled would not.
}
