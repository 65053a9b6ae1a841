/** The command `plant-store-sdk mock`: runs the mock as an HTTP server. */
import { styleText } from "node:util";
import { setFlagsFromString } from "node:v8";
import { openStore as createStore } from "../mocks/adapters/fetch.ts";
import { listen, type PlantStore } from "../mocks/server.ts";
import { MemoryLimit } from "../mocks/service/memory-limit.ts";
import { resolveStoreOptions, type StoreSettings } from "../mocks/service/store-options.ts";
import { VERSION } from "../src/version.ts";
import { type Arguments, portOf, readArguments, storeOptionsOf, USAGE } from "./mock-arguments.ts";
import { readPlants } from "./plants-file.ts";
import { flushLog, logRequests } from "./request-log.ts";
import { readRules } from "./rules-file.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Runs the command. Sets the exit code of the process if it fails.
 *
 * @param argv the arguments after the command's name
 * @param program the command's name, for messages
 */
export async function mock(argv: string[], program: string): Promise<void> {
  try {
    const args = readArguments(argv);
    if (args.help) process.stdout.write(`Usage: ${program} ${USAGE.replaceAll("PROGRAM", program)}`);
    else if (args.version) console.log(VERSION);
    else await serve(args);
  } catch (error) {
    const message = (error as Error).message
      .replace(/\b(createPlantStore|listen): /, "")
      .replace("`port`", "--port")
      .replace("`host`", "--host")
      .replace("`basePath`", "--base-path")
      .replace(
        "`allowedHosts` must be an array of host names without ports or wildcards",
        "--allowed-host must be a host name without port or wildcard",
      );
    console.error(`${program}: ${message.replace(/\s*\n\s*/g, " ")}`); // The message can quote lines of the file.
    process.exitCode = 2;
  }
}

/** Limits, because the server may run for weeks, and anybody who can connect can fill it. */
const LIMITS = { maxPlants: 10_000, maxRequests: 1_000 };
/** How much of each request body is recorded, bytes. */
const MAX_RECORDED_BODY = 16 * 1024;
/** For the plants and requests of all sessions, bytes. */
const MAX_MEMORY = 64 * 1024 * 1024;

async function serve(args: Arguments): Promise<void> {
  // Because recorded requests survive many collections, V8 would let its young generation grow by 100 MB.
  setFlagsFromString("--semi-space-growth-factor=1");
  const { host, json } = args;
  const port = portOf(args);
  const admin = args.admin ?? isLoopback(host);
  const settings = await readSettings(args);
  const openStore = (): PlantStore => {
    const store = createStore(settings);
    logRequests(store, json);
    return store;
  };
  const server = await listen(openStore(), {
    port,
    host,
    basePath: args["base-path"],
    admin,
    allowedHosts: args["allowed-host"],
    sessions: admin ? openStore : undefined,
  });
  // Exit explicitly: a pending write to a blocked stdout would keep the process alive.
  const end = async () => {
    await server.close();
    flushLog();
    process.exit();
  };
  process.stdout.on("error", () => {}); // stdout may be closed (EPIPE). The server continues.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);

  const page = admin ? `${server.url}/__admin/` : undefined;
  const seed = settings.chaos?.seed;
  if (json) console.log(JSON.stringify({ event: "ready", url: server.url, page, seed }));
  else printReady(server.url, page, args, seed);
}

async function readSettings(args: Arguments): Promise<StoreSettings> {
  const plants = args.plants === undefined ? [] : await readPlants(args.plants);
  const rules = args.rules === undefined ? {} : await readRules(args.rules);
  if (args["reject-duplicates"] && rules.duplicates !== undefined)
    throw new UsageError("--reject-duplicates and `duplicates` in the rules are two answers. Remove one.");
  const options = storeOptionsOf(args);
  return {
    ...resolveStoreOptions({ ...options, ...LIMITS, plants, rules: { ...options.rules, ...rules } }),
    maxRecordedBody: MAX_RECORDED_BODY,
    memory: new MemoryLimit(MAX_MEMORY),
  };
}

/** Whether only this machine can connect. */
function isLoopback(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);
}

function printReady(url: string, page: string | undefined, args: Arguments, seed: number | undefined): void {
  console.log(`Plant Store mock listening on ${styleText("bold", url)} (press Ctrl+C to stop)`);
  if (page !== undefined) console.log(`Live page: ${styleText("bold", page)}`);
  // An accepted token is not printed.
  const token = args.token.length === 0 ? "any" : "$TOKEN";
  console.log(
    `Try it: curl ${url}/plants -H "authorization: Bearer ${token}" -H "content-type: application/json" -d '{"id":1,"name":"Fern"}'`,
  );
  if (seed !== undefined && args["chaos-seed"] === undefined)
    console.log(`Chaos: repeat this run with --chaos-seed ${seed}`);
}
