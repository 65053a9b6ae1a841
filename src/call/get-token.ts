/** The bearer token of an attempt. */
import { invalidToken } from "#read-environment";
import { isValidToken } from "../common/validate-token.ts";
import { isPlantStoreFailure, type PlantStoreFailure } from "../errors.ts";
import { optionFailure, tokenFailure } from "./make-failure.ts";
import type { Call } from "./start-call.ts";

/**
 * The token for the next attempt, added to the redactor. A function is called every time, so that it can replace an expired
 * token.
 *
 * @param rejected whether the service responded 401 to the last token
 * @throws PlantStoreTokenError if the function fails, with its error as `cause`
 * @throws PlantStoreConfigurationError if it returns an invalid token
 */
export async function getToken(call: Call, rejected = false): Promise<string | null> {
  const { options, attempts, deadline, redactor } = call;
  const { token } = options;
  if (typeof token !== "function") return token; // Checked when the options were resolved, and in the redactor.
  let returned: unknown;
  try {
    returned = await token({ attempt: attempts.length + 1, rejected, signal: deadline.signal });
  } catch (cause) {
    // From `cachedToken`, also of another copy of this package: a token that is unusable does not get better.
    const isUnusable =
      isPlantStoreFailure(cause) && cause.kind === "configuration" && cause.option === "fetchToken";
    throw isUnusable ? optionFailure(call, "fetchToken", cause.problem) : tokenFailure(call, cause);
  }
  if (!isValidToken(returned)) throw optionFailure(call, "token", invalidToken(returned, "returned"));
  redactor.add(returned);
  return returned;
}

export interface TokenRenewal {
  /** `null` if there is no other token. */
  token: string | null;
  /** Why not, if the function failed or returned an invalid token. */
  failure?: PlantStoreFailure;
}

/** Asks the token function for another token than the one that the service rejected. Never rejects. */
export async function renewToken(call: Call, rejected: string | null): Promise<TokenRenewal> {
  try {
    const token = await getToken(call, true);
    return { token: token === rejected ? null : token };
  } catch (failure) {
    return { token: null, failure: failure as PlantStoreFailure };
  }
}
