import { ErrorResponse } from "./protocol.ts";
import type { StoreSettings } from "./store-state.ts";

/** Checks the bearer token. Returns the error response if it is missing or not accepted. */
export function authorize(settings: StoreSettings, token: string | undefined): ErrorResponse | undefined {
  const { auth, unauthorizedStatus } = settings;
  if (auth === "off") return undefined;
  // RFC 9110 section 11.6.1
  const headers = unauthorizedStatus === 401 ? { "www-authenticate": "Bearer" } : {};
  if (token === undefined) {
    return new ErrorResponse(
      unauthorizedStatus,
      "no bearer token: send the header authorization: Bearer <token>",
      headers,
    );
  }
  if (auth === "required") return undefined;
  try {
    const accepted: unknown = auth(token);
    if (accepted === true) return undefined;
    if (accepted === false) {
      return new ErrorResponse(unauthorizedStatus, "the bearer token is not accepted", headers);
    }
    // If it is a promise, its rejection must not end the process.
    Promise.resolve(accepted).then(ignore, ignore);
    return new ErrorResponse(400, "the `auth` function of this mock must return true or false");
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(token, "[token]") : "it threw no Error";
    return new ErrorResponse(400, `the \`auth\` function of this mock failed: ${reason}`);
  }
}

const ignore = () => {};
