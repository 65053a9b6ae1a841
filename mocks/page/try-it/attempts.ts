/** Draws the attempts of a call, and the waits between them, on a time axis. */
import type { PlantStoreEvent, PlantStoreOutcome } from "plant-store-sdk";
import { find, make } from "../dom.ts";
import { formatDuration } from "../format.ts";
import { outcomeOfStatus } from "../outcome.ts";
import { ticksOf } from "./time-axis.ts";

/** How an attempt without a status ended, by the error's kind. */
const ENDS: Record<string, string> = {
  connection: "connection failed",
  timeout: "no response",
  aborted: "aborted",
};

const section = find("#attempts", HTMLElement);
const list = find("#attempt-list", HTMLOListElement);
const axis = find("#axis", HTMLElement);

/** With reduced motion, the bars grow per event, not per frame. */
const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** A fast call is shown in full width, but not one that has just begun: its bars would jump. */
const MIN_RUNNING_SPAN = 50;

export class Attempts {
  /** When the first attempt began. The time axis starts there. */
  #began = performance.now();
  readonly #attempts: Attempt[] = [];
  #isRunning = true;

  /** Pass this to the client's `onEvent` option. */
  record(event: PlantStoreEvent): void {
    if (event.type === "request" && event.attempt === 1) this.#began = performance.now();
    const now = performance.now() - this.#began;
    const last = this.#attempts.at(-1);
    switch (event.type) {
      case "request":
        last?.endWait(now);
        this.#add(new Attempt(event.attempt, now));
        break;
      case "response":
        last?.showStatus(event.status);
        break;
      case "retry":
        last?.end(now, event.outcome, "connection");
        last?.wait(event.wait);
        break;
      case "success":
        last?.end(now, "created");
        this.#isRunning = false;
        break;
      case "failure":
        last?.end(now, outcomeOfLast(event), event.kind);
        last?.endWait(now);
        this.#isRunning = false;
    }
    this.#draw(now);
  }

  /** Removes the attempts of the last call. */
  static clear(): void {
    list.replaceChildren();
    section.hidden = true;
  }

  #add(attempt: Attempt): void {
    if (this.#attempts.length === 0) Attempts.clear();
    this.#attempts.push(attempt);
    list.append(attempt.item);
    section.hidden = false;
    if (this.#attempts.length === 1) this.#drawFrames();
  }

  #drawFrames(): void {
    if (!this.#isRunning || prefersReducedMotion.matches) return;
    this.#draw(performance.now() - this.#began);
    requestAnimationFrame(() => this.#drawFrames());
  }

  #draw(now: number): void {
    const span = this.#isRunning ? Math.max(now, MIN_RUNNING_SPAN) : now;
    for (const attempt of this.#attempts) attempt.draw(now, span);
    const ticks = ticksOf(span).map((time) => {
      const tick = make("span", "tick", time === 0 ? "0" : formatDuration(time));
      tick.style.left = `${(100 * time) / span}%`;
      tick.dataset.edge = time === 0 ? "start" : time > 0.9 * span ? "end" : "";
      return tick;
    });
    axis.replaceChildren(...ticks);
  }
}

/** The outcome of the last attempt. The call's outcome can be that of an earlier one: then the last was rejected. */
function outcomeOfLast({ outcome, status = 0 }: PlantStoreEvent & { type: "failure" }): PlantStoreOutcome {
  return outcome === "unknown" && status >= 400 ? outcomeOfStatus(status) : outcome;
}

/** An attempt and the wait after it: a text, which screen readers read, and two bars. */
class Attempt {
  readonly item: HTMLLIElement;
  readonly #start: number;
  readonly #text = make("span", "text");
  readonly #bar = make("span", "bar");
  readonly #gap = make("span", "gap");
  #status: number | undefined;
  #end: number | undefined;
  /** The wait ends here; undefined while it lasts. */
  #gapEnd: number | undefined;
  #isWaiting = false;

  /** @param start in ms since the call started, like all times here */
  constructor(number: number, start: number) {
    this.#start = start;
    this.#text.textContent = "waiting for the response";
    this.item = make(
      "li",
      "",
      make("span", "title", `Attempt ${number}`),
      " ",
      this.#text,
      make("span", "track", this.#bar, this.#gap),
    );
    this.item.dataset.outcome = "pending";
  }

  showStatus(status: number): void {
    this.#status = status;
    this.#text.textContent = `${nameStatus(status)}, reading the body`;
  }

  /** @param kind of the error; absent after a success */
  end(now: number, outcome: PlantStoreOutcome, kind?: string): void {
    if (this.#end !== undefined) return;
    this.#end = now;
    const status = this.#status;
    this.item.dataset.outcome = outcome;
    const isUnusable = kind !== undefined && status !== undefined && status >= 200 && status < 300;
    const end =
      status === undefined
        ? (ENDS[kind ?? ""] ?? kind)
        : `${nameStatus(status)}${isUnusable ? ", but unusable" : ""}`;
    this.#text.textContent = `${end} after ${formatDuration(now - this.#start)}`;
  }

  wait(ms: number): void {
    this.#isWaiting = true;
    this.#text.textContent += `, next in ${formatDuration(ms)}`;
  }

  endWait(now: number): void {
    this.#gapEnd ??= now;
  }

  draw(now: number, span: number): void {
    const end = this.#end ?? now;
    place(this.#bar, this.#start, end, span);
    if (this.#isWaiting) place(this.#gap, end, this.#gapEnd ?? now, span);
  }
}

/** A browser hides the status of a redirect that it does not follow. */
const nameStatus = (status: number) => (status === 0 ? "redirect" : String(status));

/** Sets sizes in code, because a strict Content-Security-Policy forbids `style` attributes. */
function place({ style }: HTMLElement, start: number, end: number, span: number): void {
  style.left = `${(100 * start) / span}%`;
  style.width = `${(100 * (end - start)) / span}%`;
}
