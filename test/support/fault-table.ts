/** The guide's table of faults: what each does to a call. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Fault, faults } from "plant-store-sdk/mocks/store";

const guide = resolve(import.meta.dirname, "../../docs/testing.md");

/** The cells of the rows whose first cell is code with this prefix. */
export function guideRowsOf(prefix: string): string[][] {
  const lines = readFileSync(guide, "utf8").split("\n");
  const rows = lines.filter((line) => line.startsWith(`| \`${prefix}`));
  const textOf = (cell: string) => cell.trim().replaceAll("`", "");
  return rows.map((row) => row.split("|").slice(1, -1).map(textOf));
}

export interface FaultRow {
  /** The code that makes the fault. */
  code: string;
  fault: Fault;
  createsPlant: boolean;
  /** Of the failure; undefined if the call succeeds. */
  kind: string | undefined;
  outcome: string | undefined;
}

export function readFaultTable(): FaultRow[] {
  return guideRowsOf("faults.").map(([code = "", , created, kind = "", outcome = ""]) => ({
    code,
    fault: new Function("faults", `return ${code};`)(faults),
    createsPlant: created === "yes",
    kind: kind === "" ? undefined : JSON.parse(kind),
    outcome: outcome === "" ? undefined : JSON.parse(outcome),
  }));
}
