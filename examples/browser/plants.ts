/** The plants that this page has created, in whichever store. */
import type { NewPlant, Plant } from "plant-store-sdk";
import { find, make } from "./dom.ts";

const list = find("#plants", HTMLUListElement);
const count = find("#plant-count", HTMLElement);

export function offerToClearPlants(): void {
  find("#clear-plants", HTMLButtonElement).addEventListener("click", () => {
    list.replaceChildren();
    showCount();
  });
}

/** @param id as it was sent: a store's answer does not repeat it. */
export function addPlant(id: NewPlant["id"], { name, tag }: Plant): void {
  const parts = [make("strong", "", name), make("span", "id", `id ${id}`)];
  if (tag !== undefined) parts.splice(1, 0, make("span", "tag", tag));
  list.append(make("li", "", ...parts));
  showCount();
}

function showCount(): void {
  const plants = list.childElementCount;
  count.textContent = `${plants} ${plants === 1 ? "plant" : "plants"} created in this page`;
}
