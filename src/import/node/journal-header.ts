/** The first line of a journal file. It says which store, and which part of the input, the journal belongs to. */
import { PlantStoreImportError } from "../import-error.ts";
import { formatShard, parseShard, type Shard } from "../input/shard.ts";

/** A later version of the format gets another number. */
const VERSION = 1;

/** What a journal belongs to. */
export interface JournalOwner {
  baseUrl: string;
  /** Undefined for the whole input. */
  shard?: Shard | undefined;
}

/** What a journal has to belong to. Without a `baseUrl`, any store will do. */
export type ExpectedOwner = Pick<JournalOwner, "shard"> & { baseUrl?: string | undefined };

/** Two processes that create a journal at the same time both write a header. Both then stop. */
export const isHeader = (line: string) => line.startsWith('{"journal":"plant-store-sdk",');

export function formatHeader({ baseUrl, shard }: JournalOwner): string {
  const header = {
    journal: "plant-store-sdk",
    version: VERSION,
    baseUrl,
    shard: shard && formatShard(shard),
  };
  return `${JSON.stringify(header)}\n`;
}

/** @throws PlantStoreImportError if the line is not the header of a journal of this version */
export function parseHeader(line: string, path: string): JournalOwner {
  let header: Record<string, unknown>;
  try {
    header = Object(JSON.parse(line));
  } catch {
    header = {};
  }
  if (header.journal !== "plant-store-sdk") {
    const problem = `${path} is not a journal of an import. Choose another name for the journal.`;
    throw new PlantStoreImportError("journal", problem);
  }
  const shard = parseShard(header.shard);
  if (header.version !== VERSION || (header.shard !== undefined && !shard)) {
    const problem = `The journal ${path} was written by another version of plant-store-sdk. Update the package.`;
    throw new PlantStoreImportError("journal", problem);
  }
  return { baseUrl: String(header.baseUrl), shard };
}

/** @throws PlantStoreImportError if the line is not the header of a journal, or of one that belongs to something else */
export function checkHeader(line: string, path: string, { baseUrl, shard }: ExpectedOwner): void {
  const found = parseHeader(line, path);
  if (baseUrl !== undefined && found.baseUrl !== baseUrl) {
    const problem = `The journal ${path} belongs to ${found.baseUrl}, but this import is for ${baseUrl}`;
    throw new PlantStoreImportError("journal", `${problem}. Use another journal for another store.`);
  }
  if (shard?.index === found.shard?.index && shard?.count === found.shard?.count) return;
  const problem = `The journal ${path} is for ${nameShard(found.shard)}, but this import is for ${nameShard(shard)}`;
  const isOtherCount = shard?.count !== found.shard?.count;
  const advice = isOtherCount ? OTHER_COUNT : "Use another journal for each shard.";
  throw new PlantStoreImportError("journal", `${problem}. ${advice}`);
}

export const OTHER_COUNT =
  "The number of shards of a catalogue must not change: rows would move to other journals and be sent again.";

export const nameShard = (shard: Shard | undefined) =>
  shard ? `shard ${formatShard(shard)}` : "the whole input";
