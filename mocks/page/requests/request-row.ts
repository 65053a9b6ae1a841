/** One request: a line of the list, with details that open. */
import { describeFault } from "plant-store-sdk/mocks/remote";
import { make } from "../dom.ts";
import { formatDuration, formatPath, formatTime } from "../format.ts";
import { isCreated, OUTCOME_LABELS, outcomeOf } from "../outcome.ts";
import type { Entry } from "../request-history.ts";
import { makeDetails } from "./request-details.ts";

export class RequestRow {
  readonly item = make("li");
  readonly #summary = make("summary");
  readonly #details = make("details", "", this.#summary);
  #entry: Entry | undefined;

  constructor() {
    this.item.append(this.#details);
    // Built when opened, because most requests are never opened.
    this.#details.addEventListener("toggle", () => this.#showDetails());
  }

  show(entry: Entry): void {
    if (this.#entry === entry) return;
    this.#entry = entry;
    const outcome = outcomeOf(entry);
    this.item.dataset.outcome = outcome;
    this.#summary.replaceChildren(
      make("span", "time", formatTime(entry.time)),
      makePlant(entry),
      makeResponse(entry),
      entry.fault === undefined
        ? make("span", "fault")
        : make("span", "fault", make("span", "", describeFault(entry.fault).label)),
      make("span", "outcome", OUTCOME_LABELS[outcome]),
      makeStored(isCreated(entry)),
    );
    this.#showDetails();
  }

  #showDetails(): void {
    if (this.#entry === undefined) return;
    this.#details.querySelector(".exchange")?.remove();
    if (this.#details.open) this.#details.append(makeDetails(this.#entry));
  }
}

function makePlant({ plant, method, url }: Entry): HTMLElement {
  if (plant === undefined) return make("span", "plant", `${method} ${formatPath(url)}`);
  return make("span", "plant", make("code", "id", String(plant.id)), " ", make("span", "name", plant.name));
}

function makeResponse({ status, isPending, duration }: Entry): HTMLElement {
  const text = status ?? (isPending ? "…" : "no response");
  const response = make("span", "response", make("span", "status", String(text)));
  if (duration !== undefined) response.append(" ", make("span", "duration", formatDuration(duration)));
  return response;
}

function makeStored(isStored: boolean | undefined): HTMLElement {
  const text = isStored === undefined ? "" : isStored ? "Stored" : "Not stored";
  const stored = make("span", "stored", text);
  stored.dataset.stored = String(isStored);
  return stored;
}
