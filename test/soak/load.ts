/** The calls of a run: each creates a plant of its own, with options by chance and often with a mishap. */
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CreatePlantResult,
  createPlant,
  isPlantStoreFailure,
  type NewPlant,
  type PlantStoreCallOptions,
  PlantStoreClient,
  type PlantStoreClientOptions,
  safeCreatePlant,
} from "plant-store-sdk";
import type { CallRecord, Report } from "./books.ts";
import type { Chance } from "./chance.ts";

const TOKEN = "secret-token-of-the-soak";
/** Less than the longest body of the faults. */
const MAX_RESPONSE_BYTES = 65_536;
const DEFAULT_TIMEOUT = 30_000;

/** What a call is about to do. */
interface Plan {
  plant: NewPlant;
  options: PlantStoreCallOptions;
  /** When the caller aborts, ms; 0 is at once, and -1 before the call. */
  abortAfter?: number;
}

/** A signal that outlives many calls; without a limit of listeners, as an application's own would be. */
function sharedSignal(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

export class Load {
  /** Since the last {@link forget}. */
  records: CallRecord[] = [];
  aborts = 0;
  /** Many calls have it, and it never aborts. */
  readonly longLived = sharedSignal();
  /** Many calls have it, and all of them end when it aborts. */
  #group = sharedSignal();

  readonly #chance: Chance;
  readonly #options: PlantStoreClientOptions;
  readonly #clients: PlantStoreClient[];
  #calls = 0;

  constructor(baseUrl: string, chance: Chance) {
    this.#chance = chance;
    this.#options = { baseUrl, token: TOKEN, maxResponseBytes: MAX_RESPONSE_BYTES };
    this.#clients = [
      new PlantStoreClient(this.#options),
      new PlantStoreClient({ ...this.#options, token: () => this.#uncertainToken(), onEvent: () => {} }),
    ];
  }

  /** Makes calls one after the other until it is told to stop. */
  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#call(this.#plan());
  }

  /** So many calls at once, none of which has much time. */
  async hurry(calls: number): Promise<void> {
    const plans = Array.from({ length: calls }, () => ({
      plant: this.#newPlant(),
      options: { timeout: 500 },
    }));
    await Promise.all(plans.map((plan) => this.#call(plan)));
  }

  abortGroup(): void {
    this.#group.abort(new Error("the whole group is given up"));
    this.aborts += 1;
    this.#group = sharedSignal();
  }

  forget(): void {
    this.records = [];
  }

  #plan(): Plan {
    const chance = this.#chance;
    const plan: Plan = { plant: this.#newPlant(), options: {} };
    const { options } = plan;
    if (chance.happens(0.35)) options.timeout = chance.duration(20, 2000);
    if (chance.happens(0.1)) options.retryUnknown = true;
    if (chance.happens(0.1)) options.maxRetries = chance.between(0, 5);
    if (chance.happens(0.1)) options.headers = { "x-request-id": String(plan.plant.id) };
    const signal = chance.weighted([
      [60, "none"],
      [15, "long-lived"],
      [10, "group"],
      [15, "own"],
    ]);
    if (signal === "long-lived") options.signal = this.longLived.signal;
    if (signal === "group") options.signal = this.#group.signal;
    if (signal === "own") plan.abortAfter = chance.oneOf([-1, 0, chance.duration(1, 1000)]);
    return plan;
  }

  #newPlant(): NewPlant {
    const chance = this.#chance;
    const number = ++this.#calls;
    // Some as a number, some as a bigint, some beyond what a number can hold.
    const id = chance.oneOf([number, number, BigInt(number), 2n ** 62n + BigInt(number)]);
    const name = chance.happens(0.01) ? (7 as unknown as string) : `Plant ${number} 🌱`;
    return chance.happens(0.5) ? { id, name } : { id, name, tag: "indoor" };
  }

  async #uncertainToken(): Promise<string> {
    const chance = this.#chance;
    if (chance.happens(0.05)) await sleep(chance.duration(1, 500));
    if (chance.happens(0.02)) throw new Error("the issuer of tokens is down");
    return chance.happens(0.01) ? "" : TOKEN;
  }

  async #call({ plant, options, abortAfter }: Plan): Promise<void> {
    const own = new AbortController();
    const abort = () => {
      this.aborts += 1;
      own.abort(new Error("the caller has changed its mind"));
    };
    if (abortAfter !== undefined) options.signal = own.signal;
    if (abortAfter === -1) abort();
    const timer = Number(abortAfter) > 0 ? setTimeout(abort, abortAfter) : undefined;

    const { retryUnknown = false, maxRetries = 2, timeout = DEFAULT_TIMEOUT } = options;
    const record: CallRecord = {
      plant,
      retryUnknown,
      maxAttempts: maxRetries + 1,
      late: 0,
    };
    this.records.push(record);
    const allowed = Math.min(Number(timeout), Math.max(abortAfter ?? Number.POSITIVE_INFINITY, 0));
    const start = performance.now();
    const report = this.#send(plant, options);
    if (abortAfter === 0) abort();
    record.report = await report;
    clearTimeout(timer);
    record.late = performance.now() - start - allowed;
  }

  /** By one of the ways to make a call. */
  async #send(plant: NewPlant, options: PlantStoreCallOptions): Promise<Report> {
    const client = this.#chance.oneOf(this.#clients);
    const all = { ...this.#options, ...options };
    try {
      switch (this.#chance.oneOf(["throwing", "safe", "throwing alone", "safe alone"])) {
        case "throwing":
          return { success: true, name: (await client.createPlant(plant, options)).name };
        case "safe":
          return reportOf(await client.safeCreatePlant(plant, options));
        case "throwing alone":
          return { success: true, name: (await createPlant(plant, all)).name };
        default:
          return reportOf(await safeCreatePlant(plant, all));
      }
    } catch (error) {
      return failureReport(error);
    }
  }
}

function reportOf(result: CreatePlantResult): Report {
  if (!result.success) return failureReport(result.error);
  const { data, attempts, possibleDuplicate } = result;
  return { success: true, name: data.name, attempts, possibleDuplicate };
}

/** Not the error itself: a round has many, and each holds a stack. */
function failureReport(error: unknown): Report {
  if (!isPlantStoreFailure(error)) return { success: false, kind: String(error), attempts: 0 };
  const { kind, outcome, attempts } = error;
  return {
    success: false,
    kind,
    outcome,
    attempts,
    status: "status" in error ? error.status : undefined,
    code: "code" in error ? error.code : undefined,
  };
}
