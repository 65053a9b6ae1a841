/** Reads and validates an options object. */
import { configurationError, ownFailures } from "../errors.ts";

/** Which values of an option are valid: a check, and text that follows "must be". `convert` can validate more. */
export type OptionRule = readonly [
  isValid: (value: never) => boolean,
  expected: string,
  convert?: (value: never) => unknown,
];

export type OptionRules = Record<string, OptionRule>;

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
export const aFunction: OptionRule = [(value) => typeof value === "function", "a function"];
export const boolean: OptionRule = [(value) => typeof value === "boolean", "true or false"];

export const abortSignal: OptionRule = [
  // Not `instanceof`: jsdom and other realms have an AbortSignal of their own.
  (value: AbortSignal | null) => value === null || typeof value.addEventListener === "function",
  "an AbortSignal",
];

/** Options that are not undefined. */
export type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * Reads each option once: an options object can have getters, which may throw.
 *
 * @param base the values of options that are missing
 * @throws PlantStoreConfigurationError for an unknown or invalid option. Does not show a value that may be a token
 */
export function readOptions<Options extends object, Base>(
  options: Options,
  rules: OptionRules,
  base: Base,
): Base & Given<Options> {
  check("options", options, [isObject, "an object"]);
  // No prototype, so that a missing option is never read from a polluted Object.prototype.
  const given = Object.assign(Object.create(null), base);
  const names = Object.keys(rules);
  try {
    for (const option of Object.keys(options)) {
      if (names.includes(option) || options[option as keyof Options] === undefined) continue;
      const meant = names.find((name) => name.toLowerCase() === option.toLowerCase());
      throw configurationError(option, `is not an option here${meant ? `: write \`${meant}\`` : ""}`);
    }
    for (const [option, rule] of Object.entries(rules)) {
      // An option can be a getter of a class, but nothing that every object inherits is an option.
      if (option in Object.prototype && !Object.hasOwn(options, option)) continue;
      const value = options[option as keyof Options];
      if (value === undefined) continue;
      check(option, value, rule);
      given[option] = rule[2] ? rule[2](value as never) : value;
    }
  } catch (cause) {
    if (ownFailures.has(cause as object)) throw cause;
    throw configurationError("options", "cannot be read; see `cause`", cause);
  }
  return given;
}

function check(option: string, value: unknown, [isValid, expected]: OptionRule): void {
  if (isValid(value as never)) return;
  // A string is not shown: it may be a token in the wrong place.
  const shown = typeof value === "number" || value === null ? value : typeof value;
  throw configurationError(option, `must be ${expected}, not ${shown}`);
}
