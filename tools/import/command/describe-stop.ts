/** Says why an import stopped before the end of its input. */
import { isPlantStoreFailure } from "../../../src/index.ts";
import { describeOption, flagOf } from "../../terminal/flag-names.ts";
import { UsageError } from "../../terminal/usage-error.ts";
import { PlantStoreImportError } from "../index.ts";
import { fullReasonOf } from "../run/messages.ts";

/** `"configuration"` is a wrong argument, and `"max-new"` the limit of that name. */
export type StopKind = PlantStoreImportError["kind"] | "configuration" | "interrupted" | "max-new";

/** Why an import stopped. */
export interface Stop {
  kind: StopKind;
  /** The flag that decides, if there is one. */
  option?: string | undefined;
  message: string;
}

export const INTERRUPTED: Stop = { kind: "interrupted", message: "The import was interrupted." };
export const MAX_NEW: Stop = {
  kind: "max-new",
  option: "--max-new",
  message: "The input has more new rows than --max-new.",
};

/**
 * @param error that an import threw, or that kept it from starting
 * @param hasCreated whether a plant was ever created, so that the base URL is right
 */
export function describeStop(error: unknown, hasCreated = false): Stop {
  if (error instanceof UsageError)
    return { kind: "configuration", option: error.option, message: error.message };
  if (error instanceof PlantStoreImportError) {
    const { kind, problem, advice } = error;
    if (!advice) return { kind, message: problem };
    const option = flagOf(advice.option);
    const flag = advice.value === undefined ? option : `${option} ${advice.value}`;
    return { kind, option, message: `${problem} ${advice.when}, pass ${flag}.` };
  }
  if (!isPlantStoreFailure(error))
    return { kind: "stopped", message: error instanceof Error ? `${error.stack ?? error}` : String(error) };
  if (error.cause instanceof UsageError) return describeStop(error.cause); // The token file.
  if (error.kind === "configuration")
    return { kind: "configuration", option: flagOf(error.option), message: describeOption(error) };
  if (error.kind !== "unexpected-response")
    return { kind: "stopped", message: `The last row: ${error.message}` };
  const advice = hasCreated
    ? "The token has expired, or something else than the store responded, such as a proxy."
    : "Check the token and --base-url.";
  return { kind: "stopped", message: `The store's response was ${fullReasonOf(error)}. ${advice}` };
}
