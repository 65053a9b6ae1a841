/** Imports into stores that fail for some time, in fake time. */
import fc from "fast-check";
import {
  type CreatePlantResult,
  type NewPlant,
  PlantStoreConnectionError,
  PlantStoreError,
  type PlantStoreFailure,
  PlantStoreResponseError,
} from "plant-store-sdk";
import { type ImportedRow, type ImportProgress, importPlants } from "plant-store-sdk/import";
import { expect, vi } from "vitest";
import { memoryJournal } from "../import/import-all.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { property } from "./property.ts";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const headers = new Headers();
const attempts = 1;

function unexpected(status: number, outcome: PlantStoreFailure["outcome"], retryAfter?: number) {
  const details = { outcome, attempts, response: { status, headers, body: "" }, retryAfter };
  return new PlantStoreResponseError(`status ${status}`, details);
}

const disconnected = (outcome: PlantStoreFailure["outcome"]) =>
  new PlantStoreConnectionError("lost", {
    ...{ outcome, attempts, permanent: false, retryable: outcome === "not-created" },
  });

/** What a request may meet. `seconds` is a `Retry-After`. */
const FATES = {
  created: () => undefined,
  rejected: () => {
    const response = { status: 400, headers, body: "" };
    return new PlantStoreError("no", { outcome: "not-created", attempts, error: 1, response });
  },
  busy: (seconds) => unexpected(429, "not-created", seconds * 1000),
  refused: () => disconnected("not-created"),
  unavailable: () => unexpected(503, "unknown"),
  lost: () => disconnected("unknown"),
  blocked: () => unexpected(403, "not-created"),
  redirected: () => unexpected(302, "unknown"),
  portal: () => unexpected(200, "unknown"),
} satisfies Record<string, (seconds: number) => PlantStoreFailure | undefined>;
type Fate = keyof typeof FATES;

const WORKING: readonly Fate[] = ["created", "rejected"];
const ELSEWHERE: readonly Fate[] = ["blocked", "redirected", "portal"];

/** The fates of the requests that are sent in a phase, in turn. */
interface Phase {
  fates: Fate[];
  /** In ms. */
  duration: number;
}

interface Scenario {
  phases: Phase[];
  /** After the phases, and for ever. */
  end: Fate;
  rows: number;
  concurrency: number;
  /** How long requests take, in turn, ms. */
  latencies: number[];
  /** The `Retry-After` of responses, in turn, s. */
  waits: number[];
  /** What `Math.random` returns. */
  jitter: number;
}

const fate = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Fate>("created", "refused") },
  { weight: 3, arbitrary: fc.constantFrom<Fate>("rejected", "unavailable", "lost", "busy") },
  { weight: 1, arbitrary: fc.constantFrom(...ELSEWHERE) },
);
const list = <T>(items: fc.Arbitrary<T>) => fc.array(items, { minLength: 1, maxLength: 5 });

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  phases: fc.array(fc.record({ fates: list(fate), duration: fc.nat(20_000) }), { maxLength: 5 }),
  end: fc.constantFrom<Fate>("created", "created", "refused", "unavailable"),
  rows: fc.integer({ min: 1, max: 45 }),
  concurrency: fc.integer({ min: 1, max: 8 }),
  latencies: list(fc.oneof(fc.nat(50), fc.nat(3_000))),
  waits: list(fc.nat(20)),
  jitter: fc.constantFrom(0, 0.5, 0.999),
});

interface Outage {
  started: number;
  /** Requests that were sent in it. */
  inFlight: number;
}

/** Runs an import, and checks every request when it is sent. */
class World {
  readonly rows: ImportedRow[] = [];
  readonly problems: string[] = [];
  readonly received: Fate[] = [];
  failure: { error: unknown } | undefined;

  readonly #scenario: Scenario;
  #sent = 0;
  /** The last pause that was announced, or asked for by a 429. */
  #pause = { from: 0, until: 0 };
  #announced: ImportProgress["pause"];
  #outage: Outage | undefined;
  outageWasLong = false;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  async import(): Promise<void> {
    const { rows, concurrency, jitter } = this.#scenario;
    jumpFromTimerToTimer();
    vi.spyOn(Math, "random").mockReturnValue(jitter);
    const journal = memoryJournal();
    const client = { safeCreatePlant: (plant: NewPlant) => this.#send(plant) };
    const plants = Array.from({ length: rows }, (_, id) => ({ id, name: `Fern ${id}` }));
    const onProgress = (progress: ImportProgress) => this.#onProgress(progress);
    const options = { journal, concurrency, maxUnknown: rows + 1, onProgress };
    const all = async () => {
      for await (const row of importPlants(client, plants, options)) this.rows.push(row);
    };
    const ended = all().catch((error) => {
      this.failure = { error };
    });
    // If nothing else is left to happen, time jumps to this limit.
    await Promise.race([ended, sleep(30 * 60_000).then(() => expect.fail("The import does not end."))]);
  }

  async #send({ name }: NewPlant): Promise<CreatePlantResult> {
    const number = this.#sent++;
    const now = performance.now();
    if (now > this.#pause.from && now < this.#pause.until) this.problems.push(`sent in a pause at ${now}`);
    const outage = this.#outage;
    if (outage && ++outage.inFlight > 1) this.problems.push(`two probes at ${now}`);
    const fate = this.#fate(number);
    await sleep(inTurn(this.#scenario.latencies, number));

    if (outage) outage.inFlight -= 1;
    this.#receive(fate, outage);
    const seconds = inTurn(this.#scenario.waits, number);
    if (fate === "busy") this.#pauseFor(seconds * 1000);
    const error = FATES[fate](seconds);
    const response = { status: 200, headers };
    return error
      ? { success: false, error }
      : { success: true, data: { name }, response, attempts, possibleDuplicate: false, changedFields: [] };
  }

  /** Follows the rules of outages. Requests that were sent before an outage do not count, except for a 429. */
  #receive(fate: Fate, sentIn: Outage | undefined): void {
    this.received.push(fate);
    if (this.#outage && this.#outage !== sentIn && fate !== "busy") return;
    if (fate === "busy" || WORKING.includes(fate)) this.#outage = undefined;
    // The sum that the import computes: the difference of the two times is rounded differently.
    else if (this.#outage && performance.now() >= this.#outage.started + 60_000) this.outageWasLong = true;
  }

  #fate(number: number): Fate {
    let end = 0;
    for (const { fates, duration } of this.#scenario.phases) {
      end += duration;
      if (performance.now() < end) return inTurn(fates, number);
    }
    return this.#scenario.end;
  }

  #onProgress({ pause }: ImportProgress): void {
    if (!pause || pause === this.#announced) return;
    this.#announced = pause;
    const now = performance.now();
    if (pause.reason === "outage")
      this.#outage ??= { started: Math.max(now, this.#pause.until), inFlight: 0 };
    this.#pauseFor(pause.ms);
  }

  #pauseFor(ms: number): void {
    const from = performance.now();
    if (from + ms > this.#pause.until) this.#pause = { from, until: from + ms };
  }

  /** Whether so many responses that are not the store's arrived that the import has to stop. */
  get metElsewhere(): boolean {
    let inARow = 0;
    let hasCreated = false;
    return this.received.some((fate) => {
      hasCreated ||= fate === "created";
      if (WORKING.includes(fate)) inARow = 0;
      if (ELSEWHERE.includes(fate)) inARow += 1;
      return inARow >= (hasCreated ? 8 : 1);
    });
  }
}

function inTurn<T>(values: T[], index: number): T {
  return values[index % values.length] as T;
}

property(
  "an import always ends or goes on, never sends in a pause, and sends one request at a time in an outage",
  scenarios,
  async (scenario) => {
    const world = new World(scenario);
    await world.import();
    expect(world.problems).toEqual([]);
    const mustStop = world.metElsewhere || world.outageWasLong;
    expect(world.failure !== undefined).toBe(mustStop);
    const ids = world.rows.map(({ plant }) => Object(plant).id);
    expect(new Set(ids).size).toBe(ids.length);
    if (!mustStop) expect(ids).toHaveLength(scenario.rows);
  },
  0.5,
);

property(
  "an import into a store that recovers within 45 seconds is completed",
  scenarios.map(({ phases, ...others }): Scenario => {
    const own = phases.map(({ fates, duration }) => ({
      fates: fates.map((fate) => (ELSEWHERE.includes(fate) ? "unavailable" : fate)),
      duration: Math.min(duration, 9_000),
    }));
    return { ...others, phases: own, end: "created" };
  }),
  async (scenario) => {
    const world = new World(scenario);
    await world.import();
    expect(world.failure).toBeUndefined();
    expect(world.rows).toHaveLength(scenario.rows);
  },
  0.5,
);
