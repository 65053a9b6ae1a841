/** The environment of the command `mock`: arguments for a container that takes none. */
import { closestMatch } from "leven";
import type { Option, OptionTable } from "../terminal/option-table.ts";
import { flagOf, HELP, UsageError } from "../terminal/usage-error.ts";

const PREFIX = "PLANTMOCK_";

/** Such as PLANTMOCK_TLS_CERT, or PLANTMOCK_TOKENS for an option that can be repeated. */
const variableOf = (name: string, { multiple }: Option) =>
  `${PREFIX}${flagOf(name).slice(2).replaceAll("-", "_").toUpperCase()}${multiple ? "S" : ""}`;

/**
 * Returns the arguments in each variable, except for options that are among `args`. An empty variable is not set.
 *
 * @throws UsageError if a variable with the prefix is unknown: a typo in PLANTMOCK_TOKENS must not accept every token
 */
export function readEnvironment(
  table: OptionTable,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Map<string, string[]> {
  const options = Object.entries(table);
  const known = new Map(options.map(([name, option]) => [variableOf(name, option), { name, option }]));
  const given = new Map<string, string[]>();
  for (const [variable, text = ""] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || text === "") continue;
    const found = known.get(variable);
    if (found === undefined) {
      const nearest = closestMatch(variable, [...known.keys()], { maxDistance: 2 });
      const advice = nearest === undefined ? HELP : `Did you mean ${nearest}?`;
      throw new UsageError(`Unknown environment variable ${variable}. ${advice}`);
    }
    const { name, option } = found;
    const flags = [flagOf(name), ...(option.negatable ? [negationOf(name)] : [])];
    if (args.some((arg) => flags.includes(arg.split("=", 1)[0] ?? ""))) continue;
    given.set(variable, argumentsIn(text, variable, name, option));
  }
  return given;
}

const negationOf = (name: string) => `--no-${flagOf(name).slice(2)}`;

function argumentsIn(text: string, variable: string, name: string, option: Option): string[] {
  const { value, multiple, negatable } = option;
  if (value !== undefined)
    return (multiple ? text.split(",") : [text]).map((part) => `${flagOf(name)}=${part}`);
  if (text === "true") return [flagOf(name)];
  if (text === "false") return negatable ? [negationOf(name)] : [];
  throw new UsageError(`${variable} must be true or false.`);
}

/** Replaces flags in a message by the variables that set them. */
export function nameVariables(message: string, given: Map<string, string[]>): string {
  const variables = new Map([...given].map(([variable, [first = ""]]) => [first.split("=", 1)[0], variable]));
  return message.replaceAll(/--[a-z]+(-[a-z]+)*/g, (flag) => variables.get(flag) ?? flag);
}
