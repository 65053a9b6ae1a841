/** Parts of the output of `plant-store-sdk import`: the progress bar, the lines of a log, and how text is broken. */
import { stripVTControlCharacters } from "node:util";
import type { ImportProgress } from "plant-store-sdk/import";
import { beforeEach, expect, test, vi } from "vitest";
import { ProgressDisplay } from "../../tools/import/command/progress-display.ts";
import { NO_ROWS } from "../../tools/import/run/progress-report.ts";
import { formatDuration, wrap } from "../../tools/terminal/format-text.ts";

const zero: ImportProgress = { ...NO_ROWS, complete: false };

const problem = "no connection (ECONNREFUSED)";
const outage = { reason: "outage", ms: 5_000, problem, stopsIn: 60_000 } as const;

/** A terminal that keeps what is written to it. */
function fakeTerminal() {
  const written: string[] = [];
  const ignore = () => {};
  const controls = { cursorTo: ignore, moveCursor: ignore, clearLine: ignore };
  const stream = { isTTY: true, columns: 80, write: (text: string) => written.push(text), ...controls };
  /** The last two lines that the bar drew. */
  const shown = () =>
    stripVTControlCharacters(written.filter((text) => text.includes("/s")).at(-1) ?? "").split("\n");
  return { stream: stream as unknown as NodeJS.WriteStream, written, shown };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("CI", undefined); // The spinner draws nothing in CI.
});

function startBar(stream: NodeJS.WriteStream, share: () => number | undefined): ProgressDisplay {
  const bar = new ProgressDisplay(stream);
  bar.start(share);
  return bar;
}

test("the bar shows share, rows, speed, remaining time and counts in 80 columns", () => {
  const { stream, shown, written } = fakeTerminal();
  let share = 0;
  const bar = startBar(stream, () => share);
  bar.update(zero);
  vi.advanceTimersByTime(100);
  expect(shown()[0]).toMatch(/░{24} 0% {2}0 rows {2}0\/s$/);
  for (let second = 1; second <= 10; second++) {
    share = second / 20;
    bar.update({ ...zero, created: 100_000 * second - 3, notCreated: 2, unknown: 1 });
    vi.advanceTimersByTime(1_000);
  }
  expect(shown()[0]).toMatch(/^. █{12}░{12} 50% {2}1,000,000 rows {2}100,000\/s {2}0:1[01] left$/);
  expect(shown()[1]).toBe("  ✓ 999,997 created  ✗ 2 not created  ? 1 unknown");
  for (const line of shown()) expect(line.length).toBeLessThanOrEqual(80);
  bar.end();
  const count = written.length;
  vi.advanceTimersByTime(1_000);
  expect(written).toHaveLength(count);
});

test("the bar counts rows if the length of the input is unknown", () => {
  const { stream, shown } = fakeTerminal();
  const bar = startBar(stream, () => undefined);
  bar.update({ ...zero, created: 5 });
  vi.advanceTimersByTime(100);
  expect(shown()[0]).toMatch(/^. 5 rows {2}0\/s$/);
  bar.end();
});

test("the bar counts a pause down, and says why", () => {
  const { stream, shown } = fakeTerminal();
  const bar = startBar(stream, () => 0.1);
  bar.update({
    ...zero,
    pause: { reason: "rate-limit", ms: 90_000, retryAfter: 89_700, problem: "status 429" },
  });
  vi.advanceTimersByTime(30_000);
  expect(shown()[1]).toBe("  Waiting 1:00: the store asked for 1:30 (status 429)");
  vi.setSystemTime(new Date("2026-11-23T12:02:10"));
  bar.update({ ...zero, pause: outage });
  vi.advanceTimersByTime(100);
  expect(shown()[1]).toBe("  Store down: no connection (ECONNREFUSED). Trying again until 12:03:10");
  bar.update(zero);
  vi.advanceTimersByTime(100);
  expect(shown()[1]).toBe("  ✓ 0 created  ✗ 0 not created  ? 0 unknown");
  bar.end();
});

test("without a terminal, a line is printed every 10 seconds, and between them one for each kind of pause", () => {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) } as unknown as NodeJS.WriteStream;
  const display = startBar(stream, () => undefined);
  for (let second = 0; second < 25; second++) {
    display.update({ ...zero, created: second });
    vi.advanceTimersByTime(1_000);
  }
  vi.setSystemTime(new Date("2026-11-23T12:02:10"));
  display.update({ ...zero, pause: outage });
  display.update(zero);
  display.update({ ...zero, pause: { ...outage, stopsIn: 59_000 } });
  const limited = { reason: "rate-limit", problem: "status 429" } as const;
  display.update({ ...zero, pause: { ...limited, ms: 600, stopsIn: 60_000 } });
  display.update({ ...zero, created: 30, wouldSend: 2 }); // As in a dry run.
  vi.advanceTimersByTime(5_000);
  display.update({ ...zero, pause: { ...limited, ms: 120_000, retryAfter: 119_700 } });
  display.print("a note");
  display.end();
  vi.advanceTimersByTime(20_000);
  expect(lines).toEqual([
    "10 s: 9 created, 0 not created, 0 unknown\n",
    "20 s: 19 created, 0 not created, 0 unknown\n",
    "Store down: no connection (ECONNREFUSED). Trying again until 12:03:10.\n",
    "The store accepts no more requests: status 429. Trying again until 12:03:10.\n",
    "30 s: 30 created, 2 would be sent, 0 not created, 0 unknown\n",
    "Waiting 2:00: the store asked for 2:00 (status 429).\n",
    "a note\n",
  ]);
});

test("long text is broken between words", () => {
  const text = "The connection was lost before a response arrived: read ECONNRESET. Nothing was sent.";
  expect(wrap(text, 40, "  ")).toBe(
    "The connection was lost before a\n  response arrived: read ECONNRESET.\n  Nothing was sent.",
  );
  expect(wrap("a terminal without columns", 0)).toBe("a terminal without columns");
  expect(wrap("\u001b[2Ja store's\n\u0007\u009bmessage")).toBe("[2Ja store's message");
  expect(wrap(`a ${"x".repeat(90)} b`, 80)).toBe(`a\n${"x".repeat(90)}\nb`);
  expect(wrap(text.repeat(3), 500)).not.toMatch(/.{101}/);
});

test.each([
  [0, "0:00"],
  [0.2, "0:01"],
  [59.5, "1:00"],
  [65, "1:05"],
  [3600, "1:00:00"],
  [90_061, "25:01:01"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
