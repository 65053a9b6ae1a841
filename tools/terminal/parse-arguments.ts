/** Parses the arguments of a command. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { closestMatch } from "leven";
import { HELP, UsageError } from "./usage-error.ts";

/**
 * Works like Node's `parseArgs`, but Node's messages contain the argument, which may be a token, or end with one:
 * `--tokenSECRET`.
 *
 * @throws UsageError
 */
export function parseArguments(config: ParseArgsConfig) {
  const parsed = parseArgs({ ...config, strict: false, tokens: true });
  const known = new Map(Object.entries(config.options ?? {}));
  for (const token of parsed.tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const negated = config.allowNegative && name.startsWith("no-") ? known.get(name.slice(3)) : undefined;
    const type = known.get(name)?.type ?? (negated?.type === "boolean" ? "boolean" : undefined);
    if (type === undefined) throw new UsageError(describeUnknown(rawName, known.keys()));
    if (type === "boolean" && value !== undefined)
      throw new UsageError(`--${name} does not take a value. ${HELP}`, `--${name}`);
    if (type === "string" && (value === undefined || (!inlineValue && /^-./s.test(value))))
      throw new UsageError(
        `--${name} needs a value. If it starts with a dash, write --${name}=-VALUE.`,
        `--${name}`,
      );
  }
  return parsed;
}

function describeUnknown(option: string, known: Iterable<string>): string {
  // An option with a typo looks like this. What follows --token may be a token.
  const isTypo = /^--[a-z]+(-[a-z]+)*$/.test(option) && !option.startsWith("--token");
  if (!isTypo) return `Unknown option. ${HELP}`;
  return `Unknown option '${option}'. ${suggestName(
    option,
    Array.from(known, (name) => `--${name}`),
  )}`;
}

/** With more than two wrong letters, another name is meant. */
export function suggestName(wrong: string, known: Iterable<string>): string {
  const nearest = closestMatch(wrong, [...known], { maxDistance: 2 });
  return nearest === undefined ? HELP : `Did you mean ${nearest}?`;
}
