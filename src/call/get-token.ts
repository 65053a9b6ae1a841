/** The bearer token of an attempt. */

import { optionFailure } from "./make-failure.ts";
import { INVALID_TOKEN, isValidToken } from "./resolve-options.ts";
import type { Attempt } from "./send-request.ts";
import type { Call } from "./start-call.ts";

/**
 * The token for the next attempt, added to the redactor. A function is called every time, so that it can replace an expired
 * token.
 *
 * @param rejected whether the service responded 401 to the last token
 * @throws PlantStoreConfigurationError if the function fails, with its error as `cause`, or if the token is invalid
 */
export async function getToken(
  call: Call,
  attempts: readonly Attempt[],
  rejected = false,
): Promise<string | null> {
  const { token } = call.options;
  if (typeof token !== "function") return token; // Checked and registered when the options were resolved.
  const fail = (problem: string, cause?: unknown) => optionFailure(call, attempts, "token", problem, cause);
  let returned: unknown;
  try {
    returned = await token({ attempt: attempts.length + 1, rejected, signal: call.deadline.signal });
  } catch (cause) {
    throw fail("is a function that failed; see `cause`", cause);
  }
  if (!isValidToken(returned)) throw fail(INVALID_TOKEN);
  call.redactor.add(returned);
  return returned;
}

export interface TokenRenewal {
  /** `null` if there is no other token. */
  token: string | null;
  /** Why not, if the function failed. */
  error?: unknown;
}

/**
 * Asks the token function for another token. Never rejects.
 *
 * @param rejected the token that the service rejected
 */
export async function renewToken(
  call: Call,
  attempts: readonly Attempt[],
  rejected: string | null,
): Promise<TokenRenewal> {
  try {
    const token = await getToken(call, attempts, true);
    return { token: token === rejected ? null : token };
  } catch (error) {
    return { token: null, error: (error as Error).cause ?? error };
  }
}
