/** The `validate` function of a store: what the rules cannot say. */
import type { Rejection } from "../../src/contract/rules.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import { rejectionSchema } from "../../src/contract/validate-rules.ts";
import { HttpError } from "../parts/http-error.ts";
import { redactToken } from "../parts/redact-record.ts";
import { isInterrupted, type Waits } from "../parts/waits.ts";

/** What a validator knows besides the plant. */
export interface ValidatorContext {
  /** The bearer token, if one was sent. */
  token: string | undefined;
  /** The headers, with lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The plants of the store, oldest first. */
  plants: readonly NewPlant[];
}

/** Decides whether a plant is created: it returns nothing, or how the plant is rejected. */
export type PlantValidator = (
  plant: NewPlant,
  context: ValidatorContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: a function without a `return` is a validator, too.
) => Rejection | undefined | void | Promise<Rejection | undefined | void>;

/** @throws HttpError with 500 if the function throws, or returns anything else */
export async function askValidator(
  validate: PlantValidator,
  plant: NewPlant,
  context: ValidatorContext,
  waits: Waits,
): Promise<Rejection | undefined> {
  const rejection = await callOption("validate", () => validate({ ...plant }, context), context.token, waits);
  if (rejection === undefined) return undefined;
  const { data } = rejectionSchema.safeParse(rejection);
  if (data) return data;
  throw new HttpError(
    500,
    "the `validate` function of this mock must return nothing or a rejection such as { status: 409, error: 1003 }",
  );
}

/** @throws HttpError with 500 if the function throws; its message may contain the token */
export async function callOption(
  name: string,
  call: () => unknown,
  token: string | undefined,
  waits: Waits,
): Promise<unknown> {
  try {
    const result = call();
    // A wait takes time.
    return typeof result === "object" ? await waits.until(Promise.resolve(result)) : result;
  } catch (error) {
    if (isInterrupted(error)) throw error;
    const reason = error instanceof Error ? error.message : "it threw no Error";
    throw new HttpError(500, `the \`${name}\` function of this mock failed: ${redactToken(reason, token)}`);
  }
}
