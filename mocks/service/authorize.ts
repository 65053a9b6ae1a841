import { type PlantStoreRules, type Rejection, readUnauthorized } from "../../src/contract/rules.ts";
import { HttpError } from "../parts/http-error.ts";
import { MAX_TOKEN_LENGTH } from "../parts/limits.ts";
import { bearerToken, type ServiceRequest } from "../parts/service-request.ts";
import type { Waits } from "../parts/waits.ts";
import { toHttpError } from "./obey-rules.ts";
import type { Recording } from "./recording.ts";
import type { ResolvedOptions } from "./store-options.ts";
import { callOption } from "./validator.ts";

/**
 * Takes time only if `auth` is a function.
 *
 * @throws HttpError if the bearer token is missing or not accepted
 */
export function authorize(
  auth: ResolvedOptions["auth"],
  rules: PlantStoreRules,
  request: ServiceRequest,
  waits: Waits,
  recording: Recording,
): Promise<void> | undefined {
  if (auth === "off") return undefined;
  const toRejection = (rejection: Partial<Rejection> | undefined, explanation: string) => {
    recording.record.unauthorized = true;
    return toHttpError(rejection, explanation);
  };
  const token = rules.bearerCase === "exact" ? bearerToken(request, "exact") : recording.record.token;
  const { missing, wrong } = readUnauthorized(rules);
  if (token === undefined)
    throw toRejection(missing, "no bearer token: send the header authorization: Bearer <token>");
  if (token.length > MAX_TOKEN_LENGTH)
    throw toRejection(wrong, `the bearer token is longer than ${MAX_TOKEN_LENGTH} characters`);
  if (auth === "required") return undefined;
  return callOption("auth", () => auth(token), token, waits).then((accepted) => {
    if (accepted === false) throw toRejection(wrong, "the bearer token is not accepted");
    if (accepted !== true)
      throw new HttpError(500, "the `auth` function of this mock must return true or false");
  });
}
