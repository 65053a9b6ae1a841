/** Wrong arguments. The message contains no value that may be part of a token. */
export class UsageError extends Error {}

export const HELP = "Run with --help for usage.";
