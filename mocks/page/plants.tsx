/** The plants in the store. */
import { useMemo } from "preact/hooks";
import { escapeControls } from "../../src/common/escape-controls.ts";
import { formatCount, plural } from "../../src/common/format-count.ts";
import { formatDetails } from "./format.ts";
import { isSamePlant, knownOf } from "./state/last-call.ts";
import { state } from "./state/page.ts";

/** The newest ones are shown. */
const MAX_SHOWN = 14;

export function Plants() {
  const { plants, call } = state;
  const byId = useMemo(() => Map.groupBy(plants, ({ id }) => String(id)), [plants]);
  const newest = plants.slice(-MAX_SHOWN).reverse();
  // Earlier calls may have created equal plants.
  const equal = call ? newest.filter((plant) => isSamePlant(plant, call.plant)) : [];
  const ofCall = equal.slice(0, call?.reality.stored);
  const known = knownOf(call?.result);
  return (
    <section id="plants-part" aria-labelledby="plants-heading">
      <div class="row">
        <h2 id="plants-heading">Plants</h2>
        <small>What the store really has</small>
        <small id="plant-count" class="end">
          {plants.length > 0 && plural(plants.length, "plant")}
        </small>
      </div>
      {plants.length === 0 && <small id="no-plants">The store is empty.</small>}
      <ul id="plants" class="row" aria-labelledby="plants-heading">
        {newest.map((plant) => {
          const details = formatDetails(plant);
          const isDuplicate = byId.get(String(plant.id))?.length !== 1;
          const isOfCall = ofCall.includes(plant);
          const title = escapeControls([plant.name, ...details].join(", ")); // Long texts are cut.
          return (
            <li class={isOfCall ? "of-call" : ""} data-duplicate={isDuplicate} title={title}>
              <code class="id">{String(plant.id)}</code>
              <span class="name">{plant.name}</span>
              {details.map((text) => (
                <small class="detail">{text}</small>
              ))}
              {isDuplicate && <span class="pill">duplicate id</span>}
              {isOfCall && (
                <span class="pill" data-outcome={known}>
                  your code: {known.replace("-", " ")}
                </span>
              )}
            </li>
          );
        })}
        {plants.length > MAX_SHOWN && (
          <li>
            {/* The admin API lists them all. */}
            <a href="plants">and {formatCount(plants.length - MAX_SHOWN)} more</a>
          </li>
        )}
      </ul>
    </section>
  );
}
