/** Controls a page like a user: by labels and button texts. */

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
  /** Closes the browser. */
  close(): Promise<void>;
}
