/** The latest requests of the store, as recorded and as reported by its events. */
import type { RemoteEvent, RemoteRequest } from "plant-store-sdk/mocks/remote";
import { COMMAND_LIMITS } from "../../parts/limits.ts";

/** A request. Never changed: an event replaces it. */
export interface Entry extends RemoteRequest {
  /** Whether the request has not ended yet. */
  isPending: boolean;
}

export interface RequestHistory {
  /** Newest first. */
  readonly entries: readonly Entry[];
  /** Requests with a lower index were removed. They may still end. Infinity until the next one is received. */
  readonly first: number;
  /** The highest index so far. */
  readonly last: number;
}

export const NO_REQUESTS: RequestHistory = { entries: [], first: 0, last: 0 };

/** As many as the command records. */
export const MAX_ENTRIES = COMMAND_LIMITS.maxRequests;

/** @param recorded oldest first, as the store returns them */
export function historyOf(recorded: readonly RemoteRequest[]): RequestHistory {
  const entries = recorded.map((request) => ({ ...request, isPending: request.duration === undefined }));
  const newest = entries.reverse().slice(0, MAX_ENTRIES);
  return { entries: newest, first: 0, last: newest[0]?.index ?? 0 };
}

/** Whether the store has another request than this one, or none: it was cleared, or is another one. */
export function isForgotten({ index, time }: Entry, recorded: readonly RemoteRequest[]): boolean {
  const found = recorded.find((other) => other.index === index);
  // If the next one is missing, too, the store may have removed them to record others.
  return found ? found.time !== time : (recorded[0]?.index ?? 0) <= index + 1;
}

export type RequestEvent = RemoteEvent & { type: "received" | "ended" };

/** Adds a request that was received, or replaces it when it ended. */
export function recordRequest(
  history: RequestHistory,
  { type, index, request }: RequestEvent,
): RequestHistory {
  const { entries, first, last } = history;
  const entry = { ...request, index, isPending: type === "received" };
  if (!entry.isPending && index < first) return history;
  return {
    entries:
      index > (entries[0]?.index ?? 0)
        ? [entry, ...entries].slice(0, MAX_ENTRIES)
        : entries.map((other) => (other.index === index ? entry : other)),
    first: Math.min(first, index),
    last: Math.max(last, index),
  };
}
