/** The bearer token of each attempt. */
import type { Call } from "./call.ts";
import { PlantStoreConfigurationError } from "./errors.ts";
import type { Settings } from "./options.ts";

/** Visible ASCII: wider than RFC 6750 section 2.1, since the specification leaves the format open. */
const USABLE = /^[\x21-\x7e]+$/;

/** @throws PlantStoreConfigurationError without showing the token. */
export function checkToken(token: Settings["token"]): Settings["token"] {
  if (typeof token === "function" || isUsable(token)) return token;
  throw new PlantStoreConfigurationError("token", REQUIREMENT);
}

const REQUIREMENT = "must be a string of visible ASCII, without spaces and without the word Bearer";

function isUsable(token: unknown): token is string {
  return typeof token === "string" && USABLE.test(token);
}

/** The token for a call's next attempt; a function is asked each time, so that an expired token can be replaced. */
export async function nextToken(call: Call): Promise<string> {
  let token: unknown = call.settings.token;
  if (typeof token === "function") {
    try {
      token = await token();
    } catch (cause) {
      throw new PlantStoreConfigurationError("token", "is a function that failed; the `cause` says why", {
        ...call.details,
        cause,
      });
    }
  }
  if (!isUsable(token)) {
    throw new PlantStoreConfigurationError(
      "token",
      `is a function whose result ${REQUIREMENT}`,
      call.details,
    );
  }
  call.echo.add(token);
  return token;
}
