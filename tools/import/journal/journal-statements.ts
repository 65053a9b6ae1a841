/** The statements that read and change the rows of a journal. */
import type { DatabaseSync } from "node:sqlite";
import { FIELD_NAMES, isPlantField } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { COUNT_NAMES, DECIDED, type JournalCounts, type JournalRow, OUTCOMES } from "./journal-rows.ts";

/** The fields of a plant that have a column of text. The id is in the key. */
export const COLUMNS = FIELD_NAMES.filter((field) => field !== "id");
const COLUMN_NAMES = COLUMNS.map((column) => `"${column}"`);
const COLUMN_LIST = COLUMN_NAMES.join(", ");

/** An id as text is exact. */
const SELECT = `SELECT id || ':' || hash AS row, version, attempt, CAST(id AS TEXT) AS id, ${COLUMN_LIST}, line, time, reason, outcome FROM rows`;

/** Like `exec`, whose errors have no result code in Deno. No statement may contain a semicolon. */
export function execute(db: DatabaseSync, sql: string): void {
  for (const statement of sql.split(";").filter((text) => text.trim() !== "")) db.prepare(statement).run();
}

/** The statements of a journal, prepared once. */
export function prepareStatements(db: DatabaseSync) {
  const find = db.prepare(
    "SELECT rowid, outcome, version, attempt, line, time, reason FROM rows WHERE id = ? AND hash = ?",
  );
  // Hash and id of each row are one text: to take them out of an array would cost twice as much.
  const done = db.prepare(
    `SELECT list.key, rows.rowid, outcome FROM json_each(?) AS list CROSS JOIN rows
     ON rows.id = CAST(substr(list.value, 17) AS INTEGER) AND hash = substr(list.value, 1, 16) WHERE outcome IN ('created', 'exists')`,
  );
  for (const statement of [find, done]) statement.setReturnArrays?.(true); // Faster than objects. Not in Node 22.13.
  return {
    find,
    done,
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
    remove: db.prepare("DELETE FROM rows WHERE rowid = ?"),
    restore: db.prepare(
      "UPDATE rows SET outcome = ?, version = ?, attempt = ?, line = ?, time = ?, reason = ? WHERE rowid = ?",
    ),
    decide: db.prepare(
      `UPDATE rows SET outcome = ?, reason = '${DECIDED}', version = version + 1 WHERE rowid = ?`,
    ),
    toSend: db.prepare(
      `SELECT count(*) AS rows FROM rows WHERE outcome = 'not-created' AND reason = '${DECIDED}'`,
    ),
    lastUnknown: db.prepare("SELECT max(time) AS time FROM rows WHERE outcome = 'unknown'"),
    unknown: db.prepare(`${SELECT} WHERE outcome = 'unknown' ORDER BY rowid`),
    read: db.prepare(`${SELECT} WHERE id = ? AND hash = ?`),
    keys: db.prepare(
      "SELECT CAST(id AS TEXT) AS id, hash FROM rows WHERE outcome <> 'not-created' ORDER BY rows.id, hash",
    ),
  };
}

const isText = (column: string) => `typeof(coalesce(${column}, '')) = 'text'`;
const isCount = (column: string) => `typeof(${column}) = 'integer' AND abs(${column}) < ${2 ** 53}`;

/** Whether a row has only values that an import writes. */
const IS_SOUND = [
  "typeof(id) = 'integer' AND length(hash) = 16",
  ...["attempt", "version", "coalesce(line, 0)"].map(isCount),
  ...["hash", ...COLUMN_NAMES, "time", "reason"].map(isText),
].join(" AND ");

/** Counts all rows. Undefined if one of them was not written by an import. In one pass: a GROUP BY would sort them. */
export function readCounts(db: DatabaseSync): JournalCounts | undefined {
  const counted = OUTCOMES.map(
    (outcome) => `count(*) FILTER (WHERE outcome = '${outcome}') AS "${COUNT_NAMES[outcome]}"`,
  );
  const sql = `SELECT count(*) AS total, count(*) FILTER (WHERE ${IS_SOUND}) AS sound, ${counted} FROM rows`;
  const { total, sound, ...counts } = db.prepare(sql).get() as Record<string, number>;
  const { created = 0, exists = 0, notCreated = 0, unknown = 0 } = counts;
  const isSound = total === sound && total === created + exists + notCreated + unknown;
  return isSound ? { created, exists, notCreated, unknown } : undefined;
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
