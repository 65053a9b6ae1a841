/** Counts over all rounds of a run. */
import type { Round } from "./round.ts";

/** Further findings are only counted. */
const MAX_SHOWN_FINDINGS = 10;

type Counts = Record<string, number>;

function count(counts: Counts, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

export class Totals {
  calls = 0;
  requests = 0;
  /** By result and outcome. */
  readonly results: Counts = {};
  /** By type. */
  readonly faults: Counts = {};
  readonly findings: Counts = { lost: 0, duplicated: 0, misreported: 0 };
  /** Messages: the first findings, and all leaks. */
  readonly problems: string[] = [];

  add({ records, requests, findings, leaks }: Round): void {
    this.calls += records.length;
    this.requests += requests.length;
    for (const { report } of records) {
      if (report === undefined) count(this.results, "never settled");
      else if (report.success) count(this.results, "success created");
      else count(this.results, `${report.kind} ${report.outcome}`);
    }
    for (const { fault } of requests) if (fault) count(this.faults, fault.type);
    for (const { type, message } of findings) {
      count(this.findings, type);
      if (this.problems.length < MAX_SHOWN_FINDINGS) this.problems.push(`${type}: ${message}`);
    }
    this.problems.push(...leaks.map((leak) => `leaked in a round: ${leak}`));
  }
}
