/** What a call reports to `onEvent` while it runs. */
import type { PlantStoreFailure } from "./errors.ts";
import type { PlantStoreOutcome } from "./outcome.ts";

/** `fetch` is about to be called. */
export interface PlantStoreRequestEvent {
  type: "request";
  /** Number of this attempt, from 1. */
  attempt: number;
  url: string;
}

/** Status and headers of a response arrived. */
export interface PlantStoreResponseEvent {
  type: "response";
  attempt: number;
  url: string;
  status: number;
  /** Time since this attempt's request, ms. */
  duration: number;
}

/** An attempt failed and will be retried. */
export interface PlantStoreRetryEvent {
  type: "retry";
  /** Number of the failed attempt. */
  attempt: number;
  url: string;
  /** Response status; absent if the network failed. */
  status?: number | undefined;
  /** Time until the next attempt, ms. */
  wait: number;
  /** Whether the failed attempt created a plant. */
  outcome: PlantStoreOutcome;
}

/** The call succeeded. */
export interface PlantStoreSuccessEvent {
  type: "success";
  /** Number of the attempt that succeeded. */
  attempt: number;
  url: string;
  status: number;
  /** Duration of the whole call, ms. */
  duration: number;
  /** Whether an earlier attempt ended `"unknown"`: the plant may exist twice. */
  possibleDuplicate: boolean;
}

/** The call failed. */
export interface PlantStoreFailureEvent {
  type: "failure";
  /** Number of the last attempt; 0 if nothing was sent. */
  attempt: number;
  url: string;
  /** Status of the last response, if one arrived. */
  status?: number | undefined;
  /** Duration of the whole call, ms. */
  duration: number;
  kind: PlantStoreFailure["kind"];
  outcome: PlantStoreOutcome;
}

/**
 * An event of a call. Tell them apart by `type`. Minor versions may add types. No event contains the token or the
 * plant.
 */
export type PlantStoreEvent =
  | PlantStoreRequestEvent
  | PlantStoreResponseEvent
  | PlantStoreRetryEvent
  | PlantStoreSuccessEvent
  | PlantStoreFailureEvent;
