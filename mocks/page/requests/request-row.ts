/** One request: a line of the list, with details that open. */
import { describeFault } from "plant-store-sdk/mocks/remote";
import { make } from "../dom.ts";
import { formatDuration, formatPath, formatTime } from "../format.ts";
import type { Entry } from "../request-history.ts";
import { isCreated, OUTCOME_LABELS, outcomeOf } from "../request-outcome.ts";
import { makeDetails } from "./request-details.ts";

export class RequestRow {
  readonly item = make("li");
  readonly #summary = make("summary");
  readonly #details = make("details", "", this.#summary);
  #entry: Entry | undefined;
  #attempt = 1;

  /** @param onToggle is called when the details open or close */
  constructor(onToggle: () => void) {
    this.item.append(this.#details);
    this.#details.addEventListener("toggle", () => {
      this.#showDetails(); // Built when opened, because most requests are never opened.
      onToggle();
    });
  }

  get isOpen(): boolean {
    return this.#details.open;
  }

  /**
   * @param attempt more than 1 if the client repeats an earlier request
   * @param isOfCall whether it belongs to the last call
   */
  show(entry: Entry, attempt: number, isOfCall: boolean): void {
    this.item.classList.toggle("of-call", isOfCall);
    if (this.#entry === entry && this.#attempt === attempt) return;
    this.#entry = entry;
    this.#attempt = attempt;
    const { fault } = entry;
    const outcome = outcomeOf(entry);
    const isStored = isCreated(entry);
    // The client does not know what the store did, or is wrong.
    const differs = outcome === "unknown" || (outcome === "created") !== isStored;
    Object.assign(this.item.dataset, { outcome, differs: differs && outcome !== "pending" });
    this.#summary.replaceChildren(
      make("small", "", formatTime(entry.time)),
      makePlant(entry, attempt),
      makeResponse(entry),
      fault === undefined ? make("span") : make("span", "pill fault", describeFault(fault).label),
      make("span", "pill", OUTCOME_LABELS[outcome]),
      makeStored(isStored),
    );
    this.#showDetails();
  }

  #showDetails(): void {
    if (this.#entry === undefined) return;
    this.#details.querySelector(".exchange")?.remove();
    if (this.#details.open) this.#details.append(makeDetails(this.#entry));
  }
}

function makePlant({ plant, method, url }: Entry, attempt: number): HTMLElement {
  const cell = make("span", "plant");
  if (plant === undefined) cell.append(`${method} ${formatPath(url)}`);
  else cell.append(make("code", "id", String(plant.id)), " ", plant.name);
  if (attempt > 1)
    cell.append(" ", make("small", "", attempt === 2 ? "sent again" : `sent again (${attempt})`));
  return cell;
}

function makeResponse({ status, isPending, duration }: Entry): HTMLElement {
  const response = make("span", "", make("strong", "", String(status ?? (isPending ? "…" : "no response"))));
  if (duration !== undefined) response.append(" ", make("small", "", formatDuration(duration)));
  return response;
}

function makeStored(isStored: boolean | undefined): HTMLElement {
  if (isStored === undefined) return make("span");
  const stored = make(isStored ? "strong" : "small", "", isStored ? "Stored" : "Not stored");
  stored.dataset.stored = String(isStored);
  return stored;
}
