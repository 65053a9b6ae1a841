/** Imports that are killed at random moments, simulated in this process: killed code simply never continues. */
import fc from "fast-check";
import { isPlantStoreFailure, type NewPlant, PlantStoreClient, type PlantStoreFetch } from "plant-store-sdk";
import { type ImportJournal, importPlants, type RowDecision, type UnknownRow } from "plant-store-sdk/import";
import { beforeEach, expect, vi } from "vitest";
import { formatRowKey, keyOfPlant } from "../../src/import/input/row-key.ts";
import { parseEntry } from "../../src/import/journal/journal-entry.ts";
import { JournalFile } from "../../src/import/node/journal-file.ts";
import { unknownRowsOf } from "../import/import-all.ts";
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
  /** The lines of the journal that survived, and what running processes have written. */
  lines: string[] = [];
  isFaulty = true;
  /** What the next requests meet, whatever their fate. */
  #next: string[] = [];
  /** Whether the store rejects an id that exists. Then unknown rows can be sent again without creating a duplicate. */
  readonly rejectsDuplicates: boolean;

  constructor(seed: number, rejectsDuplicates: boolean) {
    this.random = new Random(seed);
    this.rejectsDuplicates = rejectsDuplicates;
  }

  /** Runs two imports at the same time, each with a lock that the other one does not see. */
  async runTwo(...args: [NewPlant[], number, RowDecision[]]): Promise<void> {
    const second = async () => {
      for (let turns = this.random.integer(0, 300); turns > 0; turns--) await undefined;
      return this.run(...args);
    };
    for (const { status, reason } of (await Promise.allSettled([
      this.run(...args),
      second(),
    ])) as PromiseRejectedResult[]) {
      if (status === "rejected") expect(reason.message).toMatch(/^Another process has changed the journal/);
    }
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

    const { lines } = this;
    let durable = lines.length;
    const size = () => lines.join("").length;
    const file = new JournalFile(
      {
        write: (text) => lines.push(text),
        sync: async () => {
          const length = lines.length;
          await step();
          durable = length;
        },
        size,
      },
      "journal",
      size(),
    );
    const journal: ImportJournal = {
      append: (line) => (steps > killAfter ? never : file.append(line)),
      read: () => lines.map((line) => line.trimEnd()),
      close: async () => {},
    };
    const fetch: PlantStoreFetch = async (_url, init) => {
      await step();
      const response = this.receive(String(init.body));
      await step();
      return response();
    };

    const client = new PlantStoreClient({ ...testOptions, fetch, timeout: false });
    const resendUnknown = this.rejectsDuplicates && random.boolean(0.5);
    const importing = (async () => {
      const options = { journal, concurrency, decisions, resendUnknown };
      try {
        for await (const _ of importPlants(client, input, options));
      } catch (error) {
        if (!isPlantStoreFailure(error)) throw error; // Otherwise the import has stopped by itself.
      }
      return steps;
    })();
    const result = await Promise.race([importing, killed]);
    // After a crash, lines may survive that nobody waited for.
    if (result === undefined) this.lines = lines.slice(0, random.integer(durable, lines.length));
    return result;
  }

  /** The store receives a request. Returns its response. */
  receive(body: string): () => Response {
    const { name } = JSON.parse(body) as NewPlant;
    const drawn = this.isFaulty ? (this.#next.shift() ?? this.#chooseFate()) : "created";
    const isTaken = this.rejectsDuplicates && this.plants.has(name);
    const fate = isTaken && (drawn === "created" || drawn === "useless body") ? "rejected" : drawn;
    if (!isTaken && ["created", "lost after creating", "useless body"].includes(fate)) {
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
    /** The attempts that nobody knows the outcome of, and whether the plant was created. */
    const rows = new Map<string, { sent: Set<number>; open: Set<number>; created: boolean }>();
    for (const line of this.lines) {
      const { entry } = parseEntry(line) ?? expect.fail();
      if (!entry.row.startsWith(formatRowKey(keyOfPlant(plant)))) continue;
      const row = rows.get(entry.row) ?? { sent: new Set(), open: new Set(), created: false };
      rows.set(entry.row, row);
      const { attempt } = entry;
      if (entry.event === "intent") {
        if (!row.sent.has(attempt)) row.open.add(attempt);
        row.sent.add(attempt);
        continue;
      }
      if (entry.event === "decision") row.open.clear();
      if (entry.outcome === "not-created") row.open.delete(attempt);
      if (entry.outcome === "created") row.created = true;
    }
    const all = [...rows.values()];
    return {
      created: all.filter(({ created }) => created).length,
      unknown: all.filter(({ created, open }) => !created && open.size > 0).length,
    };
  }

  existing({ name }: NewPlant): number {
    return this.plants.get(name) ?? 0;
  }

  get lostResponses(): number {
    return this.lines.filter((line) => line.includes('"outcome":"unknown"')).length;
  }

  async listUnknown(): Promise<UnknownRow[]> {
    return unknownRowsOf({ read: () => this.lines } as unknown as ImportJournal);
  }

  /** What an operator finds out about the unknown rows: how many of each plant exist. */
  async findOut(distinct: NewPlant[]): Promise<RowDecision[]> {
    const decisions: RowDecision[] = [];
    const unknown = await this.listUnknown();
    for (const plant of distinct) {
      let unaccounted = this.existing(plant) - this.recorded(plant).created;
      for (const { row, attempt, revision } of unknown.filter(({ row }) =>
        row.startsWith(formatRowKey(keyOfPlant(plant))),
      )) {
        decisions.push({ row, attempt, revision, outcome: unaccounted-- > 0 ? "created" : "not-created" });
      }
    }
    return decisions;
  }
}

beforeEach(() => {
  // Pauses take no time. Other waits must be real, so that the order of events varies.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.setTimerTickMode("nextTimerAsync");
});

property(
  "however often an import is killed, nothing is created twice or forgotten, and only rows in flight become unknown",
  fc.record({
    seed: fc.nat(),
    rows: fc.array(fc.nat(8), { minLength: 1, maxLength: 16 }),
    concurrency: fc.integer({ min: 1, max: 5 }),
    /** After how many steps an import is killed, or that two imports run at the same time. */
    kills: fc.array(fc.oneof({ weight: 4, arbitrary: fc.nat(70) }, fc.constant("two imports" as const)), {
      maxLength: 5,
    }),
    rejectsDuplicates: fc.boolean(),
  }),
  async ({ seed, rows, concurrency, kills, rejectsDuplicates }) => {
    const world = new World(seed, rejectsDuplicates);
    // The number of a plant may occur more than once: equal rows.
    const numbers = rejectsDuplicates ? [...new Set(rows)] : rows;
    const input = numbers.map((number) => ({ id: number, name: `Fern ${number}` }));
    const distinct = [...new Map(input.map((plant) => [plant.id, plant])).values()];
    const expected = (plant: NewPlant) => input.filter(({ id }) => id === plant.id).length;
    let stale: RowDecision[] = [];
    for (const kill of kills) {
      const decisions = world.random.boolean(0.5) ? await world.findOut(distinct) : stale;
      stale = decisions;
      const before = (await world.listUnknown()).length - world.lostResponses;
      const shuffled = input.toSorted(() => world.random.next() - 0.5);
      const imports = kill === "two imports" ? 2 : 1;
      if (kill === "two imports") await world.runTwo(shuffled, concurrency, decisions);
      else await world.run(shuffled, concurrency, decisions, kill);
      const after = (await world.listUnknown()).length - world.lostResponses;
      expect(after - before).toBeLessThanOrEqual(imports * concurrency);
      const listed = await world.listUnknown();
      for (const plant of distinct) {
        const { created, unknown } = world.recorded(plant);
        expect(listed.filter(({ id }) => id === BigInt(plant.id))).toHaveLength(unknown);
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
