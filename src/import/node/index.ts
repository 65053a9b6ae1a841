/**
 * Files for an import, in Node.
 *
 * @module plant-store-sdk/import/node
 */

export { type OpenJournalOptions, openJournal } from "./open-journal.ts";
export type { CsvColumns } from "./parse-csv.ts";
export { type InputFormat, type ReadPlantsFileOptions, readPlantsFile } from "./read-plants-file.ts";
