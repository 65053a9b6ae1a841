/** The rows of a journal: what they say, and the statements that read and change them. */
import type { DatabaseSync } from "node:sqlite";
import type { PlantStoreOutcome } from "../../../src/contract/outcome.ts";
import { FIELD_NAMES, isPlantField } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";
import type { NewPlant, Plant } from "../../../src/contract/schemas.ts";

/** Whether a row exists in the store. `"exists"`: the store rejected it, because its id exists. */
export type RowOutcome = PlantStoreOutcome | "exists";

export const OUTCOMES: readonly RowOutcome[] = ["created", "exists", "not-created", "unknown"];

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
  /** When it was sent, ISO 8601. */
  time: string;
  /** Why its last attempt did not create it. Undefined if the process ended before it could record that. */
  reason?: string | undefined;
  outcome: RowOutcome;
}

/** What is needed of a row to decide whether it is sent. `number` identifies it within the file. */
export type KnownRow = Pick<JournalRow, "outcome" | "version" | "attempt"> & {
  number: number;
  reason: string | null;
};

/** The reason of a row that an operator has decided. */
export const DECIDED = "decided by the operator";

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
} as const;

/** The fields of a plant that have a column of text. The id is in the key. */
export const COLUMNS = FIELD_NAMES.filter((field) => field !== "id");
const COLUMN_LIST = COLUMNS.map((column) => `"${column}"`).join(", ");

/** An id as text is exact. */
const SELECT = `SELECT id || ':' || hash AS row, version, attempt, CAST(id AS TEXT) AS id, ${COLUMN_LIST}, line, time, reason, outcome FROM rows`;

/** Like `exec`, whose errors have no result code in Deno. No statement may contain a semicolon. */
export function execute(db: DatabaseSync, sql: string): void {
  for (const statement of sql.split(";").filter((text) => text.trim() !== "")) db.prepare(statement).run();
}

/** The statements of a journal, prepared once. */
export function prepareStatements(db: DatabaseSync) {
  return {
    find: db.prepare(
      "SELECT rowid AS number, outcome, version, attempt, reason FROM rows WHERE id = ? AND hash = ?",
    ),
    conflict: db.prepare(
      "SELECT outcome FROM rows WHERE id = ? AND hash <> ? AND outcome <> 'not-created' LIMIT 1",
    ),
    insert: db.prepare(
      `INSERT INTO rows (id, hash, outcome, attempt, version, line, time, ${COLUMN_LIST}) VALUES (?, ?, 'unknown', 1, 1, ?, ?${", ?".repeat(COLUMNS.length)})`,
    ),
    intend: db.prepare(
      "UPDATE rows SET outcome = 'unknown', attempt = attempt + 1, version = version + 1, line = ?, time = ?, reason = NULL WHERE rowid = ?",
    ),
    end: db.prepare("UPDATE rows SET outcome = ?, reason = ? WHERE rowid = ?"),
    decide: db.prepare(
      `UPDATE rows SET outcome = ?, reason = '${DECIDED}', version = version + 1 WHERE rowid = ?`,
    ),
    toSend: db.prepare(
      `SELECT count(*) AS rows FROM rows WHERE outcome = 'not-created' AND reason = '${DECIDED}'`,
    ),
    count: db.prepare("SELECT outcome, count(*) AS rows FROM rows GROUP BY outcome"),
    lastUnknown: db.prepare("SELECT max(time) AS time FROM rows WHERE outcome = 'unknown'"),
    unknown: db.prepare(`${SELECT} WHERE outcome = 'unknown' ORDER BY rowid`),
    read: db.prepare(`${SELECT} WHERE id = ? AND hash = ?`),
    keys: db.prepare("SELECT id || ':' || hash AS row FROM rows ORDER BY id, hash"),
  };
}

export function readCounts({ count }: ReturnType<typeof prepareStatements>): JournalCounts {
  const counts = { created: 0, exists: 0, notCreated: 0, unknown: 0 };
  for (const { outcome, rows } of count.all() as { outcome: RowOutcome; rows: number }[])
    counts[COUNT_NAMES[outcome]] = rows;
  return counts;
}

/** The texts of a plant's fields, in the order of {@link COLUMNS}. */
export const toColumns = (plant: NewPlant) =>
  COLUMNS.map((field) => (plant[field] === undefined ? null : String(plant[field])));

/** @param values what a statement read. A column without a value becomes a field that is missing */
export function toJournalRow(values: Record<string, unknown>): JournalRow {
  const known = Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, isPlantField(name) ? readFieldText(name, `${value}`) : value]);
  return { ...Object.fromEntries(known), id: BigInt(`${values.id}`) } as JournalRow;
}
