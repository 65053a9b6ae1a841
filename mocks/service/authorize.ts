import { type PlantStoreRules, readUnauthorized } from "../../src/contract/rules.ts";
import { bearerToken, HttpError, type ServiceRequest } from "../model/protocol.ts";
import { toHttpError } from "./obey-rules.ts";
import type { ResolvedOptions } from "./store-options.ts";

/**
 * Checks the bearer token.
 *
 * @returns a promise only if `auth` returns one
 * @throws HttpError if the token is missing or not accepted
 */
export function authorize(
  auth: ResolvedOptions["auth"],
  rules: PlantStoreRules,
  request: ServiceRequest,
): void | Promise<void> {
  if (auth === "off") return;
  const token = bearerToken(request, rules.bearerCase);
  if (token === undefined)
    throw toHttpError(
      readUnauthorized(rules).missing,
      "no bearer token: send the header authorization: Bearer <token>",
    );
  if (auth === "required") return;

  const judge = (accepted: unknown) => {
    if (accepted === true) return;
    if (accepted === false)
      throw toHttpError(readUnauthorized(rules).wrong, "the bearer token is not accepted");
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
