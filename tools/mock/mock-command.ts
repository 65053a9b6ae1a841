/** The command `plant-store-sdk mock`: runs the mock as an HTTP server. */
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { styleText } from "node:util";
import { setFlagsFromString } from "node:v8";
import { FetchableStore } from "../../mocks/adapters/fetch.ts";
import { OptionError } from "../../mocks/parts/option-error.ts";
import { type ListenOptions, listen, type MockStore, type MockStoreOptions } from "../../mocks/server.ts";
import { MemoryLimit } from "../../mocks/service/ring-buffer.ts";
import { type ResolvedOptions, resolveStoreOptions } from "../../mocks/service/store-options.ts";
import type { Every } from "../../src/common/read-options.ts";
import { readRules } from "../terminal/rules-file.ts";
import { formatJson, print, printError, printInfo } from "../terminal/terminal-text.ts";
import { describeOption, EXIT_USAGE, UsageError, withFlags } from "../terminal/usage-error.ts";
import { nameVariables, readEnvironment } from "./environment-arguments.ts";
import { type Arguments, OPTIONS, readArguments, storeOptionsOf, USAGE } from "./mock-arguments.ts";
import { flushLog, logRequest } from "./request-log.ts";

/**
 * Runs the command. Sets the exit code of the process if it fails.
 *
 * @param argv the arguments after the command's name
 * @param program the command's name, for messages
 */
export async function mock(argv: string[], program: string): Promise<void> {
  let environment = new Map<string, string[]>();
  try {
    environment = readEnvironment(OPTIONS, process.env, argv);
    const args = readArguments([...[...environment.values()].flat(), ...argv]);
    if (!printInfo(args, `${program} ${USAGE.replaceAll("PROGRAM", program)}`)) await serve(args);
  } catch (error) {
    printError(program, nameVariables(describe(error as Error), environment));
    process.exitCode = EXIT_USAGE;
  }
}

function describe(error: Error): string {
  if (error instanceof OptionError)
    return describeOption(error).replace("--allowed-hosts", "--allowed-host").replace("--tls.", "--tls-");
  const ofListen = /^listen: (.*)/s.exec(error.message)?.[1];
  return ofListen === undefined ? error.message : withFlags(ofListen);
}

/** How long requests may take to end after SIGTERM, ms. */
const GRACE_PERIOD = 1_000;

/** Limits, because the server may run for weeks, and anybody who can connect can fill it. */
const LIMITS = { maxPlants: 10_000, maxRequests: 1_000 };
/** How much of each request body is recorded, bytes. */
const MAX_RECORDED_BODY = 16 * 1024;
/** For the plants and requests of all sessions, bytes. */
const MAX_MEMORY = 64 * 1024 * 1024;

async function serve(args: Arguments): Promise<void> {
  // Because recorded requests survive many collections, V8 would let its young generation grow by 100 MB.
  setFlagsFromString("--semi-space-growth-factor=1");
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
    gracePeriod: GRACE_PERIOD,
    tls: await readTls(args),
  } satisfies Every<ListenOptions>);
  // Exit explicitly: a pending write to a blocked stdout would keep the process alive.
  const end = () => {
    flushLog();
    process.exit();
  };
  const endGracefully = async () => {
    await server.close();
    await setTimeout(20); // The log gets a line for each request that was dropped.
    end();
  };
  process.stdout.on("error", () => {}); // stdout may be closed (EPIPE). The server continues.
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

async function readTls(args: Arguments): Promise<ListenOptions["tls"]> {
  const { tlsCert: cert, tlsKey: key } = args;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new UsageError("--tls-cert and --tls-key need each other: pass a certificate and its key.");
  const read = (path: string) =>
    readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`Cannot read ${path} (${error.code ?? error.message}).`);
    });
  return { cert: await read(cert), key: await read(key) };
}

async function readOptions(args: Arguments): Promise<ResolvedOptions> {
  // The import, which reads the file, would delay the start.
  const { plants: file } = args;
  const plants = file === undefined ? [] : await (await import("./plants-file.ts")).readStartPlants(file);
  const rules = args.rules === undefined ? {} : await readRules(args.rules);
  if (args.duplicates !== undefined && rules.duplicates !== undefined)
    throw new UsageError("The rules also say what --duplicates says. Remove one.");
  const options = storeOptionsOf(args);
  const limits = { ...LIMITS, maxPlants: args.maxPlants ?? LIMITS.maxPlants };
  const storeOptions = { ...options, ...limits, plants, rules: { ...options.rules, ...rules } };
  return {
    ...resolveStoreOptions(storeOptions satisfies Every<MockStoreOptions>),
    maxRecordedBody: MAX_RECORDED_BODY,
    showTokens: args.showTokens,
    log: (record) => logRequest(record, args.json, args.showTokens),
    memory: new MemoryLimit(MAX_MEMORY),
  };
}

function printReady(url: string, page: string | undefined, args: Arguments, seed: number | undefined): void {
  print(`Plant Store mock listening on ${styleText("bold", url)} (press Ctrl+C to stop)`);
  if (page !== undefined) print(`Live page: ${styleText("bold", page)}`);
  // An accepted token is not printed.
  const token = args.token.length === 0 ? "any" : "$TOKEN";
  print(
    `Try it: curl ${url}/plants -H "authorization: Bearer ${token}" -H "content-type: application/json" -d '{"id":1,"name":"Fern"}'`,
  );
  if (seed !== undefined && args.chaosSeed === undefined)
    print(`Chaos: repeat this run with --chaos-seed ${seed}`);
}
