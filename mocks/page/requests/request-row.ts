/** One request: a line of the list, with details that open. */
import { describeFault } from "plant-store-sdk/mocks/remote";
import { make } from "../dom.ts";
import { formatDuration, formatPath, formatTime } from "../format.ts";
import { isCreated, OUTCOME_LABELS, type Outcome, outcomeOf } from "../outcome.ts";
import type { Entry } from "../request-history.ts";
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

  /** @param attempt more than 1 if the client repeats an earlier request */
  show(entry: Entry, attempt: number): void {
    if (this.#entry === entry && this.#attempt === attempt) return;
    this.#entry = entry;
    this.#attempt = attempt;
    const outcome = outcomeOf(entry);
    const isStored = isCreated(entry);
    this.item.dataset.outcome = outcome;
    this.item.dataset.attempt = String(attempt);
    this.item.dataset.differs = String(differs(outcome, isStored));
    this.#summary.replaceChildren(
      make("span", "time", formatTime(entry.time)),
      makePlant(entry, attempt),
      makeResponse(entry),
      entry.fault === undefined
        ? make("span", "fault")
        : make("span", "fault", make("span", "", describeFault(entry.fault).label)),
      make("span", "outcome", OUTCOME_LABELS[outcome]),
      makeStored(isStored),
    );
    this.#showDetails();
  }

  /** Marks a request of the last call. */
  highlight(isHighlighted: boolean): void {
    this.item.classList.toggle("of-call", isHighlighted);
  }

  #showDetails(): void {
    if (this.#entry === undefined) return;
    this.#details.querySelector(".exchange")?.remove();
    if (this.#details.open) this.#details.append(makeDetails(this.#entry));
  }
}

/** Whether the client does not know what the store did, or is wrong. */
function differs(outcome: Outcome, isStored: boolean | undefined): boolean {
  if (outcome === "pending") return false;
  return outcome === "unknown" || (outcome === "created") !== isStored;
}

function makePlant({ plant, method, url }: Entry, attempt: number): HTMLElement {
  const cell = make("span", "plant");
  if (plant === undefined) cell.append(`${method} ${formatPath(url)}`);
  else cell.append(make("code", "id", String(plant.id)), " ", make("span", "name", plant.name));
  if (attempt > 1)
    cell.append(" ", make("span", "attempt", attempt === 2 ? "sent again" : `sent again (${attempt})`));
  return cell;
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
