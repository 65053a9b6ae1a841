/** The tables of the guide "Who sends a POST twice?". */
import { readFileSync } from "node:fs";

const guide = readFileSync(new URL("../../docs/who-sends-twice.md", import.meta.url), "utf8");

/** A cell that lists several things. */
const listOf = (cell = "") => cell.split(", ").filter((text) => text !== "" && text !== "nothing");

/** The names in a list that have ✓, with their versions. */
export const testedNames = (list: string) =>
  listOf(list).flatMap((name) => (name.startsWith("✓ ") ? [name.slice(2)] : []));

/** The name of a program without its version. */
export const withoutVersion = (name: string) => name.replace(/ \d[\d.]*/, "");

/** A row with what the tests compare. The other columns are notes. */
interface GuideRow {
  sendsAgainAfter: string[];
  /** The cells after it. */
  more: string[];
}

/** The rows of the table below a heading, by each name that has ✓. @param toKey by default the name with its version */
export function readGuideTable(heading: string, toKey = (name: string) => name): Map<string, GuideRow> {
  const rows = sectionOf(heading).split("\n");
  const cells = rows.filter((line) => line.startsWith("| ")).map((line) => line.slice(2, -2).split(" | "));
  return new Map(
    cells.flatMap(([names = "", events, ...more]) =>
      testedNames(names).map((name): [string, GuideRow] => [
        toKey(name),
        { sendsAgainAfter: listOf(events), more },
      ]),
    ),
  );
}

/** The text below a heading of the second level. */
export function sectionOf(heading: string): string {
  const section = guide.split("\n## ").find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`The guide has no heading ${heading}`);
  return section;
}
