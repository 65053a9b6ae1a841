/** The bearer token of each attempt. */
import type { Call } from "./call.ts";
import { INVALID_TOKEN, isValidToken } from "./valid-token.ts";

/**
 * The token for the next attempt, added to the redactor. A function is called every time, so that it can replace an
 * expired token.
 *
 * @param rejected whether the service responded 401 to the last token
 * @throws PlantStoreConfigurationError if the function fails, with its error as `cause`, or if the token is invalid
 */
export async function nextToken(call: Call, rejected: boolean): Promise<string | null> {
  const { token } = call.options;
  if (typeof token !== "function") return token; // Registered when the options were resolved.
  let returned: unknown;
  try {
    returned = await token({ attempt: call.attempts + 1, rejected, signal: call.deadline.signal });
  } catch (cause) {
    throw call.configurationError("token", "is a function that failed; see `cause`", cause);
  }
  if (!isValidToken(returned)) throw call.configurationError("token", INVALID_TOKEN);
  call.redactor.add(returned);
  return returned;
}

/**
 * After a 401: asks the token function for another token. Returns whether there is one.
 *
 * @param rejected the token that the service rejected
 */
export async function renewToken(call: Call, rejected: string | null): Promise<boolean> {
  if (typeof call.options.token !== "function" || call.renewedToken !== undefined) return false;
  try {
    const token = await nextToken(call, true);
    if (token === null || token === rejected) return false;
    call.renewedToken = token;
    return true;
  } catch (error) {
    call.renewalError = (error as Error).cause ?? error;
    return false;
  }
}
