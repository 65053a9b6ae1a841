/** The environment of the command `mock`: arguments for a container that takes none. */
import { flagOf } from "../terminal/flag-names.ts";
import type { Option, OptionTable } from "../terminal/option-table.ts";
import { suggestName } from "../terminal/parse-arguments.ts";
import { UsageError } from "../terminal/usage-error.ts";

const PREFIX = "PLANTMOCK_";

/** Such as PLANTMOCK_TLS_CERT, or PLANTMOCK_TOKENS for an option that can be repeated. */
const variableOf = (name: string, { multiple }: Option) =>
  `${PREFIX}${flagOf(name).slice(2).replaceAll("-", "_").toUpperCase()}${multiple ? "S" : ""}`;

/**
 * Reads the arguments in the variables, except for options that are among `args`. An empty variable is not set.
 *
 * @returns the arguments, and a function that names an option as it was given: by its variable, or by its flag
 * @throws UsageError if a variable with the prefix is unknown: a typo in PLANTMOCK_TOKENS must not accept every token
 */
export function readEnvironment(
  table: OptionTable,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): { args: string[]; nameOf: typeof flagOf } {
  const options = Object.entries(table);
  const known = new Map(options.map(([name, option]) => [variableOf(name, option), { name, option }]));
  const found: string[] = [];
  const variables = new Map<string, string>();
  for (const [variable, text = ""] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || text === "") continue;
    const meant = known.get(variable);
    if (meant === undefined)
      throw new UsageError(
        `Unknown environment variable ${variable}. ${suggestName(variable, known.keys())}`,
      );
    const { name, option } = meant;
    const flags = [flagOf(name), ...(option.negatable ? [negationOf(name)] : [])];
    if (args.some((arg) => flags.includes(arg.split("=", 1)[0] ?? ""))) continue;
    found.push(...argumentsIn(text, variable, name, option));
    variables.set(name, variable);
  }
  return { args: found, nameOf: (name) => variables.get(name) ?? flagOf(name) };
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
