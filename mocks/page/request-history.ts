/** The latest requests of the store, as recorded and as reported by its events. */
import type { RemoteEvent, RemoteRequest } from "plant-store-sdk/mocks/remote";
import { COMMAND_LIMITS } from "../parts/limits.ts";

/** A request. Never changed: an event replaces it. */
export interface Entry extends RemoteRequest {
  /** Whether the request has not ended yet. */
  isPending: boolean;
}

/** As many as the command records. */
export const MAX_ENTRIES = COMMAND_LIMITS.maxRequests;

export class RequestHistory {
  /** By index, oldest first. */
  #entries = new Map<number, Entry>();
  /** Requests with a lower index were removed. They may still end. Infinity until the next one is received. */
  #first = 0;
  /** The highest index so far. */
  #last = 0;
  /** The newest request of the last connection. */
  #known: Entry | undefined;

  get last(): number {
    return this.#last;
  }

  get first(): number {
    return Math.min(this.#first, this.#last + 1);
  }

  /** Newest first. */
  get entries(): Entry[] {
    return [...this.#entries.values()].reverse();
  }

  /**
   * Call this before {@link load} if events were missed. The store may be another one: indexes begin at 1 again if it was
   * restarted.
   */
  start(): void {
    this.#known = [...this.#entries.values()].at(-1) ?? this.#known;
    this.#entries = new Map();
    this.#first = 0;
    this.#last = 0;
  }

  /**
   * Adds requests that the store has recorded, unless an event has already reported them.
   *
   * @returns whether the store no longer has those of the last connection: it was reset, or is another one
   */
  load(recorded: readonly RemoteRequest[]): boolean {
    for (const request of recorded) {
      if (request.index < this.#first || this.#entries.has(request.index)) continue;
      this.#set({ ...request, isPending: request.duration === undefined });
    }
    this.#entries = new Map([...this.#entries].sort(([a], [b]) => a - b));
    this.#removeOldest();
    const known = this.#known;
    this.#known = undefined;
    if (known === undefined) return false;
    const found = this.#entries.get(known.index);
    // If the next one is missing, too, the store may have removed them to record others.
    return found ? found.time !== known.time : (recorded[0]?.index ?? 0) <= known.index + 1;
  }

  apply(event: RemoteEvent): void {
    const { type } = event;
    if (type === "received" || type === "ended") {
      // It may have been loaded before the event that removed the earlier ones.
      if (type === "received") this.#first = Math.min(this.#first, event.index);
      if (event.index < this.#first) return;
      this.#set({ ...event.request, index: event.index, isPending: type === "received" });
      this.#removeOldest();
    } else if (type === "clear" || type === "requests") {
      this.#entries.clear();
      this.#first = Number.POSITIVE_INFINITY;
    }
  }

  #set(entry: Entry): void {
    this.#entries.set(entry.index, entry);
    this.#last = Math.max(this.#last, entry.index);
  }

  #removeOldest(): void {
    for (const index of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) break;
      this.#entries.delete(index);
    }
  }
}
