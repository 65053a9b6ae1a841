/** Makes calls. Each creates its own plant, with random options, and some abort at a random time. */
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type NewPlant,
  type PlantStoreCallOptions,
  PlantStoreClient,
  type PlantStoreClientOptions,
  safeCreatePlant,
} from "plant-store-sdk";
import { type CallRecord, reportOf } from "./check-calls.ts";
import { random } from "./random.ts";

const TOKEN = "secret-token-of-the-soak";
const DEFAULT_TIMEOUT = 30_000;

/** A signal for many calls, without Node's warning about the number of listeners. */
function sharedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

async function unreliableToken(): Promise<string> {
  if (random.boolean(0.05)) await sleep(random.duration(1, 500));
  if (random.boolean(0.02)) throw new Error("the token could not be fetched");
  return random.boolean(0.01) ? "" : TOKEN;
}

export class Load {
  /** The calls of this round. */
  records: CallRecord[] = [];
  aborts = 0;
  /** Shared by many calls. Never aborts. */
  readonly longLived = sharedController();
  /** Shared by many calls. Ends them all when it aborts. */
  #group = sharedController();
  readonly #options: PlantStoreClientOptions;
  readonly #clients: PlantStoreClient[];
  #calls = 0;

  constructor(baseUrl: string) {
    this.#options = { baseUrl, token: TOKEN, maxResponseBytes: 65_536 };
    this.#clients = [
      new PlantStoreClient(this.#options),
      new PlantStoreClient({ ...this.#options, token: unreliableToken, onEvent: () => {} }),
    ];
  }

  /** Makes a call with random options. */
  call(): Promise<void> {
    const options: PlantStoreCallOptions = {};
    if (random.boolean(0.35)) options.timeout = random.duration(20, 2000);
    if (random.boolean(0.1)) options.retryUnknown = true;
    if (random.boolean(0.1)) options.maxRetries = random.integer(0, 5);
    if (random.boolean(0.1)) options.headers = { "x-request-id": `${random.next()}` };
    const signal = random.integer(1, 100);
    if (signal <= 15) options.signal = this.longLived.signal;
    else if (signal <= 25) options.signal = this.#group.signal;
    return this.#call(
      options,
      signal > 25 && signal <= 40 ? random.pick([-1, 0, random.duration(1, 1000)]) : undefined,
    );
  }

  async makeShortCalls(calls: number): Promise<void> {
    await Promise.all(Array.from({ length: calls }, () => this.#call({ timeout: 500 })));
  }

  readonly abortGroup = (): void => {
    this.#group.abort(new Error("the group was aborted"));
    this.aborts += 1;
    this.#group = sharedController();
  };

  #newPlant(): NewPlant {
    const number = ++this.#calls;
    // A number, a bigint, or a bigint beyond 2^53.
    const id = random.pick([number, number, BigInt(number), 2n ** 62n + BigInt(number)]);
    const name = random.boolean(0.01) ? (7 as unknown as string) : `Plant ${number} 🌱`;
    return random.boolean(0.5) ? { id, name } : { id, name, tag: "indoor" };
  }

  /** @param abortAfter when the caller aborts, ms after the start; 0: right after the call; -1: before it */
  async #call(options: PlantStoreCallOptions, abortAfter?: number): Promise<void> {
    const own = new AbortController();
    const abort = () => {
      this.aborts += 1;
      own.abort(new Error("the caller aborted"));
    };
    if (abortAfter !== undefined) options.signal = own.signal;
    if (abortAfter === -1) abort();
    const timer = Number(abortAfter) > 0 ? setTimeout(abort, abortAfter) : undefined;

    const { retryUnknown = false, maxRetries = 2, timeout = DEFAULT_TIMEOUT } = options;
    const maxAttempts = maxRetries + 1;
    const record: CallRecord = { plant: this.#newPlant(), retryUnknown, maxAttempts, late: 0 };
    this.records.push(record);
    const deadline = Math.min(Number(timeout), Math.max(abortAfter ?? Number.POSITIVE_INFINITY, 0));
    const start = performance.now();
    const settled = random.boolean(0.5)
      ? random.pick(this.#clients).safeCreatePlant(record.plant, options)
      : safeCreatePlant(record.plant, { ...this.#options, ...options });
    if (abortAfter === 0) abort();
    record.report = reportOf(await settled);
    clearTimeout(timer);
    record.late = performance.now() - start - deadline;
  }
}
