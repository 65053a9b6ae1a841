/** Shows the requests, newest first. At most a page of them is in the document, however many there are. */

import { formatCount } from "../../../src/common/format-count.ts";
import { find } from "../dom.ts";
import { type Entry, MAX_ENTRIES, type RequestHistory } from "../request-history.ts";
import { describeAttempts } from "./describe-attempts.ts";
import { RequestFilter } from "./request-filter.ts";
import { RequestRow } from "./request-row.ts";

const PAGE_SIZE = 50;

const list = find("#request-list", HTMLOListElement);
const table = find("#request-table", HTMLElement);
const empty = find("#no-requests", HTMLElement);
const noMatch = find("#no-match", HTMLElement);
const limitHint = find("#request-limit", HTMLElement);
const moreButton = find("#more-requests", HTMLButtonElement);
const pauseButton = find("#pause", HTMLButtonElement);
const newButton = find("#new-requests", HTMLButtonElement);

export class RequestList {
  readonly #history: RequestHistory;
  readonly #filter = new RequestFilter(() => this.#setLimit(PAGE_SIZE));
  readonly #rows = new Map<number, RequestRow>();
  #isPaused = false;
  /** Later requests are not shown, while the list is paused or a request is open: it would move. */
  #heldAt: number | undefined;
  #limit = PAGE_SIZE;
  #isDrawing = false;
  /** The requests of the last call. */
  #ofCall: ReadonlySet<number> = new Set();

  constructor(history: RequestHistory) {
    this.#history = history;
    moreButton.addEventListener("click", () => this.#setLimit(this.#limit + PAGE_SIZE));
    pauseButton.addEventListener("click", () => {
      this.#isPaused = !this.#isPaused;
      this.#holdAndShow();
    });
    newButton.addEventListener("click", () => {
      this.showNew();
      table.scrollTop = 0;
      list.querySelector("summary")?.focus(); // This button disappears.
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

  highlight(ofCall: ReadonlySet<number>): void {
    this.#ofCall = ofCall;
    this.show();
  }

  #setLimit(limit: number): void {
    this.#limit = limit;
    this.show();
  }

  /** Holds at once, not in the next frame: until then, other requests may arrive. */
  #holdAndShow(): void {
    this.#hold();
    this.show();
  }

  #draw(): void {
    const all = this.#history.entries;
    const last = this.#hold();
    const matching = all.filter((entry) => entry.index <= last && this.#filter.matches(entry));
    this.#drawRows(matching.slice(0, this.#limit), describeAttempts(all));
    this.#filter.show(all);
    const hidden = matching.length - this.#limit;
    moreButton.hidden = hidden <= 0;
    moreButton.textContent = `Show ${formatCount(Math.min(hidden, PAGE_SIZE))} older requests`;
    limitHint.textContent = all.length < MAX_ENTRIES ? "" : `the latest ${formatCount(MAX_ENTRIES)}`;
    empty.hidden = all.length > 0;
    noMatch.hidden = all.length === 0 || matching.length > 0;
    table.hidden = matching.length === 0;
    pauseButton.hidden = all.length === 0 && !this.#isPaused;
    pauseButton.ariaPressed = String(this.#isPaused);
    pauseButton.textContent = this.#isPaused ? "Resume" : "Pause";
    newButton.hidden = this.#history.last === last;
    newButton.textContent = `${formatCount(this.#history.last - last)} new ↑`;
  }

  /** Returns the index of the last request to show. */
  #hold(): number {
    const { last, first } = this.#history;
    const isHeld = this.#isPaused || [...this.#rows.values()].some(({ isOpen }) => isOpen);
    if (!isHeld) this.#heldAt = undefined;
    // After a restart, the store counts from 1 again. Clearing the store removes what was shown.
    else this.#heldAt = Math.max(Math.min(this.#heldAt ?? last, last), first - 1);
    return this.#heldAt ?? last;
  }

  /** Changes only what has changed, so that open details and the focus stay. */
  #drawRows(entries: Entry[], attempts: ReadonlyMap<number, string>): void {
    const shown = new Set(entries.map(({ index }) => index));
    for (const [index, row] of this.#rows) {
      if (shown.has(index)) continue;
      row.item.remove();
      this.#rows.delete(index);
    }
    let next = list.firstElementChild;
    for (const entry of entries) {
      const { index } = entry;
      const row = this.#rows.get(index) ?? new RequestRow(() => this.#holdAndShow());
      this.#rows.set(index, row);
      if (row.item === next) next = next.nextElementSibling;
      else list.insertBefore(row.item, next);
      row.show(entry, attempts.get(index) ?? "", this.#ofCall.has(index));
    }
  }
}
