/** The arguments of `plant-store-sdk check`. */
import { MAX_TIMER_MS } from "../../../src/common/sleep.ts";
import { wrap } from "../../terminal/format-text.ts";
import { COUNT, formatOptions, type OptionTable, readOptionTable } from "../../terminal/option-table.ts";
import { printInfo } from "../../terminal/print.ts";
import { UsageError } from "../../terminal/usage-error.ts";
import { CHECK_RULES, DEFAULT_MAX_RATE } from "../run/check-options.ts";
import { EXIT_CODES_HELP } from "./conclude.ts";

const DEFAULT_CREATED = "plant-store-check-created.txt";

const OPTIONS = {
  baseUrl: { value: "URL", help: "the service (default: PLANT_STORE_BASE_URL)" },
  tokenFile: { value: "FILE", help: "read the token from FILE (default: PLANT_STORE_TOKEN)" },
  createOn: { value: "HOST", help: "allow to create plants: the host of the URL" },
  created: { value: "FILE", help: `append each id first (default: ${DEFAULT_CREATED})` },
  ids: {
    value: "FROM..TO",
    help: "use ids from this range, which must be free: a service may replace the plants that have them (default: random ids from 2^62 up, or from 2^52 up)",
  },
  maxCreates: { ...COUNT, help: "send at most this many bodies that could create a plant" },
  maxRate: {
    ...COUNT,
    help: `requests per second (default: ${DEFAULT_MAX_RATE}; on this machine: no limit)`,
  },
  timeout: { value: "MS", max: MAX_TIMER_MS, help: "time limit of a request" },
  plan: { help: "print what would be sent, and send nothing" },
  rules: { value: "FILE", help: "compare the service with these rules" },
  writeRules: { value: "FILE", help: "write the rules, unless the run ended early or lacks --create-on" },
  expectViolations: { value: "FILE", help: "do not fail for the checks in FILE, one name per line" },
  json: { help: "print the report as one JSON document" },
  junit: { value: "FILE", help: "also write the report as JUnit XML" },
  allowInsecureHttp: { help: "allow http to other machines, which exposes the token" },
} as const satisfies OptionTable;

const USAGE = `[options]

Checks whether a running Plant Store service keeps its contract, and finds out
how it behaves where the specification is silent. Without --create-on, it sends
no JSON, and most checks are skipped.

${formatOptions(OPTIONS, CHECK_RULES)}

Examples:
  plant-store-sdk check --base-url https://staging.plants.example/api \\
    --create-on staging.plants.example --write-rules rules.json
  plant-store-sdk check --base-url http://127.0.0.1:4010 --plan

${wrap(`Exit codes, the first that applies: ${EXIT_CODES_HELP}.`)}
`;

export type CheckArguments = NonNullable<ReturnType<typeof readArguments>>;

/** Returns undefined after it has printed the help or the version. @throws UsageError */
export function readArguments(args: string[], program: string) {
  const { values } = readOptionTable(OPTIONS, args);
  if (printInfo(values, `${program} ${USAGE}`)) return undefined;
  const { created = DEFAULT_CREATED, ids } = values;
  return { ...values, created, ids: ids === undefined ? undefined : readRange(ids) };
}

function readRange(text: string): { from: bigint; to: bigint } {
  const [, from, to] = /^(-?\d{1,19})\.\.(-?\d{1,19})$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new UsageError("--ids must be a range such as 1000000..1999999.");
  return { from: BigInt(from), to: BigInt(to) };
}
