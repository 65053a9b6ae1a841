/** The guide's table of faults: what each does to a call. */
import { readFileSync } from "node:fs";
import { type Fault, faults } from "plant-store-sdk/mocks/store";

const textOf = (cell: string) => cell.trim().replaceAll("`", "");

/** Its rows. The code makes the fault; kind and outcome are those of the failure, if the call fails. */
export function readFaultTable() {
  const guide = readFileSync(new URL("../../docs/faults.md", import.meta.url), "utf8");
  const rows = guide.split("\n").filter((line) => line.startsWith("| `faults."));
  return rows.map((row) => {
    const [code = "", json = "", created, failure = ""] = row.split("|").slice(1, -1).map(textOf);
    const [kind, outcome] = failure === "" ? [] : failure.split(", ");
    const fault: Fault = new Function("faults", `return ${code};`)(faults);
    return { code, json, fault, createsPlant: created === "yes", kind, outcome };
  });
}
