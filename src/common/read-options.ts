/** Reads and validates an options object. */

/** Which values of an option are valid: a check, and text that follows "must be". */
export type OptionRule = readonly [isValid: (value: never) => boolean, expected: string, isRequired?: true];

/** A rule for every option. Only an option that can be undefined can be missing. */
export type OptionRules<Options> = {
  readonly [K in keyof Options]-?: undefined extends Options[K] ? OptionRule : Required<OptionRule>;
};

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
export const aFunction: OptionRule = [(value) => typeof value === "function", "a function"];
export const boolean: OptionRule = [(value) => typeof value === "boolean", "true or false"];

export const abortSignal: OptionRule = [
  // Not `instanceof`: jsdom and other realms have an AbortSignal of their own.
  (value: AbortSignal | null) => value === null || typeof value.addEventListener === "function",
  "an AbortSignal",
];

export const integerFrom = (min: number): OptionRule => [
  (value) => Number.isSafeInteger(value) && value >= min,
  `an integer of ${min} or more`,
];

export const integer = (min: number, max: number): OptionRule => [
  (value) => Number.isInteger(value) && value >= min && value <= max,
  `an integer from ${min} to ${max}`,
];

/** The longest delay of a timer: a longer one fires immediately. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export const isMilliseconds = (value: unknown) =>
  typeof value === "number" && value >= 0 && value <= MAX_TIMEOUT_MS;
export const MILLISECONDS = `milliseconds from 0 to ${MAX_TIMEOUT_MS}`;

/** Every option: it can be undefined, but not be left out. */
export type Every<Options> = { [K in Extract<keyof Options, string>]: Options[K] };

/** Every option, with the values of a base for those that are missing. */
export type Merged<Base, Options> = Omit<Base, keyof Options> & {
  [K in keyof Every<Options>]: K extends keyof Base ? Base[K] | Exclude<Options[K], undefined> : Options[K];
};

/**
 * Reads each option once: an options object can have getters, which may throw.
 *
 * @param fail makes the error for an option, or for `options` as a whole. `problem` follows its name
 * @param base the values of options that are missing
 * @throws what `fail` makes, for an unknown or invalid option. Does not show a value that may be a token
 */
export function readOptions<Options extends object, Base = object>(
  options: Options,
  rules: OptionRules<Options>,
  fail: (option: string, problem: string, cause?: unknown) => Error,
  base?: Base,
): Merged<Base, Options> {
  // No prototype, so that a missing option is never read from a polluted Object.prototype.
  const given = Object.assign(Object.create(null), base);
  const names = Object.keys(rules) as (keyof Options & string)[];
  let error: Error | undefined;
  const reject = (option: string, problem: string) => {
    error = fail(option, problem);
    throw error;
  };
  const check = (option: string, [isValid, expected]: OptionRule, value: unknown) => {
    // A string is not shown: it may be a token in the wrong place.
    const shown = typeof (value ?? 0) === "number" ? value : `this ${typeof value}`;
    if (!isValid(value as never)) reject(option, `must be ${expected}, not ${shown}`);
  };
  try {
    check("options", [isObject, "an object"], options);
    for (const option of Object.keys(options)) {
      if (names.includes(option as never) || options[option as keyof Options] === undefined) continue;
      const meant = names.find((name) => name.toLowerCase() === option.toLowerCase());
      reject(option, `is not an option here${meant ? `: write \`${meant}\`` : ""}`);
    }
    for (const option of names) {
      // An option can be a getter of a class, but nothing that every object inherits is an option.
      const isInherited = option in Object.prototype && !Object.hasOwn(options, option);
      const value = isInherited ? undefined : options[option];
      if (value !== undefined || rules[option][2]) check(option, rules[option], value);
      given[option] = value === undefined ? given[option] : value;
    }
  } catch (cause) {
    throw error ?? fail("options", "cannot be read; see `cause`", cause);
  }
  return given;
}
