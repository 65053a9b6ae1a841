/** Opens the journal of an import. */
import { closeSync, existsSync, openSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type OptionRules, REQUIRED, readOptions } from "../../../src/common/read-options.ts";
import { OTHER_CAUSES } from "../../../src/contract/decide-outcome.ts";
import { configurationError } from "../../../src/errors.ts";
import { PlantStoreImportError } from "../import-error.ts";
import { formatShard, isShard, parseShard, SHARD, type Shard } from "../input/shard.ts";
import { APPLICATION_ID, checkJournalFile } from "./check-journal-file.ts";
import { type ImportJournal, Journal } from "./journal.ts";
import { journalError, SQLITE, toJournalError } from "./journal-error.ts";
import { execute, FIELD_COLUMNS, type JournalCounts, readCounts, reasonOfHtml } from "./journal-rows.ts";

/**
 * Options of {@link openJournal}. An unknown option is rejected.
 *
 * @expand
 */
export interface OpenJournalOptions {
  /**
   * Base URL of the store, such as `client.baseUrl`. A journal is rejected if a row of it exists or may exist in another store.
   */
  baseUrl: string;
  /**
   * The part of the input that the journal is for. An import with this journal sends only the rows of this shard. A journal
   * of another shard, or of another number of shards, is rejected like that of another store.
   * @default the whole input
   */
  shard?: Shard | undefined;
}

const RULES = {
  baseUrl: [(value) => typeof value === "string", "a string", REQUIRED],
  shard: [isShard, SHARD],
} satisfies OptionRules<OpenJournalOptions>;

/** A later version of the schema gets another number. */
const FORMAT = 1;

const SCHEMA = `
  PRAGMA application_id = ${APPLICATION_ID};
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE rows (
    id INTEGER NOT NULL, hash TEXT NOT NULL, outcome TEXT NOT NULL, attempt INTEGER NOT NULL, version INTEGER NOT NULL,
    name TEXT NOT NULL, tag TEXT, line INTEGER, time TEXT NOT NULL, reason TEXT, received TEXT, PRIMARY KEY (id, hash)
  ) STRICT;`;

/**
 * The lock is taken once and kept until the process ends, however it ends. What is committed survives a crash of the process
 * and of the machine. Not WAL: a copy of the file without its `-wal` file would lose rows.
 */
const PRAGMAS = `
  PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = PERSIST;
  PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA cache_size = -4000;`;

/** What a dry run changes stays in memory, also if it is killed. */
const DRY_RUN_PRAGMAS = "PRAGMA journal_mode = MEMORY; PRAGMA cache_spill = OFF;";

/**
 * Opens a journal in a SQLite file, or creates it. What is recorded survives a crash of the process and of the machine. Close
 * the journal after the import: until then, no other process of this machine can read or write it.
 *
 * @param path such as `plant-store-journal.db`, or `":memory:"` for a journal that ends with the process
 * @throws PlantStoreConfigurationError if an argument is missing or invalid
 * @throws PlantStoreImportError if the file cannot be used, is not a journal for this store and shard, or is in use
 */
export async function openJournal(path: string, options: OpenJournalOptions): Promise<ImportJournal> {
  if (typeof path !== "string") throw configurationError("path", "must be a string");
  return openJournalFile(path, readOptions(options, RULES, configurationError));
}

type ExpectedOwner = { baseUrl?: string | undefined; shard?: Shard | undefined };

/**
 * @param owner what it must belong to: any store if the URL is undefined, and without it any store and shard
 * @param isDryRun whether it forgets what is recorded. If it does not exist, it is not created
 */
export function openJournalFile(path: string, owner?: ExpectedOwner, isDryRun = !owner): Journal {
  let opened: DatabaseSync | undefined;
  try {
    if (path !== ":memory:" && !owner) statSync(path); // Nothing is created without an owner.
    let file = path === ":memory:" ? path : checkJournalFile(path);
    if (isDryRun && !existsSync(file)) file = ":memory:";
    const isInMemory = file === ":memory:";
    // SQLite deletes it when the journal is closed.
    const hasRollbackFile = existsSync(`${file}-journal`);
    if (!isInMemory && !existsSync(file)) createFile(path, file);
    const db = new DatabaseSync(file);
    opened = db;
    execute(db, `${PRAGMAS} ${isDryRun ? DRY_RUN_PRAGMAS : ""} BEGIN EXCLUSIVE`);
    let found = readOwner(db, path) ?? create(db, owner);
    if (found.isOpen && !hasRollbackFile) checkContent(db, path);
    addColumns(db);
    const counts = readCounts(db);
    if (!counts) throw journalError(path, SQLITE.NOTADB);
    if (owner) {
      const { baseUrl = found.baseUrl, shard } = owner;
      // What was not created binds nothing: the base URL may have been wrong.
      const isBound = counts.created + counts.exists + counts.unknown > 0;
      if (isBound) checkOwner(path, found, { baseUrl, shard }, () => hasOnlyForeign(db, counts));
      else found = bind(db, { baseUrl, shard });
    }
    if (!isInMemory) checkNames(path, file);
    if (!isDryRun) execute(db, "INSERT OR REPLACE INTO meta VALUES ('open', '1'); COMMIT");
    if (!isInMemory) warnOfNetwork(path, statfsSync(dirname(file)).type);
    return new Journal(db, isInMemory ? ":memory:" : path, found, counts, isDryRun);
  } catch (error) {
    opened?.close();
    throw toJournalError(path, error);
  }
}

/** SQLite gives its own files the same mode: the journal has plants. */
function createFile(path: string, file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    const isForbidden = ["EACCES", "EPERM", "EROFS"].includes(`${(error as { code?: unknown }).code}`);
    throw isForbidden ? journalError(path, SQLITE.READONLY, error as Error) : error;
  }
}

interface Owner extends OpenJournalOptions {
  shard: Shard | undefined;
  /** Whether a process did not close it. */
  isOpen: boolean;
}

/** Views, whose rows may never end, triggers, and columns of any type, in a file that only looks like a journal. */
const FORGED = `SELECT EXISTS (SELECT * FROM sqlite_schema WHERE type = 'trigger' OR (rootpage IS NOT TRUE AND lower(name) IN ('meta', 'rows')))
  OR EXISTS (SELECT * FROM pragma_table_xinfo('rows') WHERE hidden <> 0)
  OR NOT EXISTS (SELECT * FROM pragma_table_list('rows') WHERE strict)`;

/** What the journal belongs to, or undefined if the file is empty. */
function readOwner(db: DatabaseSync, path: string): Owner | undefined {
  const one = (sql: string) => Object.values(db.prepare(sql).get() as object)[0] as unknown;
  if (one("SELECT count(*) FROM sqlite_schema") === 0) return undefined;
  if (one(FORGED) === 1) throw journalError(path, SQLITE.NOTADB);
  const rows = db.prepare("SELECT key, value FROM meta").all() as { key: string; value: string }[];
  const meta = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  if (meta.format !== String(FORMAT)) {
    const problem = `The journal ${path} was written by a later version of plant-store-sdk. Update the package.`;
    throw new PlantStoreImportError("journal", problem);
  }
  return { baseUrl: `${meta.base_url}`, shard: parseShard(meta.shard), isOpen: meta.open === "1" };
}

function create(db: DatabaseSync, { baseUrl = "", shard }: ExpectedOwner = {}): Owner {
  execute(db, SCHEMA);
  db.prepare("INSERT INTO meta VALUES ('format', ?)").run(String(FORMAT));
  return bind(db, { baseUrl, shard });
}

/** Makes the journal belong to a store, and to a shard or none. */
function bind(db: DatabaseSync, { baseUrl, shard }: OpenJournalOptions): Owner {
  execute(db, "DELETE FROM meta WHERE key IN ('base_url', 'shard')");
  const insert = db.prepare("INSERT INTO meta VALUES (?, ?)");
  insert.run("base_url", baseUrl);
  if (shard) insert.run("shard", formatShard(shard));
  return { baseUrl, shard, isOpen: false };
}

/** Adds the columns that the version that created the journal did not know. */
function addColumns(db: DatabaseSync): void {
  const existing = db.prepare("SELECT name FROM pragma_table_info('rows')").all();
  const names = existing.map(({ name }) => name);
  for (const column of [...FIELD_COLUMNS, "received"])
    if (!names.includes(column)) execute(db, `ALTER TABLE rows ADD COLUMN "${column}" TEXT`);
}

/** Whether a wrong address may have sent the responses to all rows that may exist, at their only attempts. */
function hasOnlyForeign(db: DatabaseSync, { created, exists, unknown }: JournalCounts): boolean {
  const reasons = OTHER_CAUSES.access.map(reasonOfHtml);
  // A 2xx or 3xx leaves a row unknown because something else may have sent it.
  const sql = `SELECT count(*) AS rows FROM rows WHERE outcome = 'unknown' AND attempt = 1
    AND (reason IN (?, ?) OR reason LIKE 'status 2%' OR reason LIKE 'status 3%' OR received NOT NULL)`;
  return created + exists === 0 && db.prepare(sql).get(...reasons)?.rows === unknown;
}

function checkOwner(
  path: string,
  found: Owner,
  { baseUrl, shard }: OpenJournalOptions,
  hasOnlyForeign: () => boolean,
): void {
  const name = (owner: OpenJournalOptions) =>
    found.shard || shard ? `${owner.baseUrl}, ${formatOwnShard(owner.shard)}` : owner.baseUrl;
  const [is, wanted] = [name(found), name({ baseUrl, shard })];
  if (is === wanted) return;
  const problem = `The journal ${path} is for ${is}, but this import is for ${wanted}.`;
  const isOtherShard = formatOwnShard(found.shard) !== formatOwnShard(shard);
  const reason = isOtherShard
    ? " Never change the number of shards of a catalogue: rows would move to other journals and be sent again."
    : hasOnlyForeign()
      ? " Something else than a store may have sent the responses to its rows that may exist. If the old address was wrong, delete the journal."
      : "";
  const when = "If this import is right, and may send rows again that this journal has";
  throw new PlantStoreImportError("journal", problem + reason, { advice: { when, option: "journal" } });
}

const formatOwnShard = (shard?: Shard) => (shard ? `shard ${formatShard(shard)}` : "the whole input");

/** After a crash, SQLite would look for its file beside the wrong name. */
function checkNames(path: string, file: string): void {
  if ((statSync(file).nlink ?? 1) <= 1) return;
  const problem = `The journal ${path} has several names (hard links), and after a crash only one of them is right`;
  throw new PlantStoreImportError("journal", `${problem}. Use a copy.`);
}

/** After a crash, a journal that was copied or moved without its `-journal` file may have parts of a transaction. */
function checkContent(db: DatabaseSync, path: string): void {
  const [result] = db.prepare("PRAGMA integrity_check(1)").all() as { integrity_check: string }[];
  if (result?.integrity_check !== "ok") throw journalError(path, SQLITE.CORRUPT);
}

/** From Linux's `magic.h`: NFS, SMB, CIFS, SMB2, 9P, Ceph, AFS, FUSE (such as sshfs), VirtualBox, Lustre, GPFS. */
const NETWORK_TYPES = [
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x00c36400, 0x5346414f, 0x65735546, 0x786f4256,
  0x0bd00bd0, 0x47504653,
];

/** @param type of its file system, as in `statfs` */
export function warnOfNetwork(path: string, type: number): void {
  if (!NETWORK_TYPES.includes(type >>> 0)) return;
  const problem = `The journal ${path} is on a network file system, which may not keep other machines out`;
  process.emitWarning(`${problem}. Use it on one machine at a time.`);
}
