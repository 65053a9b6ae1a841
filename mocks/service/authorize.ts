import { HttpError } from "../model/protocol.ts";
import type { StoreSettings } from "./store-options.ts";

/**
 * Checks the bearer token.
 *
 * @returns a promise only if `auth` returns one
 * @throws HttpError if the token is missing or not accepted
 */
export function authorize(
  { auth, unauthorizedStatus }: StoreSettings,
  token: string | undefined,
): void | Promise<void> {
  if (auth === "off") return;
  // RFC 9110 section 11.6.1
  const headers = unauthorizedStatus === 401 ? { "www-authenticate": "Bearer" } : {};
  const rejection = (message: string) => new HttpError(unauthorizedStatus, message, headers);
  if (token === undefined) throw rejection("no bearer token: send the header authorization: Bearer <token>");
  if (auth === "required") return;

  const judge = (accepted: unknown) => {
    if (accepted === true) return;
    if (accepted === false) throw rejection("the bearer token is not accepted");
    throw new HttpError(500, "the `auth` function of this mock must return true or false");
  };
  const fail = (error: unknown): never => {
    const reason = error instanceof Error ? error.message.replaceAll(token, "[token]") : "it threw no Error";
    throw new HttpError(500, `the \`auth\` function of this mock failed: ${reason}`);
  };
  let accepted: unknown;
  try {
    accepted = auth(token);
  } catch (error) {
    fail(error);
  }
  return isPromise(accepted) ? Promise.resolve(accepted).then(judge, fail) : judge(accepted);
}

/** Not `instanceof`: the promise can come from another realm. */
function isPromise(value: unknown): boolean {
  return typeof (value as Promise<unknown> | undefined)?.then === "function";
}
