/** Shows the plants in the store. */
import type { NewPlant } from "plant-store-sdk";
import { escapeControls } from "../../src/common/escape-controls.ts";
import { formatCount, plural } from "../../src/common/format-count.ts";
import { find, make } from "./dom.ts";
import { formatDetails } from "./format.ts";
import { isSamePlant, type LastCall, type Reality } from "./last-call.ts";
import { OUTCOME_LABELS } from "./request-outcome.ts";

const list = find("#plants", HTMLUListElement);
const missing = find("#missing-plant", HTMLElement);
const count = find("#plant-count", HTMLElement);
const empty = find("#no-plants", HTMLElement);

/** The newest ones are shown. */
const MAX_SHOWN = 14;

let shown: readonly NewPlant[] = [];
let last: { call: LastCall; reality: Reality } | undefined;

/** Marks the plant of the last call, or says that the store does not have it. */
export function markPlant(call: typeof last): void {
  last = call;
  showPlants(shown);
}

export function showPlants(plants: readonly NewPlant[]): void {
  shown = plants;
  const byId = Map.groupBy(plants, ({ id }) => String(id));
  const newest = plants.slice(-MAX_SHOWN).reverse();
  const items = newest.map((plant) => {
    const { id, name } = plant;
    const item = make("li", "", ...plantParts(plant));
    item.title = escapeControls([name, ...formatDetails(plant)].join(", ")); // Long ones are cut.
    if (byId.get(String(id))?.length !== 1) {
      item.dataset.duplicate = "true";
      item.append(" ", make("span", "pill", "duplicate id"));
    }
    return item;
  });
  markCreated(newest, items);
  // The admin API lists them all.
  const more = Object.assign(make("a"), { href: "plants" });
  more.textContent = `and ${formatCount(plants.length - newest.length)} more`;
  list.replaceChildren(...items, ...(plants.length > newest.length ? [make("li", "", more)] : []));
  showMissing();
  count.textContent = plants.length === 0 ? "" : plural(plants.length, "plant");
  empty.hidden = plants.length > 0;
}

/** Marks the plants that the last call has created. Earlier calls may have created equal ones. */
function markCreated(newest: readonly NewPlant[], items: readonly HTMLElement[]): void {
  if (last === undefined) return;
  const { call, reality } = last;
  const same = items.filter((_, position) => isSamePlant(newest[position], call.plant));
  for (const item of same.slice(0, reality.stored)) {
    item.classList.add("of-call");
    item.append(" ", makeKnown(call));
  }
}

/** The place where the plant of the last call would be. */
function showMissing(): void {
  const { requests, isOver = false, stored } = last?.reality ?? {};
  missing.hidden = !(requests?.size && isOver && stored === 0);
  if (missing.hidden || last === undefined) return;
  const { call } = last;
  missing.replaceChildren(
    ...plantParts(call.plant),
    " ",
    make("small", "", "not stored"),
    " ",
    makeKnown(call),
  );
}

/** What the caller knows of this plant. */
function makeKnown({ known }: LastCall): HTMLElement {
  const outcome = known === "success" ? "created" : (known ?? "pending");
  const text = outcome === "duplicate" ? "maybe a duplicate" : OUTCOME_LABELS[outcome].toLowerCase();
  const badge = make("span", "pill", `your code: ${text}`);
  badge.dataset.outcome = outcome;
  return badge;
}

function plantParts(plant: NewPlant): (Node | string)[] {
  const details = formatDetails(plant).flatMap((text) => [" ", make("small", "detail", text)]);
  return [make("code", "id", String(plant.id)), " ", make("span", "name", plant.name), ...details];
}
