/** A store that commits faults by chance, and whose server can be stopped and started again on its port. */
import { setTimeout as sleep } from "node:timers/promises";
import { listen, type PlantStore, type PlantStoreServer } from "plant-store-sdk/mocks/server";
import type { Chance } from "./chance.ts";
import { randomFault } from "./random-faults.ts";

/** How many of the requests meet a fault. */
const FAULTY = 0.4;

export class StoreOnPort {
  readonly url: string;
  stops = 0;
  readonly #store: PlantStore;
  readonly #port: number;
  readonly #chance: Chance;
  #server: PlantStoreServer | undefined;

  private constructor(store: PlantStore, port: number, chance: Chance) {
    this.#store = store;
    this.#port = port;
    this.#chance = chance;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** On a free port, and stopped still. */
  static async on(store: PlantStore, chance: Chance): Promise<StoreOnPort> {
    return new StoreOnPort(store, await freePort(store, chance), chance);
  }

  async start(): Promise<void> {
    this.#server = await listen(this.#store, { port: this.#port, onRequest: this.#queueFault });
  }

  async stop(): Promise<void> {
    this.stops += 1;
    await this.#server?.close();
  }

  /** Stops and starts until told to end, and leaves it up. */
  async restartAtRandom(end: AbortSignal): Promise<void> {
    while (!end.aborted) {
      await sleep(this.#chance.between(3000, 6000), undefined, { signal: end }).catch(() => {});
      if (end.aborted) return;
      await this.stop();
      await sleep(this.#chance.duration(20, 1000));
      await this.start();
    }
  }

  /** By the requests that came, not by the calls that were made: on a slow machine every request would meet a fault. */
  readonly #queueFault = () => {
    if (this.#chance.happens(FAULTY)) this.#store.enqueue(randomFault(this.#chance));
  };
}

/**
 * Below the ports that systems give to clients: while the store is down, a client could get the store's own port for its
 * side, and would then be connected to itself.
 */
async function freePort(store: PlantStore, chance: Chance): Promise<number> {
  for (;;) {
    const port = chance.between(20_000, 29_999);
    try {
      await (await listen(store, { port })).close();
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}
