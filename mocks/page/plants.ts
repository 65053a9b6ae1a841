/** Shows the plants in the store. */
import type { NewPlant } from "plant-store-sdk";
import { find, make } from "./dom.ts";
import { formatCount, formatNumber } from "./format.ts";

/** The newest ones are shown. */
const MAX_SHOWN = 14;

const list = find("#plants", HTMLUListElement);
const count = find("#plant-count", HTMLElement);
const empty = find("#no-plants", HTMLElement);

/** The number of plants before the last change; undefined until the first. */
let previous: number | undefined;

export function showPlants(plants: readonly NewPlant[]): void {
  const added = previous === undefined ? 0 : plants.length - previous;
  const copies = countById(plants);
  const newest = plants.slice(-MAX_SHOWN).reverse();
  const items = newest.map((plant, position) => {
    const item = makeItem(plant, copies.get(String(plant.id)) ?? 1);
    if (position < added) item.classList.add("new");
    return item;
  });
  const hidden = plants.length - newest.length;
  if (hidden > 0) items.push(makeMore(hidden));
  list.replaceChildren(...items);
  count.textContent = plants.length === 0 ? "" : formatCount(plants.length, "plant");
  empty.hidden = plants.length > 0;
  previous = plants.length;
}

/** The admin API lists them all. */
function makeMore(hidden: number): HTMLLIElement {
  const link = make("a", "", `and ${formatNumber(hidden)} more`);
  link.href = "plants";
  return make("li", "more", link);
}

function countById(plants: readonly NewPlant[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { id } of plants) counts.set(String(id), (counts.get(String(id)) ?? 0) + 1);
  return counts;
}

function makeItem({ id, name, tag }: NewPlant, copies: number): HTMLLIElement {
  const item = make("li", "plant", make("code", "id", String(id)), " ", make("span", "name", name));
  if (tag !== undefined) item.append(" ", make("span", "tag", tag));
  item.title = tag === undefined ? name : `${name}, ${tag}`; // Long ones are cut.
  if (copies > 1) {
    item.dataset.duplicate = "true";
    item.append(" ", make("span", "duplicate", "duplicate id"));
  }
  return item;
}
