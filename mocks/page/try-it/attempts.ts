/** Draws the attempts of a call, and the waits between them, on a time axis. */
import type { PlantStoreEvent, PlantStoreOutcome } from "plant-store-sdk";
import { outcomeOfHead } from "../../../src/contract/decide-outcome.ts";
import { find, make } from "../dom.ts";
import { formatDuration, ticksOf } from "../format.ts";

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

/** A label behind this part of the axis would not fit. */
const LAST_TICK = 0.88;

/** An attempt and the wait after it. All times are ms since the call began. */
interface Attempt {
  start: number;
  /** Undefined while it runs. */
  end?: number;
  status?: number;
  outcome: PlantStoreOutcome | "pending";
  /** What happened so far. */
  text: string;
  /** Undefined without a wait; infinite while it lasts. */
  waitEnd?: number;
}

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
    if (last?.waitEnd !== undefined) last.waitEnd = Math.min(last.waitEnd, now);
    if (event.type === "request") {
      this.#attempts.push({ start: now, outcome: "pending", text: "waiting for the response" });
      if (event.attempt === 1) this.#drawFrames();
    } else if (event.type === "response" && last !== undefined) {
      last.status = event.status;
      last.text = `${nameStatus(event.status)}, reading the body`;
    } else if (event.type === "retry" && last !== undefined) {
      end(last, now, event.outcome, "connection");
      last.text += `, next in ${formatDuration(event.wait)}`;
      last.waitEnd = Number.POSITIVE_INFINITY;
    } else {
      this.#isRunning = false;
      if (event.type === "success" && last !== undefined) end(last, now, "created");
      if (event.type === "failure" && last !== undefined) end(last, now, outcomeOfLast(event), event.kind);
    }
    this.#draw(now);
  }

  /** Removes the attempts of the last call. */
  static clear(): void {
    section.hidden = true;
  }

  #drawFrames(): void {
    if (!this.#isRunning || prefersReducedMotion.matches) return;
    this.#draw(performance.now() - this.#began);
    requestAnimationFrame(() => this.#drawFrames());
  }

  #draw(now: number): void {
    section.hidden = this.#attempts.length === 0;
    const span = this.#isRunning ? Math.max(now, MIN_RUNNING_SPAN) : now;
    const items = this.#attempts.map(({ start, end = now, waitEnd = end, outcome, text }, index) => {
      const bar = place(make("span", "bar"), start, end, span);
      const gap = place(make("span", "gap"), end, Math.min(waitEnd, now), span);
      const track = make("span", "track", bar, ...(waitEnd > end ? [gap] : []));
      const item = make("li");
      item.append(make("strong", "", `Attempt ${index + 1}`), " ", make("span", "text", text), track);
      item.dataset.outcome = outcome;
      return item;
    });
    list.replaceChildren(...items);
    const times = ticksOf(span).filter((time) => time <= LAST_TICK * span);
    const labels = times.map((time) => make("small", "tick", time === 0 ? "0" : formatDuration(time)));
    axis.replaceChildren(...labels.map((label, index) => place(label, times[index] ?? 0, span, span)));
  }
}

/** @param kind of the error; absent after a success */
function end(attempt: Attempt, now: number, outcome: PlantStoreOutcome, kind = ""): void {
  if (attempt.end !== undefined) return;
  const { status, start } = attempt;
  const isUnusable = kind !== "" && status !== undefined && status >= 200 && status < 300;
  const result =
    status === undefined ? (ENDS[kind] ?? kind) : nameStatus(status) + (isUnusable ? ", but unusable" : "");
  Object.assign(attempt, { end: now, outcome, text: `${result} after ${formatDuration(now - start)}` });
}

/** The outcome of the last attempt. The call's outcome can be that of an earlier one: then the last was rejected. */
function outcomeOfLast({ outcome, error }: PlantStoreEvent & { type: "failure" }): PlantStoreOutcome {
  const { status = 0, headers } = error.response ?? {};
  return outcome === "unknown" && status >= 400
    ? outcomeOfHead(status, headers?.get("content-type"))
    : outcome;
}

/** A browser hides the status of a redirect that it does not follow. */
const nameStatus = (status: number) => (status === 0 ? "redirect" : String(status));

/** Sets sizes in code, because a strict Content-Security-Policy forbids `style` attributes. */
function place(element: HTMLElement, start: number, end: number, span: number): HTMLElement {
  element.style.left = `${(100 * start) / span}%`;
  element.style.width = `${(100 * (end - start)) / span}%`;
  return element;
}
