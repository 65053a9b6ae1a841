/** Shows the requests, newest first. At most a page of them is in the document, however many there are. */
import { find } from "../dom.ts";
import { formatNumber } from "../format.ts";
import { type Entry, MAX_ENTRIES, type RequestHistory } from "../request-history.ts";
import { numberAttempts } from "./attempt-numbers.ts";
import { RequestFilter } from "./request-filter.ts";
import { RequestRow } from "./request-row.ts";

const PAGE_SIZE = 50;

export class RequestList {
  readonly #history: RequestHistory;
  readonly #list = find("#request-list", HTMLOListElement);
  readonly #table = find("#request-table", HTMLElement);
  readonly #empty = find("#no-requests", HTMLElement);
  readonly #noMatch = find("#no-match", HTMLElement);
  readonly #more = find("#more-requests", HTMLButtonElement);
  readonly #pause = find("#pause", HTMLButtonElement);
  readonly #new = find("#new-requests", HTMLButtonElement);
  readonly #limitHint = find("#request-limit", HTMLElement);
  readonly #filter: RequestFilter;
  readonly #rows = new Map<number, RequestRow>();
  #isPaused = false;
  /** Later requests are not shown, while the list is paused or a request is open: it would move. */
  #heldAt: number | undefined;
  #limit = PAGE_SIZE;
  #isDrawing = false;
  /** The requests of the last call. */
  #highlighted: ReadonlySet<number> = new Set();

  constructor(history: RequestHistory) {
    this.#history = history;
    this.#filter = new RequestFilter(() => {
      this.#limit = PAGE_SIZE;
      this.show();
    });
    this.#more.addEventListener("click", () => {
      this.#limit += PAGE_SIZE;
      this.show();
    });
    this.#pause.addEventListener("click", () => {
      this.#isPaused = !this.#isPaused;
      this.#hold(); // Not in the next frame: until then, other requests may arrive.
      this.show();
    });
    this.#new.addEventListener("click", () => {
      this.showNew();
      this.#table.scrollTop = 0;
      this.#list.querySelector("summary")?.focus(); // This button disappears.
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

  /** Shows what was held back. */
  showNew(): void {
    this.#heldAt = undefined;
    this.#draw();
  }

  highlight(indexes: ReadonlySet<number>): void {
    this.#highlighted = indexes;
    this.show();
  }

  #draw(): void {
    const all = this.#history.entries;
    const last = this.#hold();
    const matching = all.filter((entry) => entry.index <= last && this.#filter.matches(entry));
    this.#drawRows(matching.slice(0, this.#limit), numberAttempts(all));
    this.#filter.show(all);
    this.#drawHold(this.#history.last - last);
    const hidden = matching.length - this.#limit;
    this.#more.hidden = hidden <= 0;
    this.#more.textContent = `Show ${formatNumber(Math.min(hidden, PAGE_SIZE))} older requests`;
    this.#limitHint.textContent = all.length < MAX_ENTRIES ? "" : `the latest ${formatNumber(MAX_ENTRIES)}`;
    this.#empty.hidden = all.length > 0;
    this.#noMatch.hidden = all.length === 0 || matching.length > 0;
    this.#table.hidden = matching.length === 0;
  }

  /** Returns the index of the last request to show. */
  #hold(): number {
    const { last, first } = this.#history;
    const isHeld = this.#isPaused || [...this.#rows.values()].some(({ isOpen }) => isOpen);
    if (!isHeld) this.#heldAt = undefined;
    // After a restart, the store counts from 1 again. A reset removes what was shown.
    else this.#heldAt = Math.max(Math.min(this.#heldAt ?? last, last), first - 1);
    return this.#heldAt ?? last;
  }

  /** Changes only what has changed, so that open details and the focus stay. */
  #drawRows(entries: Entry[], attempts: ReadonlyMap<number, number>): void {
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
        row = new RequestRow(() => {
          this.#hold();
          this.show();
        });
        this.#rows.set(entry.index, row);
        this.#list.insertBefore(row.item, next);
      } else next = row.item.nextElementSibling;
      row.show(entry, attempts.get(entry.index) ?? 1);
      row.highlight(this.#highlighted.has(entry.index));
    }
  }

  #drawHold(waiting: number): void {
    this.#pause.hidden = this.#history.entries.length === 0 && !this.#isPaused;
    this.#pause.ariaPressed = String(this.#isPaused);
    this.#pause.textContent = this.#isPaused ? "Resume" : "Pause";
    this.#new.hidden = waiting === 0;
    this.#new.textContent = `${formatNumber(waiting)} new ↑`;
  }
}
