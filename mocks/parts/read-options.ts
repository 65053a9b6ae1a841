/** Reads and validates the options of a function. */

import { MAX_TIMER_MS } from "../../src/common/sleep.ts";
import { formatIssues } from "../../src/contract/issues.ts";

/** An option: its default, which values are valid, and otherwise what to tell the caller. */
export type OptionRule<T> = readonly [base: T, problem: string, isValid: (value: T) => boolean];

export type OptionRules<T> = { readonly [Option in keyof T]: OptionRule<T[Option]> };

/** Options with their defaults. */
export type Complete<T, Optional extends keyof T = never> = {
  [Option in keyof T]-?: Option extends Optional ? T[Option] : Exclude<T[Option], undefined>;
};

export const isMilliseconds = (value: unknown) =>
  typeof value === "number" && value >= 0 && value <= MAX_TIMER_MS;
export const MUST_BE_MS = `must be milliseconds from 0 to ${MAX_TIMER_MS}`;

export const flag: OptionRule<boolean> = [
  false,
  "must be true or false",
  (value) => typeof value === "boolean",
];

/** Can be absent. */
export const aFunction: readonly [undefined, string, (value: unknown) => boolean] = [
  undefined,
  "must be a function",
  (value) => value === undefined || typeof value === "function",
];

/** Returns a base URL without slashes at its end, or undefined if the client would reject it, too. */
export function parseBaseUrl(url: unknown, base?: string): string | undefined {
  if (!URL.canParse(`${url}`, base)) return undefined;
  const { href, protocol, username, password } = new URL(`${url}`, base);
  const isValid = /^https?:$/.test(protocol) && !/[?#]/.test(href) && !username && !password;
  return isValid ? href.replace(/\/+$/, "") : undefined;
}

/**
 * Reads each option once.
 *
 * @param caller for the message
 * @param current replaces the defaults
 * @param path of the options, if they are a member of other options, with a dot
 * @throws OptionError for an invalid option, and for an unknown one, whose value is not shown
 */
export function readOptions<T extends object>(
  caller: string,
  options: { [Option in keyof T]?: T[Option] | undefined },
  rules: OptionRules<T>,
  current?: T,
  path = "",
): T {
  if (typeof options !== "object" || options === null)
    throw new OptionError(caller, "", "the options must be an object");
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(rules, name)) continue;
    const known = Object.keys(rules).join(", ");
    throw new OptionError(caller, path + name, `is not an option. The options are ${known}`);
  }
  const values = Object.keys(rules).map((key) => {
    const name = key as keyof T & string;
    const [base, problem, isValid] = rules[name];
    const fallback = current === undefined ? base : current[name];
    const value = options[name] === undefined ? fallback : options[name];
    if (!isValid(value)) throw new OptionError(caller, path + name, problem);
    return [name, value];
  });
  return Object.fromEntries(values);
}

/**
 * A wrong option. Its message is for callers in JavaScript. The command and the admin API word `option` and `problem` for their
 * own readers.
 */
export class OptionError extends TypeError {
  readonly #option: string;
  readonly #problem: string;

  /** @param option empty if the value as a whole is wrong */
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

/** @param issues what a schema finds wrong with the value of the option */
export const invalidOption = (caller: string, option: string, issues: Parameters<typeof formatIssues>[0]) =>
  new OptionError(caller, option, `${option && "is invalid: "}${formatIssues(issues, "it")}`);
