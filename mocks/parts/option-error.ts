/** A wrong option. Its message is for callers in JavaScript. The command words `option` and `problem` for its own readers. */
export class OptionError extends TypeError {
  readonly option: string;
  readonly problem: string;

  constructor(caller: string, option: string, problem: string, cause?: unknown) {
    super(`${caller}: \`${option}\` ${problem}.`, cause === undefined ? undefined : { cause });
    this.option = option;
    this.problem = problem;
  }
}

/** Makes the errors of a function with options. */
export const optionErrorOf = (caller: string) => (option: string, problem: string, cause?: unknown) =>
  new OptionError(caller, option, problem, cause);
