/** Counts over all rounds of a run, and tables that show them. */
import { formatTable } from "../support/format-table.ts";
import type { Finding } from "./check-calls.ts";
import { FAULT_NAMES, nameFault } from "./random-faults.ts";
import type { Round } from "./round.ts";

const OUTCOMES = ["created", "not-created", "unknown"];
const RESULTS = [
  "success",
  "rejected",
  "unexpected-response",
  "connection",
  "timeout",
  "aborted",
  "configuration",
  "invalid-plant",
];

/** Further findings are only counted. */
const MAX_SHOWN_FINDINGS = 10;

export class Totals {
  calls = 0;
  requests = 0;
  readonly results = new Counter();
  readonly faults = new Counter();
  /** Error codes of connection failures. */
  readonly codes = new Counter();
  readonly findings = new Counter<Finding["type"]>();
  /** Messages: the first findings, and all leaks. */
  readonly problems: string[] = [];

  add({ records, requests, findings, leaks }: Round): void {
    this.calls += records.length;
    this.requests += requests.length;
    for (const { report } of records) {
      if (report === undefined) this.results.add("never settled");
      else if (report.success) this.results.add("success created");
      else this.results.add(`${report.kind} ${report.outcome}`);
      if (report?.success === false && report.code) this.codes.add(report.code);
    }
    for (const { fault } of requests) if (fault) this.#addFault(nameFault(fault));
    for (const { type, message } of findings) {
      this.findings.add(type);
      if (this.problems.length < MAX_SHOWN_FINDINGS) this.problems.push(`${type}: ${message}`);
    }
    this.problems.push(...leaks.map((leak) => `leaked in a round: ${leak}`));
  }

  #addFault({ name, delayed }: ReturnType<typeof nameFault>): void {
    this.faults.add(`${name}, ${delayed ? "delayed" : "immediate"}`);
  }

  /** The results and faults that never occurred, so that the run did not test them. */
  get missing(): string[] {
    const results = RESULTS.filter((result) => this.#sum(result) === 0);
    const faults = FAULT_NAMES.filter((name) => this.faults.get(`${name}, immediate`) === 0);
    return [...results, ...faults];
  }

  #sum(result: string): number {
    return OUTCOMES.reduce((sum, outcome) => sum + this.results.get(`${result} ${outcome}`), 0);
  }

  formatResults(): string {
    const rows = RESULTS.map((result) => [
      result,
      ...OUTCOMES.map((outcome) => formatCount(this.results.get(`${result} ${outcome}`))),
    ]);
    return formatTable([["result of the call", ...OUTCOMES], ...rows]);
  }

  formatFaults(): string {
    const rows = FAULT_NAMES.map((name) => [
      name,
      ...["immediate", "delayed"].map((when) => formatCount(this.faults.get(`${name}, ${when}`))),
    ]);
    return formatTable([["injected fault", "immediate", "delayed"], ...rows]);
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
    return Array.from(this.#counts, ([key, count]) => `${key} ${formatCount(count)}`).join(", ");
  }
}

/** 12,345 */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString("en");
}
