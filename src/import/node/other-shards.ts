/** Notices, beside a new journal, journals of the same input that divide it in another way. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { PlantStoreImportError } from "../import-error.ts";
import type { Shard } from "../input/shard.ts";
import { nameShard, OTHER_COUNT } from "./journal-header.ts";
import { readOwner } from "./read-journal.ts";

/** What `plant-store-sdk import` adds to the name of the journal of a shard. */
export const shardSuffix = ({ index }: Pick<Shard, "index">) => `.shard-${index}`;

/**
 * With another number of shards, the last shards have no journal yet, so no header could stop them from sending rows that
 * are in other journals.
 *
 * @throws PlantStoreImportError if there is a journal of the same name with another shard number, or without one
 */
export async function rejectOtherCounts(
  path: string,
  { baseUrl, shard }: { baseUrl: string; shard: Shard },
): Promise<void> {
  const [prefix = "", rest] = basename(path).split(shardSuffix(shard));
  if (rest === undefined || existsSync(path)) return;
  const nameOf = (other: Shard | undefined) => `${prefix}${other ? shardSuffix(other) : ""}${rest}`;
  for (const file of await readdir(dirname(path))) {
    if (!file.startsWith(prefix) || !file.endsWith(rest)) continue;
    const other = join(dirname(path), file);
    const owner = await readOwner(other).catch(() => undefined); // Not a journal.
    if (owner?.baseUrl !== baseUrl || file !== nameOf(owner.shard) || owner.shard?.count === shard.count)
      continue;
    const problem = `The journal ${other} is for ${nameShard(owner.shard)}, but this import is for ${nameShard(shard)}`;
    throw new PlantStoreImportError("journal", `${problem}. ${OTHER_COUNT}`);
  }
}
