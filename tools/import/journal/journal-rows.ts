/** The rows of a journal, and the statements that read and change them. */
import type { DatabaseSync } from "node:sqlite";
import type { PlantStoreOutcome } from "../../../src/contract/decide-outcome.ts";
import { FIELD_NAMES, isPlantField } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";
import type { NewPlant, Plant } from "../../../src/contract/schemas.ts";

/** Whether a row exists in the store. `"exists"`: the store rejected it, because its id exists. */
export type RowOutcome = PlantStoreOutcome | "exists";

/** Whether nothing is left to do. */
export const isDone = (outcome: RowOutcome) => outcome === "created" || outcome === "exists";

/** What a journal says about a row. Change `outcome`, and it is a {@link RowDecision}. */
export interface JournalRow extends Plant {
  /** Key of the row. */
  row: string;
  /** The number of attempts and decisions so far. */
  version: number;
  /** The number of attempts to create it. */
  attempt: number;
  id: bigint;
  /** Its line in the input of its last attempt. */
  line?: number | undefined;
  /** When it was sent, or was last about to be, ISO 8601. */
  time: string;
  /** Why its last attempt did not create it. Undefined if the process ended before it could record that. */
  reason?: string | undefined;
  /** The other name that the response to its last attempt showed. */
  received?: string | undefined;
  outcome: RowOutcome;
}

/** What is needed of a row to decide whether it is sent. `number` identifies it within the file. */
export type KnownRow = Pick<JournalRow, "outcome" | "version" | "attempt" | "time"> & {
  number: number;
  line: number | null;
  reason: string | null;
  received: string | null;
};

/** What is needed of a row that is done. */
export type DoneRow = { number: number; outcome: "created" | "exists" };

/** The reason of a row that an operator has decided. */
export const DECIDED = "decided by the operator";

/** The reason of a row if something in front of the store may have replaced the store's response. */
export const reasonOfHtml = (status: number) => `status ${status} in HTML`;

/** How many rows have which outcome. */
export interface JournalCounts {
  created: number;
  /** Rows that the store rejected, because their id exists. */
  exists: number;
  /** Rows that do not exist. */
  notCreated: number;
  /** Rows that may exist. */
  unknown: number;
}

export const COUNT_NAMES = {
  created: "created",
  exists: "exists",
  "not-created": "notCreated",
  unknown: "unknown",
} as const satisfies Record<RowOutcome, keyof JournalCounts>;

export const OUTCOMES = Object.keys(COUNT_NAMES) as RowOutcome[];

/** The fields of a plant that have a column of text. The id is in the key. */
export const FIELD_COLUMNS = FIELD_NAMES.filter((field) => field !== "id");
const FIELD_LIST = FIELD_COLUMNS.map((column) => `"${column}"`).join(", ");

/** An id as text is exact. */
const SELECT = `SELECT id || ':' || hash AS row, version, attempt, CAST(id AS TEXT) AS id, ${FIELD_LIST}, line, time, reason, received, outcome FROM rows`;

/** Rows that are counted, as SQL. */
const ROW_KINDS = {
  /** An operator has decided to send them, and no run has sent them since. */
  decidedToSend: `outcome = 'not-created' AND reason = '${DECIDED}'`,
  /** They do not exist, and no later row with their id does. */
  missing: `outcome = 'not-created' AND NOT EXISTS
    (SELECT * FROM rows WHERE id = one.id AND time >= one.time AND outcome IN ('created', 'exists'))`,
  /** A response has shown the plant, or that it exists. */
  proved: "outcome IN ('created', 'exists') AND reason IS NULL",
  /** Their ids are beyond ±(2^53-1). */
  unknownInexact: `outcome = 'unknown' AND id NOT BETWEEN ${-Number.MAX_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`,
};

export type RowKind = keyof typeof ROW_KINDS;

/** Like `exec`, whose errors have no result code in Deno. No statement may contain a semicolon. */
export function execute(db: DatabaseSync, sql: string): void {
  for (const statement of sql.split(";").filter((text) => text.trim() !== "")) db.prepare(statement).run();
}

/** The statements of a journal, prepared once. */
export function prepareStatements(db: DatabaseSync) {
  execute(db, "CREATE TEMP TABLE held (key TEXT PRIMARY KEY) WITHOUT ROWID");
  const count = Object.fromEntries(
    Object.entries(ROW_KINDS).map(([kind, condition]) => [
      kind,
      db.prepare(`SELECT count(*) AS rows FROM (SELECT 1 FROM rows AS one WHERE ${condition} LIMIT ?)`),
    ]),
  ) as Record<RowKind, ReturnType<typeof db.prepare>>;
  const find = db.prepare(
    "SELECT rowid, outcome, version, attempt, line, time, reason, received FROM rows WHERE id = ? AND hash = ?",
  );
  // Hash and id of each row are one text: to take them out of an array would cost twice as much.
  const done = db.prepare(
    `SELECT list.key, rows.rowid, outcome FROM json_each(?) AS list CROSS JOIN rows
     ON rows.id = CAST(substr(list.value, 17) AS INTEGER) AND hash = substr(list.value, 1, 16) WHERE outcome IN ('created', 'exists')`,
  );
  for (const statement of [find, done]) statement.setReturnArrays?.(true); // Faster than objects. Not in Node 22.13.
  return {
    ...{ count, find, done },
    conflict: db.prepare(
      "SELECT rowid, outcome, line, name FROM rows WHERE id = ? AND hash <> ? AND outcome <> 'not-created' LIMIT 1",
    ),
    forgetHeld: db.prepare("DELETE FROM temp.held"),
    hold: db.prepare("INSERT OR IGNORE INTO temp.held VALUES (?)"),
    insert: db.prepare(
      `INSERT INTO rows (id, hash, outcome, attempt, version, line, time, ${FIELD_LIST}) VALUES (?, ?, 'unknown', 1, 1, ?, ?${", ?".repeat(FIELD_COLUMNS.length)})`,
    ),
    intend: db.prepare(
      "UPDATE rows SET outcome = 'unknown', attempt = attempt + 1, version = version + 1, line = ?, time = ?, reason = NULL, received = NULL WHERE rowid = ?",
    ),
    end: db.prepare("UPDATE rows SET outcome = ?, reason = ?, received = ? WHERE rowid = ?"),
    move: db.prepare("UPDATE rows SET line = ? WHERE rowid = ?"),
    remove: db.prepare("DELETE FROM rows WHERE rowid = ?"),
    restore: db.prepare(
      "UPDATE rows SET outcome = ?, version = ?, attempt = ?, line = ?, time = ?, reason = ?, received = ? WHERE rowid = ?",
    ),
    decide: db.prepare(
      `UPDATE rows SET outcome = ?, reason = '${DECIDED}', version = version + 1 WHERE rowid = ?`,
    ),
    lastUnknown: db.prepare("SELECT max(time) AS time FROM rows WHERE outcome = 'unknown'"),
    unknown: db.prepare(`${SELECT} WHERE outcome = 'unknown' ORDER BY rowid`),
    unknownNumbers: db.prepare(
      "SELECT rowid AS number FROM rows WHERE outcome = 'unknown' AND rowid > ? ORDER BY rowid LIMIT 256",
    ),
    read: db.prepare(`${SELECT} WHERE id = ? AND hash = ?`),
    readNumber: db.prepare(`${SELECT} WHERE rowid = ?`),
    keys: db.prepare(
      "SELECT CAST(id AS TEXT) AS id, hash FROM rows WHERE outcome <> 'not-created' ORDER BY rows.id, hash",
    ),
  };
}

/** What no import writes, and the types of the columns allow. */
const IS_FORGED = `length(hash) <> 16 OR ${["attempt", "version", "line"].map((column) => `abs(${column}) >= ${2 ** 53}`).join(" OR ")}`;

/** Counts all rows. Undefined if one of them was not written by an import. In one pass: a GROUP BY would sort them. */
export function readCounts(db: DatabaseSync): JournalCounts | undefined {
  const counted = OUTCOMES.map(
    (outcome) => `count(*) FILTER (WHERE outcome = '${outcome}') AS "${COUNT_NAMES[outcome]}"`,
  );
  const sql = `SELECT count(*) AS total, count(*) FILTER (WHERE ${IS_FORGED}) AS forged, ${counted} FROM rows`;
  const { total, forged, ...counts } = db.prepare(sql).get() as Record<string, number>;
  const { created = 0, exists = 0, notCreated = 0, unknown = 0 } = counts;
  const isSound = forged === 0 && total === created + exists + notCreated + unknown;
  return isSound ? { created, exists, notCreated, unknown } : undefined;
}

/** The texts of a plant's fields, in the order of {@link FIELD_COLUMNS}. */
export const toColumns = (plant: NewPlant) =>
  FIELD_COLUMNS.map((field) => (plant[field] === undefined ? null : String(plant[field])));

/** @param values what a statement read. A column without a value becomes a field that is missing */
export function toJournalRow(values: Record<string, unknown>): JournalRow {
  const known = Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, isPlantField(name) ? readFieldText(name, `${value}`) : value]);
  return { ...Object.fromEntries(known), id: BigInt(`${values.id}`) } as JournalRow;
}
