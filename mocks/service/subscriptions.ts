/** Who is notified of what happens in a store. */
import type { StoreEvent, StoreListener } from "../model/recorded-request.ts";

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
