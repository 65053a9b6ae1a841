/** A page in a browser, driven as its user would: by the names of what it shows. */

/** What the page's user prefers. */
export type ColorScheme = "light" | "dark";

/** The keys without a character. */
export type Key = "Tab" | "Enter";

/** One page of a running browser, whose profile began empty. */
export interface PageDriver {
  /** Goes to an address, and waits until it has loaded. */
  open(url: string): Promise<void>;
  /** Replaces what a field holds by a text. */
  fill(label: string, text: string): Promise<void>;
  /** Chooses a radio button, or ticks a checkbox. */
  choose(label: string): Promise<void>;
  /** Selects an option, by its text. */
  select(label: string, option: string): Promise<void>;
  /** Clicks a button. */
  click(button: string): Promise<void>;
  /** Presses a key on the keyboard; what has the focus gets it. */
  press(key: Key): Promise<void>;
  /** Types a text on the keyboard; what has the focus gets it. */
  type(text: string): Promise<void>;
  /** Runs a function in the page and gives its result. It sees nothing but its argument, and both must be JSON. */
  run<Result>(script: () => Result | Promise<Result>): Promise<Result>;
  run<Argument, Result>(
    script: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  /** What was written to the console since the page was opened, by the page and, where to be had, by the browser. */
  readConsole(): Promise<string[]>;
  /** Ends the browser. */
  close(): Promise<void>;
}

declare global {
  interface Window {
    /** What the page wrote to its console. */
    recordedConsole?: string[];
  }
}

/**
 * Run in a page, it records what the page writes to its console, at any depth of an object, and what nobody caught. A
 * browser's own record holds previews of objects, and WebDriver has none.
 */
export function recordConsole(): void {
  if (window.recordedConsole) return;
  const record: string[] = [];
  window.recordedConsole = record;
  const textOf = (value: unknown) =>
    value instanceof Error
      ? `${value.stack} ${JSON.stringify(value)}`
      : (JSON.stringify(value) ?? String(value));
  const methods = [
    "debug",
    "log",
    "info",
    "warn",
    "error",
    "group",
    "groupCollapsed",
    "dir",
    "table",
  ] as const;
  for (const method of methods) {
    const original = console[method] as (...values: unknown[]) => void;
    console[method] = (...values: unknown[]) => {
      record.push(values.map(textOf).join(" "));
      original.apply(console, values);
    };
  }
  addEventListener("error", ({ message, error }) => record.push(`${message} ${textOf(error)}`));
  addEventListener("unhandledrejection", ({ reason }) => record.push(textOf(reason)));
}
