/** A command's options as a table: its help, and its arguments, are read from it. */
import type { OptionRule } from "../../src/common/read-options.ts";
import { flagOf } from "./flag-names.ts";
import { wrap } from "./format-text.ts";
import { parseArguments } from "./parse-arguments.ts";
import { HELP, UsageError } from "./usage-error.ts";

export interface Option {
  help: string;
  /** What its value is, in the help. An option without a value is a flag. */
  value?: string;
  /** The largest value. An option with one is an integer. */
  max?: number;
  /** The smallest value, by default 1. */
  min?: number;
  /** Whether it can be repeated. Its value is then an array. */
  multiple?: true;
  /** Whether a flag can also be given as `--no-…`. Its value is undefined if it is not given. */
  negatable?: true;
}

/** Options by their names in JavaScript. */
export type OptionTable = Readonly<Record<string, Option>>;

/** The values of a table's options. */
export type ValuesOf<T extends OptionTable> = {
  [K in keyof T]: T[K] extends { max: number }
    ? number | undefined
    : T[K] extends { multiple: true }
      ? string[] | undefined
      : T[K] extends { value: string }
        ? string | undefined
        : T[K] extends { negatable: true }
          ? boolean | undefined
          : boolean;
};

/** The row of an option without an upper limit. */
export const COUNT = { value: "NUMBER", max: Number.MAX_SAFE_INTEGER };

/** Every command has them. */
const COMMON_OPTIONS = {
  help: { help: "print this help" },
  version: { help: "print the version" },
} as const satisfies OptionTable;

/** Columns of the help before its text. */
const HELP_COLUMN = 25;
const NEXT_LINE = `\n${" ".repeat(HELP_COLUMN)}`;

/**
 * The lines of the help about the options, within 80 columns.
 *
 * @param rules of options with the same names, whose defaults are added to numbers
 */
export function formatOptions(table: OptionTable, rules: Readonly<Record<string, OptionRule>> = {}): string {
  const format = ([name, { value, negatable, help }]: [string, Option]) => {
    const flag = negatable ? `${flagOf(name)}, --no-${name}` : flagOf(name);
    const head = `  ${flag}${value === undefined ? "" : ` ${value}`}`;
    const text = wrap(help + formatDefault(rules[name]?.[2]), 80 - HELP_COLUMN).split("\n");
    // A long name has a line of its own.
    const isShort = head.length < HELP_COLUMN;
    return (isShort ? [head.padEnd(HELP_COLUMN) + text.shift(), ...text] : [head, ...text]).join(NEXT_LINE);
  };
  const options = Object.entries({ ...table, ...COMMON_OPTIONS });
  return options.map(format).join("\n");
}

function formatDefault(base: unknown): string {
  if (typeof base !== "number") return "";
  return ` (default: ${base === Number.POSITIVE_INFINITY ? "no limit" : base})`;
}

/** @throws UsageError, which names options by `nameOf` */
export function readOptionTable<const T extends OptionTable>(
  table: T,
  args: string[],
  { nameOf = flagOf, allowPositionals = false }: { nameOf?: typeof flagOf; allowPositionals?: boolean } = {},
): { values: ValuesOf<T & typeof COMMON_OPTIONS>; positionals: string[] } {
  if (!("token" in table) && args.some((arg) => /^--token(?!-)/.test(arg))) {
    const advice = "Set PLANT_STORE_TOKEN, or use --token-file: other users can see arguments.";
    throw new UsageError(`Unknown option '--token'. ${advice}`);
  }
  const options = Object.entries<Option>({ ...table, ...COMMON_OPTIONS });
  const parsed = parseArguments({
    args,
    allowPositionals: true,
    allowNegative: options.some(([, { negatable }]) => negatable),
    options: Object.fromEntries(
      options.map(([name, { value, multiple = false }]) => [
        flagOf(name).slice(2),
        {
          type: value === undefined ? "boolean" : "string",
          multiple,
          ...(name === "help" && { short: "h" }),
        },
      ]),
    ),
  });
  if (!allowPositionals && parsed.positionals.length > 0)
    throw new UsageError(`Unexpected argument. ${HELP}`);
  const read = ([name, { value, min = 1, max, negatable }]: [string, Option]) => {
    const given = parsed.values[flagOf(name).slice(2)];
    if (value === undefined) return [name, negatable ? given : given === true];
    if (max === undefined || given === undefined) return [name, given];
    return [name, readInteger(nameOf(name), `${given}`, min, max)];
  };
  return { values: Object.fromEntries(options.map(read)), positionals: parsed.positionals };
}

/** The values of a part of a table. */
export function pickOptions<T extends OptionTable>(part: T, values: ValuesOf<T>): ValuesOf<T> {
  return Object.fromEntries(Object.keys(part).map((name) => [name, values[name as keyof T]])) as ValuesOf<T>;
}

function readInteger(name: string, text: string, min: number, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : -1;
  if (number >= min && number <= max) return number;
  throw new UsageError(`${name} must be an integer from ${min} to ${max}.`, name);
}
