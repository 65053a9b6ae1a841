/** Shows the plants in the store. */
import type { NewPlant } from "plant-store-sdk";
import { find, make } from "./dom.ts";
import { formatCount, formatNumber } from "./format.ts";
import { isSamePlant, type Known, type LastCall, type Reality } from "./last-call.ts";

const missing = find("#missing-plant", HTMLElement);

/** The newest ones are shown. */
const MAX_SHOWN = 14;

const list = find("#plants", HTMLUListElement);
const count = find("#plant-count", HTMLElement);
const empty = find("#no-plants", HTMLElement);

/** The number of plants before the last change; undefined until the first. */
let previous: number | undefined;

let shown: readonly NewPlant[] = [];
let lastCall: { call: LastCall; reality: Reality } | undefined;

/** Marks the plant of the last call, or says that the store does not have it. */
export function markPlant(last: { call: LastCall; reality: Reality } | undefined): void {
  lastCall = last;
  showPlants(shown);
}

export function showPlants(plants: readonly NewPlant[]): void {
  shown = plants;
  const added = previous === undefined ? 0 : plants.length - previous;
  const copies = countById(plants);
  const newest = plants.slice(-MAX_SHOWN).reverse();
  const ofCall = plantsOfCall(newest);
  const items = newest.map((plant, position) => {
    const item = makeItem(plant, copies.get(String(plant.id)) ?? 1);
    if (lastCall !== undefined && ofCall.has(plant)) {
      item.classList.add("of-call");
      item.append(" ", makeKnown(lastCall.call));
    }
    if (position < added) item.classList.add("new");
    return item;
  });
  const hidden = plants.length - newest.length;
  if (hidden > 0) items.push(makeMore(hidden));
  list.replaceChildren(...items);
  showMissing();
  count.textContent = plants.length === 0 ? "" : formatCount(plants.length, "plant");
  empty.hidden = plants.length > 0;
  previous = plants.length;
}

/** The plants that the last call has created. Earlier calls may have created equal ones. */
function plantsOfCall(newest: readonly NewPlant[]): Set<NewPlant> {
  if (lastCall === undefined) return new Set();
  const { call, reality } = lastCall;
  return new Set(newest.filter((plant) => isSamePlant(plant, call.plant)).slice(0, reality.stored));
}

/** The place where the plant of the last call would be. */
function showMissing(): void {
  const { call, reality } = lastCall ?? {};
  const isMissing =
    reality !== undefined && reality.requests.size > 0 && reality.isOver && reality.stored === 0;
  missing.hidden = !isMissing;
  if (!isMissing || call === undefined) return;
  missing.replaceChildren(
    ...plantParts(call.plant),
    " ",
    make("span", "note", "not stored"),
    " ",
    makeKnown(call),
  );
}

/** What the caller knows of this plant. */
function makeKnown({ known }: LastCall): HTMLElement {
  const badge = make(
    "span",
    "known",
    known === undefined ? "your call runs" : `your code: ${KNOWN_LABELS[known]}`,
  );
  badge.dataset.outcome = known === "success" ? "created" : (known ?? "pending");
  return badge;
}

const KNOWN_LABELS: Record<Known, string> = {
  success: "created",
  created: "created",
  "not-created": "not created",
  unknown: "unknown",
  duplicate: "maybe a duplicate",
};

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

function plantParts({ id, name, tag }: NewPlant): (Node | string)[] {
  const parts = [make("code", "id", String(id)), " ", make("span", "name", name)];
  return tag === undefined ? parts : [...parts, " ", make("span", "tag", tag)];
}

function makeItem(plant: NewPlant, copies: number): HTMLLIElement {
  const { name, tag } = plant;
  const item = make("li", "plant", ...plantParts(plant));
  item.title = tag === undefined ? name : `${name}, ${tag}`; // Long ones are cut.
  if (copies > 1) {
    item.dataset.duplicate = "true";
    item.append(" ", make("span", "duplicate", "duplicate id"));
  }
  return item;
}
