import { ErrorResponse } from "./protocol.ts";
import type { StoreSettings } from "./store-options.ts";

/**
 * Checks the bearer token.
 *
 * @returns the error response if the token is missing or not accepted; a promise only if `auth` returns one
 */
export function authorize(
  { auth, unauthorizedStatus }: StoreSettings,
  token: string | undefined,
): ErrorResponse | undefined | Promise<ErrorResponse | undefined> {
  if (auth === "off") return undefined;
  // RFC 9110 section 11.6.1
  const headers = unauthorizedStatus === 401 ? { "www-authenticate": "Bearer" } : {};
  const reject = (message: string) => new ErrorResponse(unauthorizedStatus, message, headers);
  if (token === undefined) return reject("no bearer token: send the header authorization: Bearer <token>");
  if (auth === "required") return undefined;

  const judge = (accepted: unknown) => {
    if (accepted === true) return undefined;
    if (accepted === false) return reject("the bearer token is not accepted");
    return new ErrorResponse(500, "the `auth` function of this mock must return true or false");
  };
  const fail = (error: unknown) => {
    const reason = error instanceof Error ? error.message.replaceAll(token, "[token]") : "it threw no Error";
    return new ErrorResponse(500, `the \`auth\` function of this mock failed: ${reason}`);
  };
  try {
    const accepted: unknown = auth(token);
    return isPromise(accepted) ? Promise.resolve(accepted).then(judge, fail) : judge(accepted);
  } catch (error) {
    return fail(error);
  }
}

/** Not `instanceof`: the promise can come from another realm. */
function isPromise(value: unknown): boolean {
  return typeof (value as Promise<unknown> | undefined)?.then === "function";
}
