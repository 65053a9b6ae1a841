/** One part of an input that several imports share. */
import { mixBits } from "../../../src/common/mix-bits.ts";
import type { RowKey } from "./row-key.ts";

/** One part of an input: the rows whose id belongs to it. Rows with the same id belong to the same shard. */
export interface Shard {
  /** From 1 to `count`. */
  readonly index: number;
  /** The number of shards. It must never change for a catalogue, because each shard has a journal of its own. */
  readonly count: number;
}

const MAX_SHARDS = 10_000;

/** What a shard must be, for messages. */
export const SHARD = `an object with a \`count\` from 1 to ${MAX_SHARDS}, and an \`index\` from 1 to it`;

export function isShard(value: unknown): value is Shard {
  const { index = 0, count = 0 } = Object(value) as Partial<Shard>;
  return [index, count].every(Number.isInteger) && index >= 1 && index <= count && count <= MAX_SHARDS;
}

/** Such as `3/64`. */
export const formatShard = ({ index, count }: Shard) => `${index}/${count}`;

/** Reads what {@link formatShard} wrote. Returns `undefined` for any other text. */
export function parseShard(text: unknown): Shard | undefined {
  const [, index, count] = (typeof text === "string" && /^(\d{1,5})\/(\d{1,5})$/.exec(text)) || [];
  const shard = { index: Number(index), count: Number(count) };
  return isShard(shard) ? shard : undefined;
}

/** Whether a row belongs to a shard. A row without a valid plant belongs to the first one, so that it is reported once. */
export function isInShard(key: RowKey | undefined, { index, count }: Shard): boolean {
  return index === (key ? (hashOfId(BigInt(key.id)) % count) + 1 : 1);
}

/** Never change what it returns: a row would move to another journal, and be sent again. */
function hashOfId(id: bigint): number {
  return mixBits(Number(BigInt.asIntN(32, id)) ^ Math.imul(Number(BigInt.asIntN(32, id >> 32n)), 0x9e3779b1));
}
