/** Reads the rows of an input in batches: a promise for each row would take as long as parsing it. */
import { isObject, readField } from "../../../src/common/read-options.ts";
import { sleep } from "../../../src/common/sleep.ts";
import { formatIssues } from "../../../src/contract/issues.ts";
import { parseNewPlant } from "../../../src/contract/parse-new-plant.ts";
import { FIELD_NAMES, isOptional, pickFields } from "../../../src/contract/plant-fields.ts";
import { FIELDS, type NewPlant } from "../../../src/contract/schemas.ts";
import { isInt64 } from "../../../src/contract/validate-field.ts";
import type { PlantRow } from "../input/parse-json-row.ts";
import { hasDatabaseValue, readDatabaseValues } from "../input/plant-values.ts";
import { BATCHES } from "../input/read-plants.ts";
import { keyOfPlant, type RowKey } from "../input/row-key.ts";
import type { ImportedRow, ImportInput } from "./import-options.ts";

/** A row that can be sent. */
export interface ValidRow {
  line: number | undefined;
  /** A copy, which nobody else can change. */
  plant: NewPlant;
  key: RowKey;
}

/** A row, or what to report if it cannot be sent. */
export type ReadRow = ValidRow | (ImportedRow & { key?: undefined });

/** Of an array or a generator, so many rows are one batch. */
const BATCH_ROWS = 256;

export class BatchReader {
  readonly #batches: AsyncIterator<ReadRow[], void>;
  readonly #signal: AbortSignal;
  /** A batch that did not arrive before the silence was too long. */
  #next: Promise<IteratorResult<ReadRow[], void>> | undefined;

  constructor(input: ImportInput, signal: AbortSignal) {
    this.#batches = readBatches(input);
    this.#signal = signal;
  }

  /**
   * Returns the next batch, an empty one after so many ms of silence, and undefined at the end or if the signal aborts.
   *
   * @throws what the input throws, after its last row
   */
  async next(silenceMs?: number): Promise<ReadRow[] | undefined> {
    if (this.#signal.aborted) return undefined;
    this.#next ??= this.#batches.next();
    const next = this.#next;
    return new Promise((resolve, reject) => {
      const silence = new AbortController();
      const onAbort = () => end(undefined);
      const end = (rows: ReadRow[] | undefined) => {
        this.#signal.removeEventListener("abort", onAbort);
        if (silenceMs !== undefined) silence.abort();
        resolve(rows);
      };
      this.#signal.addEventListener("abort", onAbort);
      if (silenceMs !== undefined) sleep(silenceMs, silence.signal).then(() => end([]));
      next.then(({ value }) => {
        this.#next = undefined;
        end(value ?? undefined);
      }, reject);
    });
  }
}

async function* readBatches(input: ImportInput): AsyncGenerator<ReadRow[], void> {
  const { [BATCHES]: batches } = input as { [BATCHES]?: AsyncIterable<PlantRow[]> };
  if (batches) {
    for await (const batch of batches) yield batch.map(validateRow);
  } else if (Symbol.asyncIterator in input) {
    for await (const item of input) yield [validateRow(item)];
  } else {
    let batch: ReadRow[] = [];
    try {
      for (const item of input) {
        batch.push(validateRow(item)); // At once, because the input may reuse the object.
        if (batch.length < BATCH_ROWS) continue;
        yield batch;
        batch = [];
      }
    } catch (error) {
      if (batch.length > 0) yield batch; // The rows before the error.
      throw error;
    }
    yield batch;
  }
}

/** An array of plants has rows without lines. */
function validateRow(item: PlantRow | NewPlant): ReadRow {
  const held = { row: undefined, outcome: "not-created", action: "held" } as const;
  // A plant has an id, so an object with a line and without an id is a row of `readPlants`.
  const isRow = typeof item === "object" && item !== null && "line" in item && !("id" in item);
  const line = isRow ? item.line : undefined;
  if (isRow && "problem" in item) {
    const { text, problem: message } = item;
    return { ...held, line, plant: undefined, text, reason: "malformed", message };
  }
  const given = isRow ? item.plant : item;
  const plain = isRow ? readPlain(given) : undefined;
  if (plain) return { line, plant: plain, key: keyOfPlant(plain) };
  const { data: plant, issues } = parseNewPlant(readGiven(given));
  if (plant) return { line, plant, key: keyOfPlant(plant) };
  const message = `The plant is invalid: ${formatIssues(issues, "the plant")}.`;
  return { ...held, line, plant: given, reason: "invalid-plant", message };
}

const isTextField = (field: keyof NewPlant) => FIELDS[field].safeParse("text").success;
const OTHER_FIELDS = FIELD_NAMES.filter((field) => field !== "id").map(
  (field) => [field, isTextField(field), isOptional(field)] as const,
);

/**
 * Reads almost every plant that was parsed, in a fraction of the time that Zod needs. Returns undefined for all that it does
 * not know to be valid.
 */
function readPlain(given: unknown): NewPlant | undefined {
  if (!isObject(given)) return undefined;
  const fields = given as Record<keyof NewPlant, unknown>;
  const id = readField(fields, "id");
  if ((typeof id !== "number" && typeof id !== "bigint") || !isInt64(id)) return undefined;
  const plant: { [Field in keyof NewPlant]?: unknown } = { id };
  for (const [field, isText, isMissingValid] of OTHER_FIELDS) {
    const value = readField(fields, field);
    if (value === undefined ? !isMissingValid : !isText || typeof value !== "string") return undefined;
    if (value !== undefined) plant[field] = value;
  }
  return plant as NewPlant;
}

function readGiven(given: unknown): unknown {
  try {
    if (!hasDatabaseValue(given as NewPlant)) return given;
    const plant = pickFields(given as NewPlant);
    readDatabaseValues(plant);
    return plant;
  } catch {
    return given; // It cannot be read: parsing it says why.
  }
}
