/** What a call reports to `onEvent` while it runs. */
import type { PlantStoreOutcome } from "./contract/decide-outcome.ts";
import type { Plant } from "./contract/schemas.ts";
import type { PlantStoreFailure } from "./errors.ts";

/** `fetch` is about to be called. @inline */
type RequestEvent = {
  type: "request";
  /** Number of this attempt, from 1. */
  attempt: number;
};

/** Status and headers of a response arrived. @inline */
type ResponseEvent = {
  type: "response";
  attempt: number;
  status: number;
  /** Time since this attempt's request, ms. */
  duration: number;
};

/** An attempt failed and will be retried. @inline */
type RetryEvent = {
  type: "retry";
  /** Number of the failed attempt. */
  attempt: number;
  /** Response status; absent if the network failed. */
  status?: number | undefined;
  /** Time until the next attempt, ms. */
  wait: number;
  /** Whether the failed attempt created a plant. */
  outcome: PlantStoreOutcome;
};

/** The call succeeded. @inline */
type SuccessEvent = {
  type: "success";
  /** Number of the attempt that succeeded. */
  attempt: number;
  status: number;
  /** Duration of the whole call, ms. */
  duration: number;
  /** Whether an earlier attempt ended `"unknown"`: the plant may exist twice. */
  possibleDuplicate: boolean;
  /** The fields of the plant that the response shows otherwise than they were sent. */
  changedFields: (keyof Plant)[];
};

/** The call failed. @inline */
type FailureEvent = {
  type: "failure";
  /** Number of the last attempt; 0 if `fetch` was not called. */
  attempt: number;
  /** Status of the last attempt's response, if one arrived. */
  status?: number | undefined;
  /** Duration of the whole call, ms. */
  duration: number;
  /** Whether the call created a plant. */
  outcome: PlantStoreFailure["outcome"];
  /** Whether two attempts may have created the plant: it may exist twice. */
  possibleDuplicate: boolean;
} & KindAndError<PlantStoreFailure>;

/** One type for each class, so that `kind` narrows `error`. @inline */
type KindAndError<Failure extends PlantStoreFailure> = Failure extends unknown
  ? {
      kind: Failure["kind"];
      /** What the call fails with. */
      error: Failure;
    }
  : never;

/** An event without the fields that all events of a call have. @inline */
export type EventOfCall = RequestEvent | ResponseEvent | RetryEvent | SuccessEvent | FailureEvent;

/**
 * An event of a call. Tell them apart by `type`. Minor versions may add types. No event contains the token, and none
 * contains the plant, unless the `error` quotes it: its name if the response shows another one, the response, or an error of
 * your `fetch`.
 */
export type PlantStoreEvent = EventOfCall & {
  /** The same for all events of a call, and unique. */
  callId: string;
  url: string;
};
