/** Imports that are killed at random moments, simulated in this process: killed code simply never continues. */
import fc from "fast-check";
import { isPlantStoreFailure, type NewPlant, PlantStoreClient, type PlantStoreFetch } from "plant-store-sdk";
import {
  type ImportJournal,
  importPlants,
  listUnknownRows,
  type RowDecision,
  type UnknownRow,
} from "plant-store-sdk/import";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { parseEntry } from "../../src/import/journal-entry.ts";
import { formatRowKey, keyOfPlant } from "../../src/import/row-key.ts";
import { Random } from "../soak/random.ts";
import { testOptions } from "../support/client.ts";
import { connectionRefused } from "../support/fetch-stubs.ts";
import { property } from "./property.ts";

const never = new Promise<never>(() => {});

/** What a request meets. The last ones are as likely as all others together. */
const FATES = [
  "rejected",
  "busy",
  "failed",
  "lost",
  "lost after creating",
  "useless body",
  "rejected elsewhere",
  ...Array(9).fill("created"),
];

/** A store, a journal on a disk, and what killed processes leave of it. */
class World {
  readonly random: Random;
  /** How often each plant exists, by its name. */
  readonly plants = new Map<string, number>();
  /** The lines of the journal that survived. */
  lines: string[] = [];
  isFaulty = true;
  /** What the next requests meet, whatever their fate. */
  #next: string[] = [];

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** Runs an import, which is killed after some steps. Returns the number of steps, or undefined if it was killed. */
  async run(
    input: NewPlant[],
    concurrency: number,
    decisions: RowDecision[],
    killAfter = Number.POSITIVE_INFINITY,
  ) {
    const { random } = this;
    let steps = 0;
    let kill = () => {};
    const killed = new Promise<undefined>((resolve) => {
      kill = () => resolve(undefined);
    });
    /** Takes some time. Never returns in a killed process. */
    const step = async () => {
      for (let turns = random.integer(0, 30); turns > 0; turns--) await undefined;
      if (steps++ >= killAfter) {
        kill();
        await never;
      }
    };

    const written = [...this.lines];
    let durable = written.length;
    const journal: ImportJournal = {
      append: async (line) => {
        if (steps > killAfter) await never;
        const length = written.push(line);
        await step();
        durable = Math.max(durable, length);
      },
      read: () => written.slice(),
      close: async () => {},
    };
    const fetch: PlantStoreFetch = async (_url, init) => {
      await step();
      const response = this.receive(String(init.body));
      await step();
      return response();
    };

    const client = new PlantStoreClient({ ...testOptions, fetch, timeout: false });
    const importing = (async () => {
      try {
        for await (const _ of importPlants(client, input, { journal, concurrency, decisions }));
      } catch (error) {
        if (!isPlantStoreFailure(error)) throw error; // Otherwise the import has stopped by itself.
      }
      return steps;
    })();
    const result = await Promise.race([importing, killed]);
    // After a crash, lines may survive that nobody waited for.
    this.lines = written.slice(0, result === undefined ? random.integer(durable, written.length) : undefined);
    return result;
  }

  /** The store receives a request. Returns its response. */
  receive(body: string): () => Response {
    const { name } = JSON.parse(body) as NewPlant;
    const fate = this.isFaulty ? (this.#next.shift() ?? this.#chooseFate()) : "created";
    if (["created", "lost after creating", "useless body"].includes(fate)) {
      this.plants.set(name, (this.plants.get(name) ?? 0) + 1);
    }
    return () => {
      if (fate.startsWith("lost")) throw new TypeError("fetch failed");
      if (fate === "rejected") return Response.json({ error: 1, message: "no" }, { status: 400 });
      if (fate === "busy") return new Response("", { status: 429, headers: { "retry-after": "0" } });
      if (fate === "refused") throw connectionRefused;
      if (fate === "portal") return new Response("<html>", { headers: { "content-type": "text/html" } });
      if (fate === "rejected elsewhere") return new Response("", { status: 403 });
      if (fate === "failed") return new Response("", { status: 503 });
      return fate === "created" ? Response.json({ name }) : Response.json({ name, tag: null });
    };
  }

  #chooseFate(): string {
    const { random } = this;
    // A restart: connections are refused, then a proxy in front of the store responds 503. Or a captive portal appears.
    if (random.boolean(0.03))
      this.#next = ["refused", "refused", "failed", "failed"].slice(random.integer(0, 3));
    if (random.boolean(0.03)) this.#next = Array(random.integer(1, 12)).fill("portal");
    return this.#next.shift() ?? random.pick(FATES);
  }

  /** What the journal says about the rows of a plant. */
  recorded(plant: NewPlant): { created: number; unknown: number } {
    const states = new Map<string, string>();
    for (const line of this.lines) {
      const { entry } = parseEntry(line) ?? expect.fail();
      if (entry.row.startsWith(formatRowKey(keyOfPlant(plant)))) {
        states.set(entry.row, entry.event === "intent" ? "unknown" : entry.outcome);
      }
    }
    const count = (state: string) => [...states.values()].filter((each) => each === state).length;
    return { created: count("created"), unknown: count("unknown") };
  }

  existing({ name }: NewPlant): number {
    return this.plants.get(name) ?? 0;
  }

  get lostResponses(): number {
    return this.lines.filter((line) => line.includes('"outcome":"unknown"')).length;
  }

  async listUnknown(): Promise<UnknownRow[]> {
    return listUnknownRows({ read: () => this.lines } as unknown as ImportJournal);
  }

  /** What an operator finds out about the unknown rows: how many of each plant exist. */
  async findOut(distinct: NewPlant[]): Promise<RowDecision[]> {
    const decisions: RowDecision[] = [];
    const unknown = await this.listUnknown();
    for (const plant of distinct) {
      let unaccounted = this.existing(plant) - this.recorded(plant).created;
      for (const { row, attempt } of unknown.filter(({ row }) =>
        row.startsWith(formatRowKey(keyOfPlant(plant))),
      )) {
        decisions.push({ row, attempt, outcome: unaccounted-- > 0 ? "created" : "not-created" });
      }
    }
    return decisions;
  }
}

beforeAll(() => {
  // Pauses take no time. Other waits must be real, so that the order of events varies.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.setTimerTickMode("nextTimerAsync");
});
afterAll(() => {
  vi.useRealTimers();
});

property(
  "however often an import is killed, nothing is created twice or forgotten, and only rows in flight become unknown",
  fc.record({
    seed: fc.nat(),
    rows: fc.array(fc.nat(8), { minLength: 1, maxLength: 16 }),
    concurrency: fc.integer({ min: 1, max: 5 }),
    kills: fc.array(fc.nat(70), { maxLength: 5 }),
  }),
  async ({ seed, rows, concurrency, kills }) => {
    const world = new World(seed);
    // The number of a plant may occur more than once: equal rows.
    const input = rows.map((number) => ({ id: number, name: `Fern ${number}` }));
    const distinct = [...new Map(input.map((plant) => [plant.id, plant])).values()];
    const expected = (plant: NewPlant) => input.filter(({ id }) => id === plant.id).length;
    let stale: RowDecision[] = [];
    for (const kill of kills) {
      const decisions = world.random.boolean(0.5) ? await world.findOut(distinct) : stale;
      stale = decisions;
      const before = (await world.listUnknown()).length - world.lostResponses;
      const shuffled = input.toSorted(() => world.random.next() - 0.5);
      await world.run(shuffled, concurrency, decisions, kill);
      const after = (await world.listUnknown()).length - world.lostResponses;
      expect(after - before).toBeLessThanOrEqual(concurrency);
      for (const plant of distinct) {
        const { created, unknown } = world.recorded(plant);
        expect(world.existing(plant)).toBeLessThanOrEqual(expected(plant));
        expect(world.existing(plant)).toBeGreaterThanOrEqual(created);
        expect(world.existing(plant)).toBeLessThanOrEqual(created + unknown);
      }
    }
    world.isFaulty = false;
    expect(await world.run(input, concurrency, await world.findOut(distinct))).toBeGreaterThanOrEqual(0);
    expect(distinct.map((plant) => world.existing(plant))).toEqual(distinct.map(expected));
    expect(await world.listUnknown()).toEqual([]);
  },
);
