/** The command `plant-store-sdk mock`: runs the mock as an HTTP server. */
import { styleText } from "node:util";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { FetchableStore } from "../../mocks/adapters/fetch.ts";
import { COMMAND_LIMITS } from "../../mocks/parts/limits.ts";
import { OptionError } from "../../mocks/parts/option-error.ts";
import { type ListenOptions, listen, type MockStore, type MockStoreOptions } from "../../mocks/server.ts";
import { MemoryLimit } from "../../mocks/service/newest-items.ts";
import { type ResolvedOptions, resolveStoreOptions } from "../../mocks/service/store-options.ts";
import { quoteForShell } from "../../src/common/quote-for-shell.ts";
import type { Every } from "../../src/common/read-options.ts";
import { sleep } from "../../src/common/sleep.ts";
import { PlantStoreImportError } from "../import/import-error.ts";
import { type Command, EXIT_USAGE } from "../terminal/command.ts";
import { flagOf } from "../terminal/flag-names.ts";
import { formatJson, print, printError, printInfo } from "../terminal/print.ts";
import { readNamedFile } from "../terminal/read-named-file.ts";
import { readRules } from "../terminal/rules-file.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { readEnvironment } from "./environment-arguments.ts";
import { type Arguments, OPTIONS, readArguments, storeOptionsOf, USAGE } from "./mock-arguments.ts";
import { readStartPlants } from "./plants-file.ts";
import { flushLog, logRequest } from "./request-log.ts";

export const mock: Command = async (argv, program) => {
  let nameOf = flagOf;
  try {
    const environment = readEnvironment(OPTIONS, process.env, argv);
    nameOf = environment.nameOf;
    const args = readArguments([...environment.args, ...argv], nameOf);
    if (!printInfo(args, `${program} ${USAGE.replaceAll("PROGRAM", program)}`)) await serve(args);
  } catch (error) {
    if (error instanceof OptionError && error.option !== "") {
      const { option, problem } = error;
      printError(program, `${nameOf(OPTIONS_OF_LISTEN[option] ?? option)} ${problem}.`);
    } else if (EXPECTED.some((type) => error instanceof type)) printError(program, (error as Error).message);
    else throw error;
    process.exitCode = EXIT_USAGE;
  }
};

const EXPECTED = [OptionError, UsageError, PlantStoreImportError];

/** The options of the command that have another name in `listen`. */
const OPTIONS_OF_LISTEN: Record<string, keyof typeof OPTIONS> = {
  allowedHosts: "allowedHost",
  "tls.cert": "tlsCert",
  "tls.key": "tlsKey",
};

/** How long requests may take to end after SIGTERM, ms. */
const GRACE_PERIOD = 1_000;

/** How much of each request body is recorded, bytes. */
const MAX_RECORDED_BODY = 16 * 1024;
/** For the plants, requests, faults and settings of all sessions, bytes. */
const MAX_MEMORY = 64 * 1024 * 1024;

async function serve(args: Arguments): Promise<void> {
  const { admin, json } = args;
  const options = await readOptions(args);
  const openStore = (): MockStore => new FetchableStore(options);
  const server = await listen(openStore(), {
    port: args.port,
    host: args.host,
    basePath: args.basePath,
    admin,
    allowedHosts: args.allowedHost,
    sessions: admin ? openStore : undefined,
    keepAliveTimeout: args.keepAliveTimeout,
    keepBrowserConnections: args.keepBrowserConnections,
    gracePeriod: GRACE_PERIOD,
    tls: await readTls(args),
  } satisfies Every<ListenOptions>).catch((error) => {
    throw error.code === undefined ? error : new UsageError(error.message); // The port cannot be used.
  });
  // Exit explicitly: a pending write to a blocked stdout would keep the process alive.
  const end = () => {
    flushLog();
    process.exit();
  };
  const endGracefully = async () => {
    await server.close();
    await sleep(20); // The log gets a line for each request that was dropped.
    end();
  };
  process.on("SIGINT", end).on("SIGTERM", endGracefully);
  const endWithStdin = () => {
    const reason = "standard input has ended (--exit-with-stdin)";
    print(json ? formatJson({ event: "end", reason }) : `The mock ends, because ${reason}.`);
    end();
  };
  if (args.exitWithStdin) process.stdin.on("end", endWithStdin).on("error", endWithStdin).resume();

  const page = admin ? `${server.url}/__admin/` : undefined;
  const seed = options.settings.chaos?.seed;
  if (json) print(formatJson({ event: "ready", url: server.url, page, seed }));
  else printReady(server.url, page, args, seed);
  const warn = (text: string) => print(`Warning: ${text}`, process.stderr);
  if (args.showTokens) warn("the admin API and the live page show the tokens of requests (--show-tokens).");
  if (options.settings.rules.unauthorized !== undefined && args.token.length === 0)
    warn(
      "the rules have `unauthorized`, but every token is accepted. Set those to accept with --token or PLANTMOCK_TOKENS.",
    );
}

/** Of V8's young generation, bytes. With less, collections take a tenth of the time. */
const MAX_YOUNG_GENERATION = 8_000_000;

let ended = 0;

/** Because recorded requests survive many collections, V8 would let its young generation grow by 100 MB. */
function limitYoungGeneration(): void {
  if (++ended % 32 !== 0) return;
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  if (young === undefined || young.space_size < MAX_YOUNG_GENERATION) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  ended = Number.NaN; // Never again.
}

async function readTls(args: Arguments): Promise<ListenOptions["tls"]> {
  const { tlsCert: cert, tlsKey: key, nameOf } = args;
  if (cert === undefined && key === undefined) return undefined;
  const [certName, keyName] = [nameOf("tlsCert"), nameOf("tlsKey")];
  if (cert === undefined || key === undefined)
    throw new UsageError(`${certName} and ${keyName} need each other: pass a certificate and its key.`);
  return { cert: await readNamedFile(certName, cert), key: await readNamedFile(keyName, key) };
}

async function readOptions(args: Arguments): Promise<ResolvedOptions> {
  const { plants: file, nameOf } = args;
  const plants = file === undefined ? [] : await readStartPlants(nameOf("plants"), file);
  const rules = args.rules === undefined ? {} : await readRules(args.rules, nameOf("rules"));
  if (args.duplicates !== undefined && rules.duplicates !== undefined)
    throw new UsageError(`The rules also say what ${nameOf("duplicates")} says. Remove one.`);
  const options = storeOptionsOf(args);
  const limits = { ...COMMAND_LIMITS, maxPlants: args.maxPlants ?? COMMAND_LIMITS.maxPlants };
  const storeOptions = { ...options, ...limits, plants, rules: { ...options.rules, ...rules } };
  return {
    ...resolveStoreOptions(storeOptions satisfies Every<MockStoreOptions>),
    maxRecordedBody: MAX_RECORDED_BODY,
    showTokens: args.showTokens,
    log: (...logged) => {
      limitYoungGeneration();
      logRequest(args, ...logged);
    },
    memory: new MemoryLimit(MAX_MEMORY),
  };
}

function printReady(url: string, page: string | undefined, args: Arguments, seed: number | undefined): void {
  print(`Plant Store mock listening on ${styleText("bold", url)} (press Ctrl+C to stop)`);
  if (page !== undefined) print(`Live page: ${styleText("bold", page)}`);
  // An accepted token is not printed.
  const token = args.token.length === 0 ? "any" : "$TOKEN";
  print(
    `Try it: curl ${quoteForShell(`${url}/plants`)} -H "authorization: Bearer ${token}" -H "content-type: application/json" -d '{"id":1,"name":"Fern"}'`,
  );
  if (seed !== undefined && args.chaosSeed === undefined)
    print(`Chaos: repeat this run with --chaos-seed ${seed}`);
}
