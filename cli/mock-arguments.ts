/** The arguments of the command `plant-store-sdk mock`, and what they mean. */
import { randomInt } from "node:crypto";
import type { ChaosOptions, PlantStoreOptions } from "../mocks/server.ts";
import { FAULT_NOTATIONS, parseFault, parseInteger } from "./fault-notation.ts";
import { parseArguments } from "./usage-error.ts";

/** Follows "Usage: " and the command's name. */
export const USAGE = `[options]

Runs a Plant Store mock server on this machine until you press Ctrl+C.

  --port PORT                 listen on this port; 0 picks a free port (default: 4010)
  --host HOST                 listen on this address (default: 127.0.0.1, this machine only)
  --base-path PATH            serve everything below this path, such as /api (default: none)
  --token TOKEN               accept this bearer token; repeatable (default: accept any token)
  --plants FILE               start with these plants: a JSON array, or NDJSON (one per line)
  --rules FILE                behave like your service, as this JSON document says
  --reject-duplicates         reject an id that already exists with 400 (default: accept it)
  --latency MS                delay every request: 200, or a random time such as 100-500 (default: 0)
  --chaos RATE                give this share of the requests a random fault, such as 0.1 (default: 0)
  --chaos-fault FAULT         a fault to choose from; repeatable (default: status:503, reset,
                              reset:after-create and delay:2000). All faults:
${listNotations()}
  --chaos-seed SEED           repeat the random faults and latencies of another run (default: random)
  --show-tokens               show tokens in recorded requests, to test which one was sent
  --tls-cert FILE             serve https with this certificate (PEM)
  --tls-key FILE              and its private key (PEM)
  --exit-with-stdin           end when standard input ends, as with the process that started it
  --admin                     serve the live page and the admin API (default if only this machine can connect)
  --no-admin                  do not serve them
  --allowed-host NAME         serve them under this host name too, such as a container's; repeatable
  --json                      log as JSON, one object per line
  --help                      print this help
  --version                   print the version

Examples:
  PROGRAM --plants plants.ndjson --reject-duplicates
  PROGRAM --latency 100-500 --chaos 0.1 --chaos-fault status:503 --chaos-fault reset:after-create
  PROGRAM --host 0.0.0.0 --admin --allowed-host plant-store
`;

/** The notations of faults, on as few lines as fit. */
function listNotations(): string {
  const lines: string[] = [];
  for (const notation of FAULT_NOTATIONS.values()) {
    const line = lines.at(-1);
    if (line === undefined || line.length + notation.length > 75) lines.push(notation);
    else lines[lines.length - 1] = `${line}, ${notation}`;
  }
  return lines.map((line) => `${" ".repeat(30)}${line}`).join(",\n");
}

/** @throws Error for the user if an argument is unknown or has no value */
export function readArguments(args: string[]) {
  return parseArguments({
    args,
    allowNegative: true,
    options: {
      port: { type: "string", default: "4010" },
      host: { type: "string", default: "127.0.0.1" },
      "base-path": { type: "string", default: "" },
      token: { type: "string", multiple: true, default: [] },
      plants: { type: "string" },
      rules: { type: "string" },
      "reject-duplicates": { type: "boolean", default: false },
      latency: { type: "string", default: "0" },
      chaos: { type: "string" },
      "chaos-fault": { type: "string", multiple: true, default: [] },
      "chaos-seed": { type: "string" },
      admin: { type: "boolean" },
      "show-tokens": { type: "boolean", default: false },
      "tls-cert": { type: "string" },
      "tls-key": { type: "string" },
      "exit-with-stdin": { type: "boolean", default: false },
      "allowed-host": { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      version: { type: "boolean", default: false },
    },
  }).values;
}

export type Arguments = ReturnType<typeof readArguments>;

export function portOf({ port }: Arguments): number {
  if (parseInteger(port) <= 65_535) return Number(port);
  throw new Error(`--port must be an integer from 0 to 65535, not "${port}".`);
}

/** The options of every store, except for its plants and the rules in a file. */
export function storeOptionsOf(args: Arguments): PlantStoreOptions {
  const { token: tokens } = args;
  if (tokens.includes("")) throw new Error("--token must not be empty.");
  return {
    auth: tokens.length === 0 ? "required" : (token) => tokens.includes(token),
    rules: args["reject-duplicates"] ? { duplicates: { status: 400 } } : {},
    latency: parseLatency(args.latency),
    chaos: chaosOf(args),
  };
}

function parseLatency(text: string): number | [number, number] {
  const [, min, max = min] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  const range: [number, number] = [Number(min), Number(max)];
  if (range[0] <= range[1]) return range[0] === range[1] ? range[0] : range;
  throw new Error(`--latency must be milliseconds such as 200, or a range such as 100-500, not "${text}".`);
}

function chaosOf(args: Arguments): ChaosOptions | undefined {
  const { chaos: rate, "chaos-fault": chosen, "chaos-seed": seed } = args;
  if (rate === undefined && chosen.length > 0)
    throw new Error("--chaos-fault needs --chaos, the share of the requests, such as --chaos 0.1.");
  if (rate === undefined && seed === undefined) return undefined;
  if (rate !== undefined && !(/^\d*\.?\d+$/.test(rate) && Number(rate) <= 1))
    throw new Error(`--chaos must be a number from 0 to 1, not "${rate}".`);
  if (seed !== undefined && !(parseInteger(seed) < 2 ** 32))
    throw new Error(`--chaos-seed must be an integer from 0 to 4294967295, not "${seed}".`);
  return {
    rate: Number(rate ?? 0), // The seed alone is for the latency.
    faults: chosen.length === 0 ? undefined : chosen.map(parseFault),
    seed: seed === undefined ? randomInt(2 ** 32) : Number(seed),
  };
}
