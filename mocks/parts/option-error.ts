/** A wrong option of a function of the mock. */
import { formatIssues, type ZodIssue } from "../../src/contract/issues.ts";

/**
 * A wrong option. Its message is for callers in JavaScript. The command and the admin API word `option` and `problem` for their
 * own readers.
 */
export class OptionError extends TypeError {
  declare readonly option: string;
  declare readonly problem: string;

  /** @param option empty if the value as a whole is wrong */
  constructor(caller: string, option: string, problem: string, cause?: unknown) {
    const message = `${caller}: ${option === "" ? "" : `\`${option}\` `}${problem}.`;
    super(message, cause === undefined ? undefined : { cause });
    // Not enumerable: when the error is printed, its message already says both.
    Object.defineProperties(this, { option: { value: option }, problem: { value: problem } });
  }
}

/** Makes the errors of a function with options. */
export const optionErrorOf = (caller: string) => (option: string, problem: string, cause?: unknown) =>
  new OptionError(caller, option, problem, cause);

/** @param issues what a schema finds wrong with the value of the option */
export const invalidOption = (caller: string, option: string, issues: ZodIssue[]) =>
  new OptionError(caller, option, `${option && "is invalid: "}${formatIssues(issues, "it")}`);

/** Reads a value whose getters may throw. @throws OptionError if one does */
export function readValue<T>(caller: string, option: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new OptionError(caller, option, "cannot be read; see `cause`", cause);
  }
}
