/** A journal in a file. */
import { appendFileSync, fdatasync, fstatSync } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { promisify } from "node:util";
import { configurationError } from "../../errors.ts";
import { fileError, PlantStoreImportError } from "../import-error.ts";
import { isShard, SHARD_RULE, type Shard } from "../input/shard.ts";
import { type ImportJournal, memoryJournal } from "../journal/import-journal.ts";
import { JournalFile } from "./journal-file.ts";
import { lockJournal } from "./lock-file.ts";
import { rejectOtherCounts } from "./other-shards.ts";
import { readEntries } from "./read-journal.ts";
import { repairJournal } from "./repair-journal.ts";

const syncData = promisify(fdatasync);

/**
 * Options of {@link openJournal}.
 *
 * @expand
 */
export interface OpenJournalOptions {
  /** Base URL of the store, such as `client.baseUrl`. A journal that belongs to another store is rejected. */
  baseUrl: string;
  /**
   * The part of the input that the journal is for. An import with this journal sends only the rows of this shard. A journal
   * of another shard, or of another number of shards, is rejected.
   * @default the whole input
   */
  shard?: Shard | undefined;
}

/**
 * Opens a journal in a file, or creates it. What is appended survives a crash of the process and of the machine. Close the
 * journal after the import: until then, a lock file keeps other processes out.
 *
 * @param path such as `plant-store-journal.db`, or `":memory:"` for a journal that ends with the process
 * @throws PlantStoreConfigurationError if an argument is missing or invalid
 * @throws PlantStoreImportError if the file cannot be used, is not a journal for this store and shard, or is in use
 */
export async function openJournal(path: string, options: OpenJournalOptions): Promise<ImportJournal> {
  if (typeof path !== "string") throw configurationError("path", "must be a string");
  const { baseUrl, shard } = Object(options) as OpenJournalOptions;
  if (typeof baseUrl !== "string") throw configurationError("baseUrl", "must be a string");
  if (shard !== undefined && !isShard(shard)) {
    throw configurationError("shard", SHARD_RULE);
  }
  if (path === ":memory:") return { ...memoryJournal(), baseUrl, shard };
  let handle: FileHandle | undefined;
  let unlock: (() => Promise<void>) | undefined;
  try {
    if (shard) await rejectOtherCounts(path, { baseUrl, shard });
    handle = await open(path, "a+");
    const file = await handle.stat();
    if (!file.isFile()) {
      throw new PlantStoreImportError(
        "journal",
        `${path} is not a file. Choose another name for the journal.`,
      );
    }
    if (file.nlink > 1) {
      const problem = `The journal ${path} has several names (hard links), and each would have a lock of its own`;
      throw new PlantStoreImportError("journal", `${problem}. Use a copy.`);
    }
    // A link must not have a lock of its own. The file exists now, so a link to a new file is followed, too.
    const target = await realpath(path);
    unlock = await lockJournal(target);
    const headerLength = await repairJournal(handle, path, { baseUrl, shard });
    const { size } = await handle.stat();
    return createJournal({ path: target, baseUrl, shard, handle, headerLength, size, unlock });
  } catch (error) {
    await handle?.close();
    await unlock?.();
    throw fileError("journal", `Cannot open the journal ${path}`, error, "Nothing was sent.");
  }
}

interface OpenFile {
  path: string;
  baseUrl: string;
  shard: Shard | undefined;
  handle: FileHandle;
  headerLength: number;
  size: number;
  unlock: () => Promise<void>;
}

function createJournal({
  path,
  baseUrl,
  shard,
  handle,
  headerLength,
  size,
  unlock,
}: OpenFile): ImportJournal {
  const { fd } = handle;
  const file = new JournalFile(
    {
      // Synchronous, so that an outcome is recorded even if the process is killed immediately afterwards.
      write: (text) => appendFileSync(fd, text),
      sync: async () => {
        await syncData(fd);
        if (fstatSync(fd).nlink === 0)
          throw new Error("it was deleted, so a new run would send every row again");
      },
      size: () => fstatSync(fd).size,
    },
    path,
    size,
  );
  return {
    baseUrl,
    shard,
    append: (line) => file.append(line),
    read: () => readEntries(path, headerLength, () => file.flush()),
    async close() {
      try {
        await file.flush();
      } finally {
        await handle.close();
        await unlock();
      }
    },
  };
}
