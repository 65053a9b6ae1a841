/** Shows the requests, newest first. At most a page of them is in the document, however many there are. */
import { find, makeButton } from "../dom.ts";
import { formatNumber } from "../format.ts";
import { OUTCOME_LABELS, type Outcome, outcomeOf } from "../outcome.ts";
import type { Entry, RequestHistory } from "../request-history.ts";
import { RequestRow } from "./request-row.ts";

const PAGE_SIZE = 50;

const FILTERS = ["unknown", "not-created", "created"] as const satisfies Outcome[];

export class RequestList {
  readonly #history: RequestHistory;
  readonly #list = find("#request-list", HTMLOListElement);
  readonly #table = find("#request-table", HTMLElement);
  readonly #empty = find("#no-requests", HTMLElement);
  readonly #more = find("#more-requests", HTMLButtonElement);
  readonly #pause = find("#pause", HTMLButtonElement);
  readonly #filters = new Map<Outcome, HTMLButtonElement>();
  readonly #rows = new Map<number, RequestRow>();
  /** Only requests with this outcome are shown. */
  #filter: Outcome | undefined;
  /** While paused, later requests are not shown. */
  #pausedAt: number | undefined;
  #limit = PAGE_SIZE;
  #isDrawing = false;

  constructor(history: RequestHistory) {
    this.#history = history;
    for (const outcome of FILTERS) {
      const button = makeButton("", "filter", () => this.#toggleFilter(outcome));
      button.dataset.outcome = outcome;
      this.#filters.set(outcome, button);
    }
    find("#filters", HTMLElement).append(...this.#filters.values());
    this.#more.addEventListener("click", () => {
      this.#limit += PAGE_SIZE;
      this.show();
    });
    this.#pause.addEventListener("click", () => {
      this.#pausedAt = this.#pausedAt === undefined ? this.#history.last : undefined;
      this.show();
    });
    this.#draw();
  }

  /** Draws in the next frame, once for all requests that arrive before it. */
  show(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#draw();
    });
  }

  #toggleFilter(outcome: Outcome): void {
    this.#filter = this.#filter === outcome ? undefined : outcome;
    this.#limit = PAGE_SIZE;
    this.show();
  }

  #draw(): void {
    const all = this.#history.entries;
    // After a restart, the store counts from 1 again.
    if (this.#pausedAt !== undefined) this.#pausedAt = Math.min(this.#pausedAt, this.#history.last);
    const last = this.#pausedAt ?? Number.POSITIVE_INFINITY;
    const matching = all.filter(
      (entry) => entry.index <= last && (this.#filter === undefined || outcomeOf(entry) === this.#filter),
    );
    this.#drawRows(matching.slice(0, this.#limit));
    this.#drawFilters(all);
    this.#drawPause(all.filter(({ index }) => index > last).length);
    const hidden = matching.length - this.#limit;
    this.#more.hidden = hidden <= 0;
    this.#more.textContent = `Show ${formatNumber(Math.min(hidden, PAGE_SIZE))} older requests`;
    this.#empty.hidden = all.length > 0;
    this.#table.hidden = all.length === 0;
  }

  /** Changes only what has changed, so that open details and the focus stay. */
  #drawRows(entries: Entry[]): void {
    const shown = new Set(entries.map(({ index }) => index));
    for (const [index, row] of this.#rows) {
      if (shown.has(index)) continue;
      row.item.remove();
      this.#rows.delete(index);
    }
    let next = this.#list.firstElementChild;
    for (const entry of entries) {
      let row = this.#rows.get(entry.index);
      if (row === undefined) {
        row = new RequestRow();
        this.#rows.set(entry.index, row);
        this.#list.insertBefore(row.item, next);
      } else next = row.item.nextElementSibling;
      row.show(entry);
    }
  }

  #drawFilters(all: Entry[]): void {
    const outcomes = all.map(outcomeOf);
    for (const [outcome, button] of this.#filters) {
      const count = outcomes.filter((other) => other === outcome).length;
      button.textContent = `${formatNumber(count)} ${OUTCOME_LABELS[outcome].toLowerCase()}`;
      button.ariaPressed = String(this.#filter === outcome);
      button.hidden = count === 0 && this.#filter !== outcome;
    }
  }

  #drawPause(waiting: number): void {
    const isPaused = this.#pausedAt !== undefined;
    this.#pause.hidden = this.#history.last === 0;
    this.#pause.ariaPressed = String(isPaused);
    this.#pause.textContent = isPaused ? `Resume (${formatNumber(waiting)} new)` : "Pause";
  }
}
