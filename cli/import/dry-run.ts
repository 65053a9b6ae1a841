/** `--dry-run`: an import into a store that accepts everything and is forgotten. */
import { type ImportClient, type ImportProgress, importPlants } from "../../src/import/index.ts";
import type { ImportArguments } from "./arguments.ts";
import type { Interruption } from "./interruption.ts";
import { plural, wrap } from "./layout.ts";
import { openInput } from "./open-input.ts";
import { type ImportListener, type ImportResult, NO_RESULT } from "./run-import.ts";

const acceptAll: ImportClient = {
  safeCreatePlant: async ({ name }) => ({
    success: true,
    data: { name },
    response: { status: 200, headers: new Headers() },
    attempts: 1,
    possibleDuplicate: false,
  }),
};

const nothing = { append: async () => {}, read: () => [], close: async () => {} };

/** Reports the rows that an import would not send. */
export async function checkInput(
  { file, allowChanged }: ImportArguments,
  interruption: Interruption,
  { onRow, onProgress }: ImportListener,
): Promise<ImportResult> {
  const result = { ...NO_RESULT };
  const options = {
    journal: nothing,
    allowChanged,
    signal: interruption.stop.signal,
    onProgress: (progress: ImportProgress) => {
      result.progress = progress;
      onProgress(progress);
    },
  };
  try {
    for await (const row of importPlants(acceptAll, await openInput(file), options)) {
      if (row.action === "held") onRow(row);
    }
  } catch (error) {
    result.error = error;
  }
  return result;
}

export function formatCheck({ created, notCreated, complete }: ImportProgress): string {
  const rows = `${plural(created + notCreated, "row")}${complete ? "" : " so far"}`;
  const problem = notCreated === 0 ? "all can be sent" : `${plural(notCreated, "row")} cannot be sent`;
  return `${wrap(`${rows}: ${problem}. Nothing was sent.`)}\n`;
}
