/** Fails a test if a token leaked in a result, an error or an event, or was printed. */
import { afterAll, afterEach, expect } from "vitest";
import { checkPrinted, takeLeaks } from "./token-watch.ts";

const restore: (() => void)[] = [];

function watchedPrinter<T extends CallableFunction>(what: string, print: T): T {
  return new Proxy(print, {
    apply(_, self, printed) {
      checkPrinted(what, printed);
      return Reflect.apply(print, self, printed);
    },
  });
}

// Looked up at every call, to watch the methods that tests replace too.
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

const { setImmediate } = globalThis; // The real one, also in tests with fake time.

async function expectNoLeak(): Promise<void> {
  // Warnings and rejections are emitted in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(takeLeaks(), "A token leaked").toEqual([]);
}

afterEach(expectNoLeak);
afterAll(expectNoLeak);
afterAll(() => {
  for (const back of restore) back();
});
