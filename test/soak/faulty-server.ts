/** The mock as an HTTP server that injects random faults and can be restarted on its port. */
import { setTimeout as sleep } from "node:timers/promises";
import { listen, type MockServer, type MockStore } from "plant-store-sdk/mocks/server";
import { random } from "./random.ts";
import { randomFault } from "./random-faults.ts";

const FAULT_PROBABILITY = 0.4;

export class FaultyServer {
  readonly url: string;
  restarts = 0;
  readonly #store: MockStore;
  readonly #port: number;
  #server: MockServer | undefined;

  private constructor(store: MockStore, port: number) {
    this.#store = store;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    // Queues per received request, not per call: a call that ends before it sends would leave its fault in the queue.
    store.subscribe(({ type }) => {
      if (type === "ended" && random.boolean(FAULT_PROBABILITY)) store.enqueue(randomFault());
    });
  }

  /** Chooses a free port. Call `start` next. */
  static async create(store: MockStore): Promise<FaultyServer> {
    return new FaultyServer(store, await freePort(store));
  }

  async start(): Promise<void> {
    this.#server = await listen(this.#store, { port: this.#port });
  }

  async stop(): Promise<void> {
    this.restarts += 1;
    await this.#server?.close();
  }

  /** Restarts the server at random times until the signal aborts. Leaves it running. */
  async restartAtRandom(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(random.integer(3000, 6000), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await this.stop();
      await sleep(random.duration(20, 1000));
      await this.start();
    }
  }
}

/**
 * Chooses a port below the range that systems use for outgoing connections. Otherwise a client could get the server's
 * port as its own while the server is stopped, and connect to itself.
 */
async function freePort(store: MockStore): Promise<number> {
  for (;;) {
    const port = random.integer(20_000, 29_999);
    try {
      await (await listen(store, { port })).close();
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}
