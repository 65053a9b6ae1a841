/** Controls a page like a user: by labels and button texts. */

/** The preferred color scheme of the user. */
export type ColorScheme = "light" | "dark";

/** Keys that type no character. */
export type Key = "Tab" | "Enter";

/** A page of a running browser. */
export interface PageDriver {
  /** Navigates to a URL and waits until the page is loaded. */
  open(url: string): Promise<void>;
  /** Replaces the text of a field. */
  fill(label: string, text: string): Promise<void>;
  /** Selects a radio button or checks a checkbox. */
  choose(label: string): Promise<void>;
  /** Selects an option of a list by its text. */
  select(label: string, option: string): Promise<void>;
  click(button: string): Promise<void>;
  /** Makes the page this wide, in CSS pixels. */
  setWidth(width: number): Promise<void>;
  /** Presses a key. The focused element receives it. */
  press(key: Key): Promise<void>;
  /** Types a text. The focused element receives it. */
  type(text: string): Promise<void>;
  /** Runs a function in the page. It cannot use variables of the test. Its argument and its result must be JSON. */
  run<Result>(script: () => Result | Promise<Result>): Promise<Result>;
  run<Argument, Result>(
    script: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  /** Runs a script in the page, whatever its Content-Security-Policy is. */
  runSource(source: string): Promise<void>;
  /** What the page has written to the console, and if available what the browser has. */
  readConsole(): Promise<string[]>;
  /** Closes the browser. */
  close(): Promise<void>;
}

declare global {
  interface Window {
    /** See {@link recordConsole}. */
    recordedConsole?: string[];
  }
}

/**
 * Records what the page writes to its console, with nested objects, and uncaught errors. Runs in the page. Playwright
 * shortens objects in its own record, and WebDriver has no record.
 */
export function recordConsole(): void {
  if (window.recordedConsole) return;
  const record: string[] = [];
  window.recordedConsole = record;
  const textOf = (value: unknown) =>
    value instanceof Error
      ? `${value.stack} ${JSON.stringify(value)}`
      : (JSON.stringify(value) ?? String(value));
  const methods = console as unknown as Record<string, (...values: unknown[]) => void>; // To replace any of them.
  for (const [name, original] of Object.entries(methods)) {
    methods[name] = (...values) => {
      record.push(values.map(textOf).join(" "));
      original.apply(console, values);
    };
  }
  addEventListener("error", ({ message, error }) => record.push(`${message} ${textOf(error)}`));
  addEventListener("unhandledrejection", ({ reason }) => record.push(textOf(reason)));
}
