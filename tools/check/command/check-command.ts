/** The command `plant-store-sdk check`: checks a running service. */
import type { Every } from "../../../src/common/read-options.ts";
import { PlantStoreConfigurationError } from "../../../src/index.ts";
import { type Command, EXIT_INTERRUPTED, EXIT_USAGE } from "../../terminal/command.ts";
import { requireBaseUrl, requireToken } from "../../terminal/credentials.ts";
import { describeOption } from "../../terminal/flag-names.ts";
import { wrap } from "../../terminal/format-text.ts";
import { checkOutput, writeOutput } from "../../terminal/output-file.ts";
import { formatJson, print, printError } from "../../terminal/print.ts";
import { readNamedFile } from "../../terminal/read-named-file.ts";
import { readRules } from "../../terminal/rules-file.ts";
import { UsageError } from "../../terminal/usage-error.ts";
import { ALL_CHECKS, CHECK_GROUPS, NOT_MADE } from "../check-plant-store.ts";
import { checkPlantStore, type PlantStoreCheckName, type PlantStoreCheckOptions } from "../index.ts";
import { type CheckArguments, readArguments } from "./check-arguments.ts";
import { conclude } from "./conclude.ts";
import { CreatedFile } from "./created-file.ts";
import { formatJunit } from "./format-junit.ts";
import { formatCheck, formatEnd } from "./format-report.ts";
import { readEarlierRules, writeRules } from "./rules-output.ts";

export const checkCommand: Command = async (argv, program) => {
  try {
    const args = readArguments(argv, program);
    if (args?.plan) printPlan(args);
    else if (args) process.exitCode = await run(args, program);
  } catch (error) {
    if (error instanceof PlantStoreConfigurationError) printError(program, describeOption(error));
    else if (error instanceof UsageError) printError(program, error.message);
    else throw error;
    process.exitCode = EXIT_USAGE;
  }
};

function printPlan({ ids }: CheckArguments): void {
  for (const [group, checks] of Object.entries(CHECK_GROUPS)) {
    print(group);
    for (const { name, sends, isSafe } of checks) {
      const lines = wrap(sends, 51).replaceAll("\n", `\n${" ".repeat(29)}`);
      print(`${isSafe ? "*" : " "} ${name.padEnd(27)}${lines}`);
    }
    print("");
  }
  const range = ids
    ? `The ids are from ${ids.from} to ${ids.to}: they must be free, since a service may replace the plants that have them.`
    : "The ids are random: from 2^62 up, or from 2^52 up if the service rejects these, and from 2^49 up for id-fraction.";
  const risk = "A service may take true for the id 1, and what is missing for 0, even in text without JSON.";
  print(wrap(`${range} ${risk} Without --create-on, only what has a * is sent. Nothing was sent.`));
}

async function run(args: CheckArguments, program: string): Promise<number> {
  const created = new CreatedFile(args.created);
  // First of all: to read a pipe in the place of --created or --write-rules would take for ever.
  const inputs = [args.tokenFile, args.expectViolations, args.rules];
  if (args.createOn !== undefined) checkOutput(created.path, inputs);
  if (args.junit !== undefined) checkOutput(args.junit, [...inputs, created.path, args.writeRules]);
  // It may update --rules.
  const others = inputs.filter((path) => path !== args.writeRules);
  if (args.writeRules !== undefined) checkOutput(args.writeRules, [...others, created.path]);
  const baseUrl = requireBaseUrl(args.baseUrl);
  const token = await requireToken(args.tokenFile);
  const rules = args.rules === undefined ? undefined : await readRules(args.rules);
  const expected = await readExpected(args.expectViolations);
  const earlier = await readEarlierRules(args.writeRules, baseUrl);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new UsageError("Interrupted."));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const { createOn, maxCreates, maxRate, timeout, ids, allowInsecureHttp } = args;
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
  const known = ALL_CHECKS.map(({ name }) => name);
  const unknown = names.findIndex((name) => name !== "" && !known.some((check) => check === name));
  if (unknown !== -1)
    throw new UsageError(`Line ${unknown + 1} of --expect-violations ${path} is not the name of a check.`);
  return new Set(known.filter((check) => names.includes(check)));
}
