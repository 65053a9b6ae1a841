/** Fails a test whose calls let a token out: in what they gave, threw or reported, or in what was printed meanwhile. */
import { afterAll, afterEach, expect } from "vitest";
import { checkPrinted, takeLeaks } from "./token-watch.ts";

const restore: (() => void)[] = [];

/** A function that prints, under watch. */
function watchedPrinter<T extends CallableFunction>(what: string, print: T): T {
  return new Proxy(print, {
    apply(_, self, printed) {
      checkPrinted(what, printed);
      return Reflect.apply(print, self, printed);
    },
  });
}

// Looked up at every call, so that what a test puts in the place of a method is watched too.
const { console } = globalThis;
globalThis.console = new Proxy(console, {
  get(_, method) {
    const print = Reflect.get(console, method);
    return typeof print === "function" ? watchedPrinter(`console.${String(method)}`, print) : print;
  },
});
restore.push(() => {
  globalThis.console = console;
});

for (const name of ["stdout", "stderr"] as const) {
  const stream = process[name];
  const { write } = stream;
  stream.write = watchedPrinter(`process.${name}`, write);
  restore.push(() => {
    stream.write = write;
  });
}

for (const event of ["warning", "unhandledRejection", "uncaughtExceptionMonitor"]) {
  const onEvent = (told: unknown) => checkPrinted(`the process's "${event}"`, [told]);
  process.on(event, onEvent);
  restore.push(() => process.off(event, onEvent));
}

const { setImmediate } = globalThis; // The real one, whatever a test does to time.

async function expectNoLeak(): Promise<void> {
  // What a test left behind, such as a warning, comes to light in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(takeLeaks(), "A token may show nowhere but in its header").toEqual([]);
}

afterEach(expectNoLeak);
afterAll(expectNoLeak);
afterAll(() => {
  for (const back of restore) back();
});
