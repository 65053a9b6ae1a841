/** A wrong option of a function of the mock. */
import { formatIssues, type ZodIssue } from "../../src/contract/issues.ts";
import { INEXACT } from "../../src/contract/validate-field.ts";

/**
 * A wrong option. Its message is for callers in JavaScript. The command and the admin API word `option` and `problem` for their
 * own readers.
 */
export class OptionError extends TypeError {
  declare readonly option: string;
  declare readonly problem: string;
  declare readonly problemInJson: string;

  /** @param option empty if the value as a whole is wrong */
  constructor(caller: string, option: string, problem: string, cause?: unknown, problemInJson = problem) {
    const message = `${caller}: ${option === "" ? "" : `\`${option}\` `}${problem}.`;
    super(message, cause === undefined ? undefined : { cause });
    // Not enumerable: when the error is printed, its message already says both.
    Object.defineProperties(this, {
      option: { value: option },
      problem: { value: problem },
      problemInJson: { value: problemInJson },
    });
  }
}

/** Makes the errors of a function with options. */
export const optionErrorOf = (caller: string) => (option: string, problem: string, cause?: unknown) =>
  new OptionError(caller, option, problem, cause);

/** @param issues what a schema finds wrong with the value of the option */
export function invalidOption(caller: string, option: string, issues: ZodIssue[]): OptionError {
  const word = (issues: ZodIssue[]) => `${option && "is invalid: "}${formatIssues(issues, "it")}`;
  return new OptionError(caller, option, word(issues), undefined, word(wordForJson(issues)));
}

/** Words the issues of a value from JSON. There, only a decimal point or an exponent makes an integer inexact. */
export const wordForJson = (issues: ZodIssue[]): ZodIssue[] =>
  issues.map(({ path, message }) => ({
    path,
    message:
      message === INEXACT ? "is beyond 2^53-1, so it must not have a decimal point or an exponent" : message,
  }));

/** Reads a value whose getters may throw. @throws OptionError if one does */
export function readValue<T>(caller: string, option: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new OptionError(caller, option, "cannot be read; see `cause`", cause);
  }
}
