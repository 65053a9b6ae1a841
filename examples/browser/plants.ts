/** Lists the plants that this page has created, in the mock or in a real service. */
import type { NewPlant, Plant } from "plant-store-sdk";
import { find, make } from "./dom.ts";

const list = find("#plants", HTMLUListElement);
const clearButton = find("#clear-plants", HTMLButtonElement);
const count = find("#plant-count", HTMLElement);

export function setUpPlants(): void {
  clearButton.addEventListener("click", () => {
    list.replaceChildren();
    showCount();
  });
}

/**
 * @param id as it was sent, because a response does not contain it.
 * @param plant from the response, or as it was sent if the response was lost.
 */
export function addPlant(id: NewPlant["id"], { name, tag }: Plant): void {
  const parts = [make("strong", "", name), make("span", "id", `id ${id}`)];
  if (tag !== undefined) parts.splice(1, 0, make("span", "tag", tag));
  list.append(make("li", "", ...parts));
  showCount();
}

function showCount(): void {
  const plants = list.childElementCount;
  count.textContent = `${plants} ${plants === 1 ? "plant" : "plants"} created from this page`;
  clearButton.ariaDisabled = String(plants === 0); // With `disabled`, it would lose the focus.
}
