/** A call as a time line, drawn from its events while it runs: attempts, the waits between them, the deadline. */
import type { PlantStoreEvent } from "plant-store-sdk";
import { make } from "./dom.ts";
import { ms } from "./duration.ts";

/** What became of an attempt that got no status, by the failure's kind. */
const ENDINGS: Record<string, string> = {
  connection: "no connection, or lost",
  timeout: "no answer",
  aborted: "aborted",
};

/** Where motion is unwelcome, bars grow by the event and not by the frame. */
const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class Timeline {
  readonly #list: HTMLOListElement;
  readonly #timeout: number | false;
  readonly #began = performance.now();
  readonly #rows: Row[] = [];
  #isRunning = false;

  /**
   * @param list to draw into; an earlier call's time line goes.
   * @param timeout of the call, ms; `false` where it has none.
   */
  constructor(list: HTMLOListElement, timeout: number | false) {
    this.#list = list;
    this.#timeout = timeout;
    list.replaceChildren();
  }

  /** For a client's option `onEvent`. */
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
        last?.answer(event.status, event.duration);
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

  /** In order of time, and so before the deadline. */
  #add(row: Row): void {
    this.#rows.push(row);
    this.#list.insertBefore(row.item, this.#list.querySelector('[data-kind="deadline"]'));
  }

  #drawFrames(): void {
    this.#draw();
    if (this.#isRunning && !lessMotion.matches) requestAnimationFrame(() => this.#drawFrames());
  }

  /** Sizes are set from here, and not in markup, where a strict Content-Security-Policy has no `style`. */
  #draw(): void {
    const now = performance.now() - this.#began;
    const span = this.#timeout === false ? Math.max(1_000, now) : Math.max(this.#timeout, now);
    for (const row of this.#rows) row.draw(now, span);
    if (this.#timeout !== false) {
      this.#list.style.setProperty("--deadline", `${(100 * this.#timeout) / span}%`);
    }
  }
}

/** An attempt or a wait: a text for everyone, and a bar for those who see. */
class Row {
  readonly item: HTMLLIElement;
  readonly #title: string;
  readonly #start: number;
  readonly #text = make("span");
  readonly #bar = make("span", "bar");
  #end: number | undefined;
  #status: number | undefined;

  /** @param start ms since the call began, as all times here. */
  constructor(kind: "attempt" | "wait", title: string, start: number) {
    this.#title = title;
    this.#start = start;
    this.#text.textContent = title;
    this.item = make("li", "", this.#text, make("span", "track", this.#bar));
    this.item.dataset.kind = kind;
  }

  /** The status of an attempt's answer came; its body may still be on its way. */
  answer(status: number, duration: number): void {
    this.#status = status;
    this.#say(`${status} after ${ms(duration)}`);
  }

  close(now: number, result = ""): void {
    this.#end ??= now;
    this.item.dataset.result = result;
  }

  fail(now: number, kind: string): void {
    this.close(now, "failure");
    if (this.#status === undefined) this.#say(`${ENDINGS[kind] ?? kind} after ${ms(now - this.#start)}`);
    else if (this.#status < 300) this.#text.append(", but unusable");
  }

  draw(now: number, span: number): void {
    this.#bar.style.left = `${(100 * this.#start) / span}%`;
    this.#bar.style.width = `${(100 * ((this.#end ?? now) - this.#start)) / span}%`;
  }

  #say(what: string): void {
    this.#text.textContent = `${this.#title}: ${what}`;
  }
}
