/** Prints each figure next to its target. */
import { styleText } from "node:util";

/** What a figure must be. */
export interface Target {
  /** What was measured, such as "this SDK". */
  name: string;
  figure: number;
  relation: "≤" | "≥";
  limit: number;
  /** Such as "× plain" or "MB". */
  unit: string;
}

const results: boolean[] = [];

/** A line such as `✓ this SDK: 0.57 × plain (target: ≤ 0.6)`. */
export function formatTarget({ name, figure, relation, limit, unit }: Target): string {
  const holds = relation === "≤" ? figure <= limit : figure >= limit;
  results.push(holds);
  const digits = Number.isInteger(limit) ? 0 : 2;
  const mark = holds ? styleText("green", "✓ holds ") : styleText("red", "✗ missed");
  return `${mark} ${name}: ${figure.toFixed(digits)} ${unit} (target: ${relation} ${limit.toFixed(digits)})`;
}

/** How many of the targets that were printed hold. */
export function summarizeTargets(): string {
  const held = results.filter((holds) => holds).length;
  const advice =
    held < results.length ? " If the machine is busy, run one part again, such as: npm run bench import" : "";
  return `${held} of ${results.length} targets hold.${advice}`;
}
