/** Chooses requests by their outcome and by a text. */
import { describeFault } from "plant-store-sdk/mocks/remote";
import { formatCount } from "../../../src/common/format-count.ts";
import { find, makeButton } from "../dom.ts";
import type { Entry } from "../request-history.ts";
import { OUTCOME_LABELS, outcomeOf, type ShownOutcome } from "../request-outcome.ts";

const OUTCOMES = ["unknown", "not-created", "created"] as const satisfies ShownOutcome[];

const search = find("#search", HTMLInputElement);

export class RequestFilter {
  readonly #buttons = new Map<ShownOutcome, HTMLButtonElement>();
  #outcome: ShownOutcome | undefined;

  /** @param onChange is called when other requests match */
  constructor(onChange: () => void) {
    for (const outcome of OUTCOMES) {
      const button = makeButton("", () => {
        this.#outcome = this.#outcome === outcome ? undefined : outcome;
        onChange();
      });
      button.className = "pill";
      button.dataset.outcome = outcome;
      this.#buttons.set(outcome, button);
    }
    find("#filters", HTMLElement).append(...this.#buttons.values());
    search.addEventListener("input", onChange);
  }

  matches(entry: Entry): boolean {
    if (this.#outcome !== undefined && outcomeOf(entry) !== this.#outcome) return false;
    const words = search.value.toLowerCase().split(/\s+/);
    const text = textOf(entry).toLowerCase();
    return words.every((word) => text.includes(word));
  }

  show(all: readonly Entry[]): void {
    const outcomes = all.map(outcomeOf);
    for (const [outcome, button] of this.#buttons) {
      const count = outcomes.filter((other) => other === outcome).length;
      button.textContent = `${formatCount(count)} ${OUTCOME_LABELS[outcome].toLowerCase()}`;
      button.ariaPressed = String(this.#outcome === outcome);
      button.hidden = count === 0 && this.#outcome !== outcome;
    }
    search.hidden = all.length === 0;
  }
}

/** What the search looks at: what a row shows, and its request. */
function textOf({ method, url, body, headers, status, reason, fault }: Entry): string {
  const label = fault && describeFault(fault).label;
  return [status, label, reason, body, method, url, ...Object.values(headers)].join("\n");
}
