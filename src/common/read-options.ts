/** Reads and validates an options object. */
import { isMilliseconds, MAX_TIMER_MS } from "./sleep.ts";

/** Which values are valid, and text that follows "must be". */
export type ValueCheck = readonly [isValid: (value: never) => boolean, expected: string];

/** The default of an option that must be given. Its rule rejects it. */
export const REQUIRED = undefined;

/** The rule of an option: its check, and its default if it has one. */
export type OptionRule<T = unknown> = ValueCheck | readonly [...ValueCheck, base: T];

/** A rule for every option. */
export type OptionRules<Options> = {
  readonly [K in keyof Every<Options>]: undefined extends Options[K]
    ? OptionRule<Options[K]>
    : readonly [...ValueCheck, typeof REQUIRED];
};

/** Every option: it can be undefined, but not be left out. */
export type Every<Options> = { [K in Extract<keyof Options, string>]: Options[K] };

/** Every option after it was read. Only one without a default can be undefined. */
export type ReadOptions<Options, Rules> = {
  [K in keyof Every<Options>]: Rules extends Record<K, ValueCheck>
    ? Options[K]
    : Exclude<Options[K], undefined>;
};

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A field can be a getter of a class, but nothing that every object inherits is a field. */
export const readField = <T extends object>(object: T, name: keyof T): T[keyof T] | undefined =>
  name in Object.prototype && !Object.hasOwn(object, name) ? undefined : object[name];

export const aFunction: ValueCheck = [(value) => typeof value === "function", "a function"];
export const boolean: ValueCheck = [(value) => typeof value === "boolean", "true or false"];

export const aUrl: ValueCheck = [
  (value: string | URL | null) => typeof value === "string" || typeof value?.href === "string",
  "a string or a URL",
];

export const abortSignal: ValueCheck = [
  // Not `instanceof`: jsdom and other realms have an AbortSignal of their own.
  (value: AbortSignal | null) => value === null || typeof value.addEventListener === "function",
  "an AbortSignal",
];

export const integerFrom = (min: number): ValueCheck => [
  (value) => Number.isSafeInteger(value) && value >= min,
  `an integer of ${min} or more`,
];

export const integer = (min: number, max: number): ValueCheck => [
  (value) => Number.isInteger(value) && value >= min && value <= max,
  `an integer from ${min} to ${max}`,
];

/** A limit of time: unlike a wait, it is not 0. */
export const timeLimit: ValueCheck = [
  (value) => isMilliseconds(value) && value > 0,
  `milliseconds above 0 and up to ${MAX_TIMER_MS}`,
];

/**
 * Reads each option once: an options object can have getters, which may throw.
 *
 * @param fail makes the error for an option, or for `options` as a whole. `problem` follows its name
 * @param current replaces the defaults
 * @throws what `fail` makes, for an unknown or invalid option. Does not show a value that may be a token
 */
export function readOptions<Options extends object, Rules extends OptionRules<Options>>(
  options: Options,
  rules: Rules,
  fail: (option: string, problem: string, cause?: unknown) => Error,
  current?: { readonly [K in keyof Options]?: unknown },
): ReadOptions<Options, Rules> {
  const names = Object.keys(rules) as (keyof Options & string)[];
  // No prototype, so that a missing option is never read from a polluted Object.prototype.
  const values = Object.create(null);
  let error: Error | undefined;
  const reject = (option: string, problem: string) => {
    error = fail(option, problem);
    throw error;
  };
  const check = (option: string, [isValid, expected]: OptionRule, value: unknown) => {
    if (isValid(value as never)) return;
    // A string is not shown: it may be a token in the wrong place. The type of an object would say nothing.
    const isSecret = typeof value === "number" && option === "token"; // Nuxt makes a number of a variable of digits.
    const shown = typeof (value ?? 0) === "number" && !isSecret ? value : `this ${typeof value}`;
    reject(option, `must be ${expected}${isObject(value) ? "" : `, not ${shown}`}`);
  };
  try {
    check("options", [isObject, "an object"], options);
    for (const option of Object.keys(options)) {
      if (names.includes(option as never) || options[option as keyof Options] === undefined) continue;
      const meant = names.find((name) => name.toLowerCase() === option.toLowerCase());
      reject(
        option,
        `is not an option here: ${meant ? `write \`${meant}\`` : `the options are ${names.join(", ")}`}`,
      );
    }
    for (const option of names) {
      const rule: OptionRule = rules[option];
      const given = readField(options, option);
      const value = given === undefined ? (current ? current[option] : rule[2]) : given;
      // A default is checked, too, because it may be REQUIRED.
      if (value !== undefined || rule.length > 2) check(option, rule, value);
      values[option] = value;
    }
  } catch (cause) {
    throw error ?? fail("options", "cannot be read; see `cause`", cause);
  }
  return values;
}
