/** Wrong arguments of a command. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { closestMatch } from "leven";

/** Wrong arguments. The message contains no value that may be part of a token. */
export class UsageError extends Error {}

export const HELP = "Run with --help for usage.";

/** With more wrong letters, another option is meant. */
const MAX_TYPOS = 2;

/** The exit code for wrong arguments, and for files that cannot be used. */
export const EXIT_USAGE = 2;

/** The flag of an option, such as `--base-url` for `baseUrl`. */
export const flagOf = (option: string) =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Words an invalid option of the SDK for a command line, on which every option in backticks is a flag. */
export function describeOption({ option, problem }: { option: string; problem: string }): string {
  return `${flagOf(option)} ${withFlags(problem)}.`;
}

/** Replaces each option in backticks by its flag. */
export const withFlags = (text: string) => text.replace(/`([a-z]\w*)`/g, (_, name) => flagOf(name));

/** Parses the arguments of a command. @throws UsageError */
export function parseArguments<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(describe(error as NodeJS.ErrnoException, Object.keys(config.options ?? {})));
  }
}

/** Node's message contains the argument, which may be a token, or end with one: `--tokenSECRET`. */
function describe({ code, message }: NodeJS.ErrnoException, options: string[]): string {
  if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") return `Unexpected argument. ${HELP}`;
  const [, ambiguous] = /^Option '(--[\w-]+)' argument is ambiguous/.exec(message) ?? [];
  if (ambiguous !== undefined) {
    return `${ambiguous} is followed by another option. Add its value; if the value starts with a dash, write ${ambiguous}=-VALUE.`;
  }
  if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") return `${message.split(/\.\s/)[0]}. ${HELP}`;
  const [, option = ""] = /^Unknown option '(.*?)'/s.exec(message) ?? [];
  // An option with a typo looks like this. What follows --token may be a token.
  const isTypo = /^--[a-z]+(-[a-z]+)*$/.test(option) && !option.startsWith("--token");
  if (!isTypo) return `Unknown option. ${HELP}`;
  const nearest = closestMatch(option.slice(2), options, { maxDistance: MAX_TYPOS });
  return `Unknown option '${option}'. ${nearest === undefined ? HELP : `Did you mean --${nearest}?`}`;
}
