/** The arguments of the command `plant-store-sdk mock`, and what they mean. */
import { randomInt } from "node:crypto";
import { COMMAND_LIMITS } from "../../mocks/parts/limits.ts";
import type { ChaosOptions, MockStoreOptions } from "../../mocks/server.ts";
import { isLoopback } from "../../src/common/is-loopback.ts";
import { MAX_TIMER_MS } from "../../src/common/sleep.ts";
import { flagOf } from "../terminal/flag-names.ts";
import { formatOptions, type OptionTable, readOptionTable } from "../terminal/option-table.ts";
import { parseRejection } from "../terminal/rules-file.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { FAULT_NOTATIONS, parseFault } from "./fault-notation.ts";

const DEFAULT_PORT = 4010;
const DEFAULT_HOST = "127.0.0.1";

/** The options by their names in JavaScript. */
export const OPTIONS = {
  port: {
    value: "PORT",
    min: 0,
    max: 65_535,
    help: `listen on this port; 0 picks a free port (default: ${DEFAULT_PORT})`,
  },
  host: { value: "HOST", help: `listen on this address (default: ${DEFAULT_HOST}, this machine only)` },
  basePath: { value: "PATH", help: "serve everything below this path, such as /api (default: none)" },
  token: {
    value: "TOKEN",
    multiple: true,
    help: "accept only this bearer token, and respond 400 to others; repeatable (default: any token)",
  },
  plants: { value: "FILE", help: "start with these plants: a JSON array, NDJSON (one per line) or CSV" },
  maxPlants: {
    value: "COUNT",
    max: 10_000_000,
    help: `keep only this many plants, the newest, in each session (default: ${COMMAND_LIMITS.maxPlants})`,
  },
  rules: { value: "FILE", help: "behave like your service, as this JSON document says; or the JSON itself" },
  duplicates: {
    value: "STATUS",
    help: "reject an id that already exists, such as with 409, or with 400:1003, which has an error number (default: accept it)",
  },
  latency: {
    value: "MS",
    help: "delay every POST /plants: 200, or a random time such as 100-500 (default: 0)",
  },
  chaos: { value: "RATE", help: "give this share of POST /plants a random fault, such as 0.1 (default: 0)" },
  chaosFault: {
    value: "FAULT",
    multiple: true,
    help: `a fault to choose from; repeatable (default: status:503, reset, reset:after-create and delay:2000). All faults: ${FAULT_NOTATIONS.join(", ")}`,
  },
  chaosSeed: {
    value: "SEED",
    min: 0,
    max: 2 ** 32 - 1,
    help: "repeat the random faults and latencies of another run (default: random)",
  },
  keepAliveTimeout: {
    value: "MS",
    max: MAX_TIMER_MS,
    help: "close idle connections after this time, without announcing it (default: never)",
  },
  keepBrowserConnections: {
    help: "keep the connections of browsers open, so that they can send a lost POST again by themselves",
  },
  showTokens: { help: "show tokens in recorded requests, to test which one was sent" },
  tlsCert: { value: "FILE", help: "serve https with this certificate (PEM)" },
  tlsKey: { value: "FILE", help: "and its private key (PEM)" },
  exitWithStdin: { help: "end when standard input ends, as with the process that started it" },
  admin: {
    negatable: true,
    help: "serve the live page, the admin API and sessions, or not (default: only if no other machine can connect)",
  },
  allowedHost: {
    value: "NAME",
    multiple: true,
    help: "serve them under this host name too, such as a container's; repeatable",
  },
  json: { help: "log as JSON, one object per line" },
} as const satisfies OptionTable;

/** Follows "Usage: " and the command's name. */
export const USAGE = `[options]

Runs a Plant Store mock server on this machine until you press Ctrl+C.

${formatOptions(OPTIONS)}

Each option is also an environment variable, such as PLANTMOCK_TLS_CERT=FILE
and PLANTMOCK_JSON=true. A repeatable one is a list: PLANTMOCK_TOKENS=one,two.

Examples:
  PROGRAM --plants plants.ndjson --duplicates 409
  PROGRAM --chaos 0.1 --chaos-fault status:503
  PROGRAM --host 0.0.0.0 --admin --allowed-host plant-store
`;

/** @throws UsageError, which names options by `nameOf`, if an argument is unknown or has no value */
export function readArguments(args: string[], nameOf = flagOf) {
  const { values } = readOptionTable(OPTIONS, args, { nameOf });
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, token = [] } = values;
  return { ...values, port, host, token, admin: values.admin ?? isLoopback(host), nameOf };
}

export type Arguments = ReturnType<typeof readArguments>;

/** The options of every store, except for its plants and the rules in a file. */
export function storeOptionsOf(args: Arguments) {
  const { token: tokens, duplicates, nameOf } = args;
  if (tokens.includes("")) throw new UsageError(`${nameOf("token")} must not be empty.`);
  if (tokens.some((token) => /\s/.test(token)))
    throw new UsageError(`${nameOf("token")} must be a token without white space, and without "Bearer".`);
  return {
    validate: undefined, // The command has no flag for it.
    auth: tokens.length === 0 ? "required" : (token: string) => tokens.includes(token),
    rules: duplicates === undefined ? {} : { duplicates: parseRejection(nameOf("duplicates"), duplicates) },
    latency: parseLatency(nameOf("latency"), args.latency ?? "0"),
    chaos: chaosOf(args),
  } satisfies MockStoreOptions;
}

function parseLatency(name: string, text: string): number | [number, number] {
  const [, min, max = min] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  const range: [number, number] = [Number(min), Number(max)];
  if (range[0] <= range[1]) return range[0] === range[1] ? range[0] : range;
  throw new UsageError(`${name} must be milliseconds such as 200, or a range such as 100-500.`);
}

function chaosOf({ chaos: rate, chaosFault, chaosSeed: seed, nameOf }: Arguments): ChaosOptions | undefined {
  if (rate === undefined && chaosFault !== undefined)
    throw new UsageError(`${nameOf("chaosFault")} needs ${nameOf("chaos")}, such as 0.1.`);
  if (rate === undefined && seed === undefined) return undefined;
  if (rate !== undefined && !(/^\d*\.?\d+$/.test(rate) && Number(rate) <= 1))
    throw new UsageError(`${nameOf("chaos")} must be a number from 0 to 1.`);
  return {
    rate: Number(rate ?? 0), // The seed alone is for the latency.
    faults: chaosFault?.map((notation) => parseFault(nameOf("chaosFault"), notation)),
    seed: seed ?? randomInt(2 ** 32),
  };
}
