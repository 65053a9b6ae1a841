/** The file of unknown rows, which the operator edits and passes to `--resolve`. */
import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { PlantStoreImportError, type RowDecision, type UnknownRow } from "../../src/import/index.ts";
import { readPlantsFile } from "../../src/import/node/index.ts";

export const unknownFileOf = (journal: string) => `${journal}.unknown.ndjson`;

/**
 * Writes the unknown rows, or removes the file if there are none. An outcome that the operator has set, but not passed to
 * `--resolve`, is kept.
 *
 * @returns the number of such outcomes
 */
export async function writeUnknownFile(path: string, rows: UnknownRow[]): Promise<number> {
  const outcomes = await readOutcomes(path);
  let decided = 0;
  const lines = rows.map(({ row, attempt, id, name }) => {
    const outcome = outcomes.get(`${row} ${attempt}`) ?? "unknown";
    if (outcome !== "unknown") decided += 1;
    const [rowText, nameText] = [JSON.stringify(row), JSON.stringify(name)];
    return `{"row":${rowText},"attempt":${attempt},"id":${id},"name":${nameText},"outcome":"${outcome}"}\n`;
  });
  try {
    if (lines.length === 0) {
      await rm(path, { force: true });
    } else {
      // In one step, so that a crash leaves the old file or the new one.
      await writeFile(`${path}.new`, lines.join(""));
      await rename(`${path}.new`, path);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new PlantStoreImportError("journal", `Cannot write ${path} (${code ?? message}).`, {
      cause: error,
    });
  }
  return decided;
}

async function readOutcomes(path: string): Promise<Map<string, string>> {
  const outcomes = new Map<string, string>();
  if (!existsSync(path)) return outcomes;
  // A line with a mistake is written anew. The other lines keep what the operator found out.
  for await (const item of readPlantsFile(path)) {
    const { row, attempt, outcome } = Object("plant" in item && item.plant) as RowDecision;
    if (["created", "not-created"].includes(outcome)) outcomes.set(`${row} ${attempt}`, outcome);
  }
  return outcomes;
}

/** Reads a file of decisions. @throws PlantStoreImportError with the line if it is malformed */
export async function* readDecisions(path: string): AsyncGenerator<RowDecision, void, undefined> {
  for await (const item of readPlantsFile(path)) {
    const where = `${path}, line ${item.line}`;
    if ("problem" in item) throw new PlantStoreImportError("input", `${where}: ${item.problem}`);
    const { row, attempt, outcome } = Object(item.plant) as RowDecision;
    if (!["created", "not-created", "unknown"].includes(outcome)) {
      const expected = '"created", "not-created" or "unknown"';
      throw new PlantStoreImportError("input", `${where}: \`outcome\` must be ${expected}.`);
    }
    yield { row, attempt, outcome };
  }
}
