/** What a call reports of itself while it runs. */
import type { PlantStoreFailure, PlantStoreOutcome } from "./errors.ts";

/** A request is about to be handed to `fetch`. */
export interface PlantStoreRequestEvent {
  type: "request";
  /** Which attempt of the call, from 1. */
  attempt: number;
  url: string;
}

/** Status and headers of an answer arrived. */
export interface PlantStoreResponseEvent {
  type: "response";
  attempt: number;
  url: string;
  status: number;
  /** Since this attempt's request, ms. */
  duration: number;
}

/** An attempt failed and will be repeated. */
export interface PlantStoreRetryEvent {
  type: "retry";
  /** The attempt that failed. */
  attempt: number;
  url: string;
  /** The answer's status; absent where the network failed. */
  status?: number | undefined;
  /** How long until the next attempt, ms. */
  wait: number;
  /** Whether the failed attempt created a plant. */
  outcome: PlantStoreOutcome;
}

/** The call ended with a plant. */
export interface PlantStoreSuccessEvent {
  type: "success";
  /** The attempt that succeeded. */
  attempt: number;
  url: string;
  status: number;
  /** Of the whole call, ms. */
  duration: number;
  /** An earlier attempt ended `"unknown"`. */
  possibleDuplicate: boolean;
}

/** The call ended with a failure. */
export interface PlantStoreFailureEvent {
  type: "failure";
  /** The last attempt; 0 where nothing was sent. */
  attempt: number;
  url: string;
  /** The last answer's status, where one arrived. */
  status?: number | undefined;
  /** Of the whole call, ms. */
  duration: number;
  kind: PlantStoreFailure["kind"];
  outcome: PlantStoreOutcome;
}

/**
 * What a call reports, told apart by `type`. New types may come in a minor version. No event holds the token
 * or the plant.
 */
export type PlantStoreEvent =
  | PlantStoreRequestEvent
  | PlantStoreResponseEvent
  | PlantStoreRetryEvent
  | PlantStoreSuccessEvent
  | PlantStoreFailureEvent;

/** Hands an event to the caller's listener; what the listener throws or rejects with is reported, and changes nothing. */
export async function emit(
  listener: (event: PlantStoreEvent) => void,
  event: PlantStoreEvent,
): Promise<void> {
  try {
    // An async listener is assignable to one that returns nothing.
    await listener(event);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  try {
    // In Bun and Deno, reportError ends the process, as an uncaught exception does.
    const endsTheProcess = "Bun" in globalThis || "Deno" in globalThis;
    if (typeof reportError === "function" && !endsTheProcess) reportError(error);
    else console.error(error);
  } catch {
    // A test runner's console may throw; the call goes on.
  }
}
