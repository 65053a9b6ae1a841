/** The command `plant-store-sdk check`: checks a running service. */
import type { Every } from "../../../src/common/read-options.ts";
import { MAX_TIMER_MS } from "../../../src/common/sleep.ts";
import { PlantStoreConfigurationError } from "../../../src/index.ts";
import { type Command, EXIT_INTERRUPTED, EXIT_USAGE } from "../../terminal/command.ts";
import { requireBaseUrl, requireToken } from "../../terminal/credentials.ts";
import { describeOption } from "../../terminal/flag-names.ts";
import { wrap } from "../../terminal/format-text.ts";
import {
  COUNT,
  formatOptions,
  type OptionTable,
  readOptionTable,
  type ValuesOf,
} from "../../terminal/option-table.ts";
import { checkOutput, writeOutput } from "../../terminal/output-file.ts";
import { formatJson, print, printError, printInfo } from "../../terminal/print.ts";
import { readNamedFile } from "../../terminal/read-named-file.ts";
import { readRules } from "../../terminal/rules-file.ts";
import { UsageError } from "../../terminal/usage-error.ts";
import { CHECK_NAMES, NOT_MADE } from "../check-plant-store.ts";
import { checkPlantStore, type PlantStoreCheckName, type PlantStoreCheckOptions } from "../index.ts";
import { CHECK_RULES, DEFAULT_MAX_RATE } from "../run/check-options.ts";
import { CreatedFile, readEarlierRules, writeRules } from "./check-files.ts";
import { conclude, EXIT_CODES_HELP, formatCheck, formatEnd, formatJunit } from "./format-report.ts";

const DEFAULT_CREATED = "plant-store-check-created.txt";

const OPTIONS = {
  baseUrl: { value: "URL", help: "the service (default: PLANT_STORE_BASE_URL)" },
  tokenFile: { value: "FILE", help: "read the token from FILE (default: PLANT_STORE_TOKEN)" },
  createOn: { value: "HOST", help: "allow to create plants: the host of the URL" },
  created: { value: "FILE", help: `append each id first (default: ${DEFAULT_CREATED})` },
  ids: {
    value: "FROM..TO",
    help: "use ids from this range, which must be free: a service may replace the plants that have them (default: random ids from 2^49 up). Invalid plants may also have the ids 0, 1 and one above 2^63-1.",
  },
  maxCreates: { ...COUNT, help: "send at most this many bodies that could create a plant" },
  maxRate: {
    ...COUNT,
    help: `requests per second (default: ${DEFAULT_MAX_RATE}; on this machine: no limit)`,
  },
  timeout: { value: "MS", max: MAX_TIMER_MS, help: "time limit of a request" },
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
  plant-store-sdk check --base-url http://127.0.0.1:4010

${wrap(`Exit codes, the first that applies: ${EXIT_CODES_HELP}.`)}
`;

/** @throws UsageError */
function readRange(text: string | undefined): { from: bigint; to: bigint } | undefined {
  if (text === undefined) return undefined;
  const [, from, to] = /^(-?\d{1,19})\.\.(-?\d{1,19})$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new UsageError("--ids must be a range such as 1000000..1999999.");
  return { from: BigInt(from), to: BigInt(to) };
}

export const checkCommand: Command = async (argv, program) => {
  try {
    const { values } = readOptionTable(OPTIONS, argv);
    if (!printInfo(values, `${program} ${USAGE}`)) process.exitCode = await run(values, program);
  } catch (error) {
    if (error instanceof PlantStoreConfigurationError) printError(program, describeOption(error));
    else if (error instanceof UsageError) printError(program, error.message);
    else throw error;
    process.exitCode = EXIT_USAGE;
  }
};

async function run(args: ValuesOf<typeof OPTIONS>, program: string): Promise<number> {
  const created = new CreatedFile(args.created ?? DEFAULT_CREATED);
  // First of all: to read a pipe in the place of --created or --write-rules would take for ever.
  const inputs = [args.tokenFile, args.expectViolations, args.rules];
  if (args.createOn !== undefined) checkOutput(created.path, inputs);
  if (args.junit !== undefined) checkOutput(args.junit, [...inputs, created.path, args.writeRules]);
  // It may update --rules.
  const others = inputs.filter((path) => path !== args.writeRules);
  if (args.writeRules !== undefined) checkOutput(args.writeRules, [...others, created.path]);
  const ids = readRange(args.ids);
  const baseUrl = requireBaseUrl(args.baseUrl);
  const token = await requireToken(args.tokenFile);
  const rules = args.rules === undefined ? undefined : await readRules(args.rules);
  const expected = await readExpected(args.expectViolations);
  const earlier = await readEarlierRules(args.writeRules, baseUrl);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new UsageError("Interrupted."));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const { createOn, maxCreates, maxRate, timeout, allowInsecureHttp } = args;
  const options: Every<PlantStoreCheckOptions> = {
    ...{ baseUrl, token, createOn, maxCreates, maxRate, timeout, ids, rules, allowInsecureHttp },
    fetch: undefined, // The global one.
    usedIds: createOn === undefined ? [] : await created.read(),
    onId: (id) => created.add(id),
    onCheck: (check) => {
      const isNotAllowed = createOn === undefined && check.result === "skipped";
      if (!args.json && !isNotAllowed && check.detail !== NOT_MADE) print(formatCheck(check));
    },
    signal: interruption.signal,
  };
  try {
    const conclusion = conclude(await checkPlantStore(options), expected);
    print(args.json ? formatJson(conclusion) : formatEnd(conclusion, args.rules));
    if (args.junit !== undefined) writeOutput(args.junit, [formatJunit(conclusion, baseUrl)]);
    if (args.writeRules !== undefined) {
      const note = writeRules(args.writeRules, conclusion, earlier ?? rules);
      if (note !== "") print(wrap(note), process.stderr);
    }
    return conclusion.exitCode;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    const isUnused = created.descriptor === undefined;
    const ids = isUnused ? "No id was sent." : `The ids that were sent are in ${created.path}.`;
    printError(program, `Interrupted. ${ids}`);
    return EXIT_INTERRUPTED;
  } finally {
    created.close();
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

/** The names of checks whose violation is known. @throws UsageError */
async function readExpected(path: string | undefined): Promise<Set<PlantStoreCheckName>> {
  if (path === undefined) return new Set();
  const text = await readNamedFile("--expect-violations", path);
  const names = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  const unknown = names.findIndex((name) => name !== "" && !CHECK_NAMES.some((check) => check === name));
  if (unknown !== -1)
    throw new UsageError(`Line ${unknown + 1} of --expect-violations ${path} is not the name of a check.`);
  return new Set(CHECK_NAMES.filter((check) => names.includes(check)));
}
