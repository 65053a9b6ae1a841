/** The guide's table of faults: what each does to a call. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Fault, faults } from "plant-store-sdk/mocks/store";

const docs = resolve(import.meta.dirname, "../../docs");

/** The cells of the rows of a guide whose first cell is code with this prefix. */
function guideRowsOf(guide: string, prefix: string): string[][] {
  const lines = readFileSync(resolve(docs, guide), "utf8").split("\n");
  const rows = lines.filter((line) => line.startsWith(`| \`${prefix}`));
  const textOf = (cell: string) => cell.trim().replaceAll("`", "");
  return rows.map((row) => row.split("|").slice(1, -1).map(textOf));
}

export interface FaultRow {
  /** The code that makes the fault. */
  code: string;
  json: string;
  effect: string;
  fault: Fault;
  createsPlant: boolean;
  /** Of the failure; undefined if the call succeeds. */
  kind: string | undefined;
  outcome: string | undefined;
}

export function readFaultTable(): FaultRow[] {
  return guideRowsOf("faults.md", "faults.").map(
    ([code = "", json = "", effect = "", created, failure = ""]) => {
      const [kind, outcome] = failure === "" ? [] : failure.split(", ");
      const fault = new Function("faults", `return ${code};`)(faults);
      return { code, json, effect, fault, createsPlant: created === "yes", kind, outcome };
    },
  );
}
