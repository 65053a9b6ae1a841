/** Shards: which rows belong to one, and journals that know their shard. */
import { join } from "node:path";
import { openJournal, type Shard } from "plant-store-sdk/import";
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { keyOfPlant } from "../../tools/import/input/row-key.ts";
import { isInShard, parseShard } from "../../tools/import/input/shard.ts";
import { baseUrl } from "../support/client.ts";
import { succeed } from "../support/fetch-stubs.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { importAll, importComplete, memoryJournal, plantsUpTo } from "./import-all.ts";

const shardOf = (id: number | bigint, count: number) =>
  Array.from({ length: count }, (_, number) => number + 1).filter((index) =>
    isInShard(keyOfPlant({ id, name: "Fern" }), { index, count }),
  );

test("an id belongs to the same shard for ever", () => {
  const ids = [0, 1, 2, 3, -1, 42, 1_000_000, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
  expect(ids.flatMap((id) => shardOf(id, 64))).toEqual([1, 56, 7, 40, 61, 29, 10, 33, 33, 33]);
});

test("a shard is an index and a count", () => {
  expect(parseShard("4/4")).toEqual({ index: 4, count: 4 });
  for (const text of ["0/4", "5/4", "1/0", "1/10001", "1", "1/", "a/4", "1.5/4", "-1/4", " 1/4", "1/4x"])
    expect([text, parseShard(text)]).toEqual([text, undefined]);
});

test("each row is sent by one shard, whatever its content, and the first shard reports invalid rows", async () => {
  const others = plantsUpTo(40).map(({ id }) => ({ id, name: "Moss" }));
  const plants = [...plantsUpTo(40), ...others, { id: 1.5, name: "" }];
  const store = new MockStore();
  for (let index = 1; index <= 4; index++) {
    const journal = memoryJournal({ index, count: 4 });
    const { rows } = await importAll(store.fetch, plants, { journal, allowChanged: true });
    expect(rows.filter(({ action }) => action === "held")).toHaveLength(index === 1 ? 1 : 0);
  }
  const sent = store.plants.map(({ id, name }) => `${id} ${name}`);
  expect(new Set(sent).size).toBe(80);
  expect(sent).toHaveLength(80);
});

test("a journal of another shard, of another number of shards, or of none is rejected", async () => {
  const path = join(createFolder(), "j");
  const open = async (shard: Shard | undefined) => {
    const journal = await openJournal(path, { baseUrl, shard });
    await importComplete(succeed, plantsUpTo(9), { journal });
    await journal.close();
  };
  for (const _ of ["new", "its own"]) await open({ index: 2, count: 4 });
  for (const [shard, name] of [
    [{ index: 3, count: 4 }, "shard 3/4"],
    [{ index: 2, count: 8 }, "shard 2/8"],
    [undefined, "the whole input"],
  ] as const) {
    const owner = `The journal ${path} is for ${baseUrl}, shard 2/4`;
    const text = `${owner}, but this import is for ${baseUrl}, ${name}. Never change the number of shards`;
    const message = expect.stringContaining(text);
    await expect(open(shard)).rejects.toMatchObject({ kind: "journal", message });
  }
  await expect(openJournal(1 as never, { baseUrl: "" })).rejects.toThrow("`path` must be a string");
});
