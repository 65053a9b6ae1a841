/** Fails a test if a token leaked in a result, an error or an event, or was printed. */
import { afterAll, afterEach, expect } from "vitest";
import { checkPrinted, takeLeaks } from "./token-watch.ts";

const restore: (() => void)[] = [];

function watchPrinter<T extends CallableFunction>(place: string, print: T): T {
  return new Proxy(print, {
    apply(_, self, printed) {
      checkPrinted(place, printed);
      return Reflect.apply(print, self, printed);
    },
  });
}

// Wraps each method when it is read, because tests replace methods.
const { console } = globalThis;
globalThis.console = new Proxy(console, {
  get(_, method) {
    const print = Reflect.get(console, method);
    return typeof print === "function" ? watchPrinter(`console.${String(method)}`, print) : print;
  },
});
restore.push(() => {
  globalThis.console = console;
});

for (const name of ["stdout", "stderr"] as const) {
  const stream = process[name];
  const { write } = stream;
  stream.write = watchPrinter(`process.${name}`, write);
  restore.push(() => {
    stream.write = write;
  });
}

for (const event of ["warning", "unhandledRejection", "uncaughtExceptionMonitor"]) {
  const onEvent = (value: unknown) => checkPrinted(`the process event "${event}"`, [value]);
  process.on(event, onEvent);
  restore.push(() => process.off(event, onEvent));
}

const { setImmediate } = globalThis; // The real one, also in tests with fake time.

async function expectNoLeak(): Promise<void> {
  // Warnings and rejections are emitted in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(takeLeaks(), "A token leaked").toEqual([]);
}

afterEach(expectNoLeak);
afterAll(expectNoLeak);
afterAll(() => {
  for (const undo of restore) undo();
});
