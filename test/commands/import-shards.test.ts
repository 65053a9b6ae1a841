/** One import that is divided among several processes, and `plant-store-sdk journal`, which merges their journals. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { faults } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { Random } from "../soak/random.ts";
import { linesUpTo, runJournal, Workplace } from "./import-command.ts";
import { countEach, ImportWorld } from "./import-world.ts";

const ROWS = 400;
const SHARDS = 4;
const { IMPORT_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;

test("4 shards that are killed and started again in any order create every plant once", async () => {
  console.log(`import shards test: IMPORT_SEED=${IMPORT_SEED}`);
  const random = new Random(Number(IMPORT_SEED));
  const work = await Workplace.create(linesUpTo(ROWS), { rules: { duplicates: { status: 409 } } });
  const world = new ImportWorld(work, random);
  const journalOf = (shard: number) => `shard-${shard}.db`;
  const start = (shard: number, timeout = 30_000) => {
    const options = { shard: `${shard}/${SHARDS}`, journal: journalOf(shard), duplicates: 409, timeout };
    return world.import(...Object.entries(options).map(([name, value]) => `--${name}=${value}`));
  };

  const order = Array.from({ length: SHARDS }, (_, index) => index + 1);
  const killSome = async () => {
    for (let kill = 1; kill <= 2; kill++) {
      world.addFaults(40);
      const running = start(random.integer(1, SHARDS), 500); // It may be in use: then it ends at once.
      await world.killAfter(random.integer(1, 60), running);
    }
  };
  await Promise.all([killSome(), killSome()]);
  await world.settle();
  // No plant that exists is recorded as not created.
  const sent = order.flatMap((shard) => [...world.readJournal(journalOf(shard)).values()]);
  const known = new Set(sent.filter(({ outcome }) => outcome !== "not-created").map(({ id }) => id));
  expect([...world.existing().keys()].filter((id) => !known.has(id))).toEqual([]);
  const { store } = work;
  const { plants } = store;
  store.clear(); // Also the faults that are left.
  store.addPlants(...plants);
  // Unknown rows are sent again 30 s after their attempt.
  for (const journal of order.map(journalOf)) if (world.readJournal(journal).size > 0) work.age(journal);
  const finish = async (shard: number) => {
    for (let run = 1; ; run++) {
      const { code, stderr } = await start(shard).result;
      if (code === 0) return;
      expect([1, 3, 4], stderr).toContain(code); // A fault rejected a row, or stopped the import.
      expect(run).toBeLessThan(30);
    }
  };
  await Promise.all(
    [order.slice(2), order.slice(0, 2)].map(async (shards) => {
      for (const shard of shards) await finish(shard);
    }),
  );

  expect(world.existing()).toEqual(countEach(Array.from({ length: ROWS }, (_, index) => `${index + 1}`)));
  const merged = await runJournal(...order.map((shard) => join(work.folder, journalOf(shard))));
  expect([merged.code, merged.stderr]).toEqual([0, ""]);
  const [, created, existing = 0] =
    /4 journals\n {2}(\d+) created, (?:(\d+) existing, )?0 not created, 0 unknown\n/.exec(merged.stdout) ??
    [];
  expect(Number(created) + Number(existing)).toBe(ROWS);
});

test("`journal` counts the rows of several journals, and lists unknown and repeated ones", async () => {
  const work = await Workplace.create(linesUpTo(20));
  work.store.enqueue(faults.reset({ id: 3 }));
  const one = join(work.folder, "shard-1.db");
  for (const shard of ["1/3", "2/3"])
    await work.import(["plants.ndjson", "--shard", shard, "--journal", `shard-${shard[0]}.db`]);
  const copy = join(work.folder, "copy");
  copyFileSync(one, copy);
  const two = one.replace("shard-1", "shard-2");
  const show = async (...args: string[]) => {
    const { code, stdout } = await runJournal(...args);
    return [code, stdout.replaceAll(`${work.folder}/`, "").replaceAll(work.server.url, "URL")];
  };
  const files = await show(one, two);
  expect(files).toMatchInlineSnapshot(`
    [
      3,
      "shard-1.db  shard 1/3  URL
      4 created, 0 not created, 0 unknown
    shard-2.db  shard 2/3  URL
      10 created, 0 not created, 1 unknown

    2 journals
      14 created, 0 not created, 1 unknown

    These may exist:
      ? line 3  plant 3  Fern 3  connection lost (ECONNRESET)  shard-2.db
    ",
    ]
  `);
  expect(await show(one, copy)).toMatchInlineSnapshot(`
    [
      1,
      "shard-1.db  shard 1/3  URL
      4 created, 0 not created, 0 unknown
    copy  shard 1/3  URL
      4 created, 0 not created, 0 unknown

    2 journals
      8 created, 0 not created, 0 unknown

    These are in two journals, so they may exist twice:
      plant 9  shard-1.db  copy
      plant 16  shard-1.db  copy
      plant 18  shard-1.db  copy
      plant 20  shard-1.db  copy
    ",
    ]
  `);
});

test("what the summary says about a shard is about its rows", async () => {
  const work = await Workplace.create(linesUpTo(1));
  const importShard = async (shard: string) => {
    const args = ["plants.ndjson", "--shard", shard, "--journal", shard.replace("/", "-")];
    return (await work.import(args)).stdout;
  };
  const summaries = [await importShard("1/2"), await importShard("2/2")].join();
  expect(summaries).toContain("\nNo row of plants.ndjson is in shard 1/2.\n");
  expect(summaries).toContain("\nEvery row of shard 2/2 of plants.ndjson was created.\n");
});
