/** What a run came to: counts over all its rounds, and the tables that show them. */
import { formatTable } from "../support/format-table.ts";
import type { Finding } from "./books.ts";
import { FAULT_NAMES, nameFault } from "./random-faults.ts";
import type { Round } from "./round.ts";

const OUTCOMES = ["created", "not-created", "unknown"];
const ENDINGS = [
  "success",
  "rejected",
  "unexpected-response",
  "connection",
  "timeout",
  "aborted",
  "configuration",
  "invalid-plant",
];

/** How many findings are shown in full. */
const SHOWN = 10;

export class Tally {
  calls = 0;
  requests = 0;
  plants = 0;
  readonly endings = new Counter();
  readonly faults = new Counter();
  readonly codes = new Counter();
  readonly findings = new Counter<Finding["sort"]>();
  /** The first findings, and all that did not come to rest. */
  readonly problems: string[] = [];

  add({ records, requests, findings, leftOver }: Round): void {
    this.calls += records.length;
    this.requests += requests.length;
    for (const { report } of records) {
      if (report === undefined) this.endings.add("never settled");
      else if (report.success) this.endings.add("success created");
      else this.endings.add(`${report.kind} ${report.outcome}`);
      if (report?.success === false && report.code) this.codes.add(report.code);
    }
    for (const { fault } of requests) if (fault) this.#addFault(nameFault(fault));
    for (const { sort, problem } of findings) {
      this.findings.add(sort);
      if (this.problems.length < SHOWN) this.problems.push(`${sort}: ${problem}`);
    }
    this.problems.push(...leftOver.map((what) => `left over after a round: ${what}`));
  }

  #addFault({ name, delayed }: ReturnType<typeof nameFault>): void {
    this.faults.add(`${name}, ${delayed ? "delayed" : "at once"}`);
  }

  /** Each kind of call and of fault that never occurred: of that, the run has shown nothing. */
  get unmet(): string[] {
    const endings = ENDINGS.filter((ending) => this.#sum(ending) === 0);
    const faults = FAULT_NAMES.filter((name) => this.faults.get(`${name}, at once`) === 0);
    return [...endings, ...faults];
  }

  #sum(ending: string): number {
    return OUTCOMES.reduce((sum, outcome) => sum + this.endings.get(`${ending} ${outcome}`), 0);
  }

  formatEndings(): string {
    const rows = ENDINGS.map((ending) => [
      ending,
      ...OUTCOMES.map((outcome) => whole(this.endings.get(`${ending} ${outcome}`))),
    ]);
    return formatTable([["calls that ended with", ...OUTCOMES], ...rows]);
  }

  formatFaults(): string {
    const rows = FAULT_NAMES.map((name) => [
      name,
      ...["at once", "delayed"].map((when) => whole(this.faults.get(`${name}, ${when}`))),
    ]);
    return formatTable([["faults committed", "at once", "after a delay"], ...rows]);
  }
}

class Counter<Key extends string = string> {
  readonly #counts = new Map<Key, number>();

  add(key: Key): void {
    this.#counts.set(key, this.get(key) + 1);
  }

  get(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  toString(): string {
    return Array.from(this.#counts, ([key, count]) => `${key} ${whole(count)}`).join(", ");
  }
}

/** 12,345 */
export function whole(count: number): string {
  return Math.round(count).toLocaleString("en");
}
