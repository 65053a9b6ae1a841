/** The command `plant-store-sdk check`: checks a running service. */
import { readFile } from "node:fs/promises";
import { CHECK_GROUPS } from "../src/check/check-plant-store.ts";
import {
  checkPlantStore,
  type PlantStoreCheckOptions,
  type PlantStoreCheckReport,
  type PlantStoreRules,
} from "../src/check/index.ts";
import { PlantStoreConfigurationError } from "../src/index.ts";
import { VERSION } from "../src/version.ts";
import { type CheckArguments, readArguments, USAGE } from "./check/arguments.ts";
import { CreatedFile } from "./check/created-file.ts";
import { formatJunit } from "./check/junit-report.ts";
import { formatCheck, formatEnd } from "./check/text-report.ts";
import { requireBaseUrl, requireToken } from "./credentials.ts";
import { writeOutput } from "./output-file.ts";
import { readRules } from "./rules-file.ts";
import { formatJson, print, wrap } from "./terminal-text.ts";
import { describeOption, EXIT_USAGE, UsageError } from "./usage-error.ts";

const EXIT_VIOLATIONS = 1;
const EXIT_DIFFERENT = 3;
const EXIT_INCONCLUSIVE = 4;
const EXIT_INTERRUPTED = 130;

/**
 * Runs the command. Sets the exit code of the process.
 *
 * @param argv the arguments after the command's name
 * @param program the command's name, for messages
 */
export async function checkCommand(argv: string[], program: string): Promise<void> {
  try {
    const args = readArguments(argv);
    if (args === "help") print(`Usage: ${program} ${USAGE}`);
    else if (args === "version") print(VERSION);
    else if (args.plan) printPlan();
    else process.exitCode = await run(args, program);
  } catch (error) {
    const isOption = error instanceof PlantStoreConfigurationError && error.option !== undefined;
    if (!isOption && !(error instanceof UsageError)) throw error;
    const { option = "", problem = "" } = error as PlantStoreConfigurationError;
    print(`${program}: ${isOption ? describeOption({ option, problem }) : error.message}`, process.stderr);
    process.exitCode = EXIT_USAGE;
  }
}

function printPlan(): void {
  for (const [group, checks] of Object.entries(CHECK_GROUPS)) {
    print(group);
    for (const { name, sends, isSafe } of checks) {
      print(
        `${isSafe ? "*" : " "} ${name.padEnd(27)}${wrap(sends, 51).replaceAll("\n", `\n${" ".repeat(29)}`)}`,
      );
    }
    print("");
  }
  print(wrap("Without --create-on, only what has a * is sent. Nothing was sent."));
}

async function run(args: CheckArguments, program: string): Promise<number> {
  const baseUrl = requireBaseUrl(args.baseUrl);
  const token = await requireToken(args.tokenFile);
  const rules = args.rules === undefined ? undefined : await readRules(args.rules);
  const expected = await readExpected(args.expectViolations);
  const created = new CreatedFile(args.created ?? "plant-store-check-created.txt");
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new UsageError("Interrupted."));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const { createOn, maxCreates, maxRate, timeout, ids, allowInsecureHttp } = args;
  const options: PlantStoreCheckOptions = {
    ...{ baseUrl, token, createOn, maxCreates, maxRate, timeout, ids, rules, allowInsecureHttp },
    usedIds: createOn === undefined ? [] : await created.read(),
    onId: (id) => created.add(id),
    onCheck: (check) => {
      const isNotAllowed = createOn === undefined && check.result === "skipped";
      if (!args.json && !isNotAllowed) print(formatCheck(check));
    },
    signal: interruption.signal,
  };
  try {
    const report = await checkPlantStore(options);
    if (args.json) print(formatJson(report));
    else print(formatEnd(report, args.rules, createOn !== undefined));
    writeFiles(args, report, baseUrl, rules);
    return exitCodeOf(report, expected);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    print(`${program}: Interrupted. The ids that were sent are in ${created.path}.`, process.stderr);
    return EXIT_INTERRUPTED;
  } finally {
    created.close();
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

function writeFiles(
  { junit, writeRules }: CheckArguments,
  report: PlantStoreCheckReport,
  baseUrl: string,
  before: PlantStoreRules | undefined,
): void {
  if (junit !== undefined) writeOutput(junit, formatJunit(report, baseUrl));
  if (writeRules === undefined) return;
  // No check can find the range of ids out.
  const rules = { ...report.rules, ...(before?.id && { id: before.id }) };
  const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
  const exact = (_: string, value: unknown) => (typeof value === "bigint" ? rawJSON(String(value)) : value);
  writeOutput(writeRules, `${JSON.stringify(rules, exact, 2)}\n`);
}

/** The names of checks whose violation is known. @throws UsageError */
async function readExpected(path: string | undefined): Promise<Set<string>> {
  if (path === undefined) return new Set();
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new UsageError(`Cannot read ${path} (${error.message}).`);
  });
  const names = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  const known = new Set<string>(
    Object.values(CHECK_GROUPS).flatMap((checks) => checks.map(({ name }) => name)),
  );
  const unknown = names.findIndex((name) => name !== "" && !known.has(name));
  if (unknown !== -1) throw new UsageError(`Line ${unknown + 1} of ${path} is not the name of a check.`);
  return new Set(names.filter((name) => name !== ""));
}

function exitCodeOf({ checks, differences = [] }: PlantStoreCheckReport, expected: Set<string>): number {
  // A known violation that no longer occurs must be removed from the file, or it could hide the next one.
  const isWrong = checks.some(({ name, result }) =>
    expected.has(name) ? result === "pass" || result === "fact" : result === "violation",
  );
  if (isWrong) return EXIT_VIOLATIONS;
  const isKnown = checks.every(
    ({ name, result }) => result !== "inconclusive" && (name !== "create" || result !== "skipped"),
  );
  if (!isKnown) return EXIT_INCONCLUSIVE;
  return differences.length > 0 ? EXIT_DIFFERENT : 0;
}
