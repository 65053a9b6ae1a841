/** Draws the events of a running call on a timeline: attempts, delays and the deadline. */
import type { PlantStoreEvent } from "plant-store-sdk";
import { make } from "./dom.ts";
import { ms } from "./duration.ts";

/** How an attempt without a status ended, by the error's kind. */
const FAILURE_LABELS: Record<string, string> = {
  connection: "connection failed or lost",
  timeout: "no response",
  aborted: "aborted",
};

/** With reduced motion, the bars grow per event, not per frame. */
const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class Timeline {
  readonly #list: HTMLOListElement;
  readonly #timeout: number | false;
  readonly #began = performance.now();
  readonly #rows: Row[] = [];
  #isRunning = false;

  /**
   * @param list to draw into. Its content is removed.
   * @param timeout of the call in ms, or `false` for none.
   */
  constructor(list: HTMLOListElement, timeout: number | false) {
    this.#list = list;
    this.#timeout = timeout;
    list.replaceChildren();
  }

  /** Pass this to the client's `onEvent` option. */
  record(event: PlantStoreEvent): void {
    const now = performance.now() - this.#began;
    const last = this.#rows.at(-1);
    switch (event.type) {
      case "request":
        if (last === undefined) this.#start();
        last?.close(now);
        this.#add(new Row("attempt", `Attempt ${event.attempt}`, now));
        break;
      case "response":
        last?.showStatus(event.status, event.duration);
        break;
      case "retry":
        last?.fail(now, "connection");
        this.#add(new Row("wait", `Wait ${ms(event.wait)}`, now));
        break;
      case "success":
        last?.close(now, "success");
        this.#isRunning = false;
        break;
      case "failure":
        last?.fail(now, event.kind);
        this.#isRunning = false;
        break;
    }
    this.#draw();
  }

  #start(): void {
    this.#isRunning = true;
    if (this.#timeout !== false) {
      const item = make("li", "", make("span", "", `Deadline ${ms(this.#timeout)}`), make("span", "track"));
      item.dataset.kind = "deadline";
      this.#list.append(item);
    }
    this.#drawFrames();
  }

  /** Adds a row before the deadline. */
  #add(row: Row): void {
    this.#rows.push(row);
    this.#list.insertBefore(row.item, this.#list.querySelector('[data-kind="deadline"]'));
  }

  #drawFrames(): void {
    this.#draw();
    if (this.#isRunning && !prefersReducedMotion.matches) requestAnimationFrame(() => this.#drawFrames());
  }

  /** Sets sizes in code, because a strict Content-Security-Policy forbids `style` attributes. */
  #draw(): void {
    const now = performance.now() - this.#began;
    const span = this.#timeout === false ? Math.max(1_000, now) : Math.max(this.#timeout, now);
    for (const row of this.#rows) row.draw(now, span);
    if (this.#timeout !== false) {
      this.#list.style.setProperty("--deadline", `${(100 * this.#timeout) / span}%`);
    }
  }
}

/** An attempt or a delay: a text, which screen readers read, and a bar. */
class Row {
  readonly item: HTMLLIElement;
  readonly #title: string;
  readonly #start: number;
  readonly #text = make("span");
  readonly #bar = make("span", "bar");
  #end: number | undefined;
  #status: number | undefined;

  /** @param start in ms since the call started, like all times here. */
  constructor(kind: "attempt" | "wait", title: string, start: number) {
    this.#title = title;
    this.#start = start;
    this.#text.textContent = title;
    this.item = make("li", "", this.#text, make("span", "track", this.#bar));
    this.item.dataset.kind = kind;
  }

  /** The status of the response has arrived; the body may still be missing. */
  showStatus(status: number, duration: number): void {
    this.#status = status;
    this.#setText(`${status} after ${ms(duration)}`);
  }

  close(now: number, result = ""): void {
    this.#end ??= now;
    this.item.dataset.result = result;
  }

  fail(now: number, kind: string): void {
    this.close(now, "failure");
    if (this.#status === undefined)
      this.#setText(`${FAILURE_LABELS[kind] ?? kind} after ${ms(now - this.#start)}`);
    else if (this.#status < 300) this.#text.append(", but unusable");
  }

  draw(now: number, span: number): void {
    this.#bar.style.left = `${(100 * this.#start) / span}%`;
    this.#bar.style.width = `${(100 * ((this.#end ?? now) - this.#start)) / span}%`;
  }

  #setText(text: string): void {
    this.#text.textContent = `${this.#title}: ${text}`;
  }
}
