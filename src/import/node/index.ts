/**
 * Files for an import, in Node.
 *
 * @module plant-store-sdk/import/node
 */

export { type OpenJournalOptions, openJournal } from "./open-journal.ts";
export { readPlantsFile } from "./read-plants-file.ts";
