/** Requests with an `idempotency-key`. A success is replayed as long as its plant is kept; a rejection is not. */

import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Waits } from "../model/interruption.ts";
import type { StoredPlants } from "./stored-plants.ts";

export class IdempotencyKeys {
  readonly #plants: StoredPlants;
  /** Settle when the plant is created or rejected. */
  readonly #pending = new Map<string, Promise<unknown>>();

  constructor(plants: StoredPlants) {
    this.#plants = plants;
  }

  /** Returns the plant that a request with this key created. If there is none, creates it. */
  async once(
    key: string,
    waits: Waits,
    create: () => Promise<NewPlant>,
  ): Promise<{ plant: NewPlant; isReplay: boolean }> {
    for (;;) {
      const pending = this.#pending.get(key);
      if (pending === undefined) break;
      await waits.until(pending);
    }
    const existing = this.#plants.withKey(key);
    if (existing !== undefined) return { plant: existing, isReplay: true };
    const creation = create();
    const forget = () => void this.#pending.delete(key);
    this.#pending.set(key, creation.then(forget, forget));
    return { plant: await creation, isReplay: false };
  }
}
