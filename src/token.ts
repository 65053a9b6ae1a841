/** The bearer token of each attempt. */
import type { Call } from "./call.ts";
import type { Echo } from "./echo.ts";
import { PlantStoreConfigurationError, type PlantStoreFailureDetails } from "./errors.ts";

/** Visible ASCII: wider than RFC 6750 section 2.1, since the specification leaves the format open. */
const USABLE = /^[\x21-\x7e]+$/;

/**
 * Checks a token that is to be sent, and has the echo know it.
 *
 * @throws PlantStoreConfigurationError without showing the token.
 */
export function learnToken(
  token: unknown,
  echo: Echo,
  details?: PlantStoreFailureDetails,
): asserts token is string {
  if (typeof token === "string" && USABLE.test(token)) return echo.add(token);
  const problem = "must be, or give, a string of visible ASCII, without spaces or the word Bearer";
  throw new PlantStoreConfigurationError("token", problem, details);
}

/** The token for a call's next attempt; a function is asked each time, so that an expired token can be replaced. */
export async function nextToken(call: Call): Promise<string> {
  const { token: given } = call.settings;
  if (typeof given === "string") return given; // Checked, and known to the echo, once for all calls.
  let token: unknown;
  try {
    token = await given();
  } catch (cause) {
    throw new PlantStoreConfigurationError("token", "is a function that failed; the `cause` says why", {
      ...call.details,
      cause,
    });
  }
  learnToken(token, call.echo, call.details);
  return token;
}
