/** Shows how the store differs from the plainest reading of the specification. */
import type { PlantStoreRules } from "plant-store-sdk/mocks/remote";
import { find } from "./dom.ts";
import { formatValue } from "./value-text.ts";

const panel = find("#rules", HTMLElement);
const value = find("#rules-value", HTMLElement);

export function showRules(rules: PlantStoreRules): void {
  panel.hidden = Object.keys(rules).length === 0;
  value.textContent = formatValue(rules);
}
