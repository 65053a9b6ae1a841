/** Wrong arguments. The message contains no value that may be part of a token. */
export class UsageError extends Error {
  /** The flag that is wrong, if it is one. */
  readonly option: string | undefined;

  constructor(message: string, option?: string) {
    super(message);
    this.option = option;
  }
}

export const HELP = "Run with --help for usage.";
