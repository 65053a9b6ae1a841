/** The bearer token of each attempt. */
import { configurationError, type PlantStoreFailureDetails } from "../errors.ts";
import type { PlantStoreToken } from "../options.ts";
import type { TokenRedactor } from "./token-redactor.ts";

/** Visible ASCII. Wider than RFC 6750 section 2.1, because the specification does not define the format. */
const VALID_TOKEN = /^[\x21-\x7e]+$/;

/**
 * Validates a token before it is sent, and adds it to the redactor.
 *
 * @throws PlantStoreConfigurationError without the token
 */
export function registerToken(
  token: unknown,
  redactor: TokenRedactor,
  details?: PlantStoreFailureDetails,
): asserts token is string {
  if (typeof token === "string" && VALID_TOKEN.test(token)) return redactor.add(token);
  const problem = "must be visible ASCII without spaces and without `Bearer`, or a function that returns it";
  throw configurationError("token", problem, details);
}

/** The token for the next attempt. A function is called every time, so that it can replace an expired token. */
export async function nextToken(
  token: PlantStoreToken,
  redactor: TokenRedactor,
  details: PlantStoreFailureDetails,
): Promise<string> {
  if (typeof token === "string") return token; // Registered when the options were resolved.
  let returned: unknown;
  try {
    returned = await token();
  } catch (cause) {
    throw configurationError("token", "is a function that failed; see `cause`", { ...details, cause });
  }
  registerToken(returned, redactor, details);
  return returned;
}
