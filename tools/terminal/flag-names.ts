/** The flags of options. */
import type { PlantStoreConfigurationError } from "../../src/errors.ts";

/** The flag of an option, such as `--base-url` for `baseUrl`. */
export const flagOf = (option: string) =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * Words an invalid option of the SDK for a command line. The SDK documents that the names of other options in a problem are in
 * backticks, so that a program can replace them. Nothing else in the project replaces names in a text.
 */
export function describeOption({ option, problem }: PlantStoreConfigurationError): string {
  return `${flagOf(option)} ${problem.replace(/`([a-z]\w*)`/g, (_, name) => flagOf(name))}.`;
}
