/**
 * A wrong option or argument. Its message is for callers in JavaScript. The command words `option` and `problem` for its
 * own readers.
 */
export class OptionError extends TypeError {
  readonly #option: string;
  readonly #problem: string;

  /**
   * @param caller the function that was called
   * @param option empty if the value as a whole is wrong
   * @param problem what is wrong, without a full stop
   */
  constructor(caller: string, option: string, problem: string) {
    super(`${caller}: ${option === "" ? "" : `\`${option}\` `}${problem}.`);
    this.#option = option;
    this.#problem = problem;
  }

  get option(): string {
    return this.#option;
  }

  get problem(): string {
    return this.#problem;
  }
}
