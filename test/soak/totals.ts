/** Counts over all rounds of a run. */
import { faults } from "plant-store-sdk/mocks/store";
import type { Round } from "./round.ts";

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
  /** Error codes of connection failures. */
  readonly codes: Counts = {};
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
      if (report?.success === false && report.code) count(this.codes, report.code);
    }
    for (const { fault } of requests) if (fault) count(this.faults, fault.type);
    for (const { type, message } of findings) {
      count(this.findings, type);
      if (this.problems.length < MAX_SHOWN_FINDINGS) this.problems.push(`${type}: ${message}`);
    }
    this.problems.push(...leaks.map((leak) => `leaked in a round: ${leak}`));
  }

  /** The results and faults that never occurred, so that the run did not test them. */
  get missing(): string[] {
    const seen = Object.keys(this.results).map((result) => result.split(" ")[0]);
    return [
      ...RESULTS.filter((result) => !seen.includes(result)),
      ...Object.keys(faults).filter((type) => this.faults[type] === undefined),
    ];
  }
}
