/** The first line of a journal file. It says which store the journal belongs to. */
import { PlantStoreImportError } from "../import-error.ts";

/** A later version of the format gets another number. */
const VERSION = 1;

/** Two processes that create a journal at the same time both write a header. Both then stop. */
export const isHeader = (line: string) => line.startsWith('{"journal":"plant-store-sdk",');

export function formatHeader(baseUrl: string): string {
  return `${JSON.stringify({ journal: "plant-store-sdk", version: VERSION, baseUrl })}\n`;
}

/** @throws PlantStoreImportError if the line is not the header of a journal, or of one for another base URL */
export function checkHeader(line: string, path: string, baseUrl?: string): void {
  const error = (problem: string) => new PlantStoreImportError("journal", problem);
  let header: Record<string, unknown>;
  try {
    header = Object(JSON.parse(line));
  } catch {
    header = {};
  }
  if (header.journal !== "plant-store-sdk") {
    throw error(`${path} is not a journal of an import. Choose another name for the journal.`);
  }
  if (header.version !== VERSION) {
    throw error(`The journal ${path} was written by another version of plant-store-sdk. Update the package.`);
  }
  if (baseUrl !== undefined && header.baseUrl !== baseUrl) {
    const problem = `The journal ${path} belongs to ${header.baseUrl}, but this import is for ${baseUrl}`;
    throw error(`${problem}. Use another journal for another store.`);
  }
}
