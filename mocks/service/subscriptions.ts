/** Who is notified of what happens in a store. */
import type { RecordedRequest } from "./recorded-request.ts";

/** What happens in a store, as plain data. Every listener gets a copy of its own. */
export type StoreEvent =
  /** A request was recorded: it arrived completely, and the fault that applies to it is known. */
  | { type: "received"; index: number; request: SubscribedRequest }
  /** A request is over: its response was handed to the adapter, or its connection is dropped. */
  | {
      type: "ended";
      index: number;
      request: SubscribedRequest;
      /** From `received` to `ended`, ms. */
      duration: number;
    }
  /** `store.reset()` was called. Requests that it interrupts still end after this event. */
  | { type: "reset" }
  /** The queue of faults changed: read `store.faults`. */
  | { type: "faults" }
  /** The latency was set: read `store.latency`. */
  | { type: "latency" }
  /** The admin API cleared the recorded requests. */
  | { type: "requests" };

/**
 * An entry of the journal without the bearer token. If a token of 8 or more characters is also elsewhere in the request,
 * such as in the URL or the body, `[token]` replaces it there.
 */
export type SubscribedRequest = Omit<RecordedRequest, "token">;

/** Is called for every event, in order. */
export type StoreListener = (event: StoreEvent) => unknown;

export class Subscriptions {
  readonly #listeners = new Set<{ listener: StoreListener }>();

  /** @returns a function that ends the subscription */
  add(listener: StoreListener): () => void {
    const subscription = { listener }; // The same function can be subscribed twice.
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  }

  /** @param event makes the event; called once for each listener */
  emit(event: () => StoreEvent): void {
    for (const { listener } of [...this.#listeners]) {
      // Catches what the listener throws, and also the rejection of a promise that it returns.
      new Promise((resolve) => resolve(listener(event()))).catch((error) => {
        console.error("plant-store-sdk/mocks: a listener of store.subscribe failed.", error);
      });
    }
  }
}
