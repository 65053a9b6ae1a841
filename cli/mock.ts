#!/usr/bin/env node
/** The command `plant-store-mock`: runs the mock as an HTTP server, with one log line per request. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  createPlantStore,
  listen,
  type PlantStore,
  type PlantStoreOptions,
  type ServedRequest,
} from "../mocks/server.ts";
import type { NewPlant } from "../src/contract/schemas.ts";
import { VERSION } from "../src/version.ts";
import { parsePlants } from "./plants-file.ts";

const USAGE = `Usage: plant-store-mock [options]

Runs a Plant Store mock server on this machine until you press Ctrl+C.

  --port PORT                 listen on this port; 0 picks a free port (default: 4010)
  --host HOST                 listen on this address (default: 127.0.0.1, this machine only)
  --token TOKEN               accept this bearer token; repeatable (default: accept any token)
  --seed FILE                 start with these plants: a JSON array, or NDJSON (one per line)
  --unauthorized-status CODE  status for a missing or wrong token, 400 or 401 (default: 400)
  --reject-duplicates         reject an id that already exists with 400 (default: accept it)
  --json                      log as JSON, one object per line
  --help                      print this help
  --version                   print the version
`;

try {
  const args = readArguments();
  if (args.help) process.stdout.write(USAGE);
  else if (args.version) console.log(VERSION);
  else await serve(args);
} catch (error) {
  const message = (error as Error).message.replace(/\b(createPlantStore|listen): /, "");
  console.error(`plant-store-mock: ${message.replace(/\s*\n\s*/g, " ")}`); // The message can quote lines of the file.
  process.exitCode = 2;
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: "string", default: "4010" },
        host: { type: "string" },
        token: { type: "string", multiple: true },
        seed: { type: "string" },
        "unauthorized-status": { type: "string", default: "400" },
        "reject-duplicates": { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
        version: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The argument is not shown: it may be part of a token.
    const isPositional = code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL";
    const [problem] = isPositional ? ["Unexpected argument"] : message.split(/\.\s/);
    throw new Error(`${problem}. Run with --help for usage.`);
  }
}

type Arguments = ReturnType<typeof readArguments>;

async function serve(args: Arguments): Promise<void> {
  const { host, json } = args;
  const port = /^\d{1,5}$/.test(args.port) ? Number(args.port) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`--port must be an integer from 0 to 65535, not "${args.port}".`);

  const server = await listen(createStore(args), {
    port,
    host,
    onRequest: (request) => console.log(json ? toJson(request) : toText(request)),
  });
  // Exit explicitly: a pending write to a blocked stdout would keep the process alive.
  const end = () => server.close().then(() => process.exit());
  process.stdout.on("error", () => {}); // stdout may be closed (EPIPE). The server continues.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
  const { url } = server;
  console.log(
    json
      ? JSON.stringify({ event: "ready", url })
      : `Plant Store mock listening on ${url} (press Ctrl+C to stop)`,
  );
}

function createStore(args: Arguments): PlantStore {
  const { token: tokens = [], "unauthorized-status": status } = args;
  if (tokens.includes("")) throw new Error("--token must not be empty.");
  if (status !== "400" && status !== "401")
    throw new Error(`--unauthorized-status must be 400 or 401, not "${status}".`);
  const options: PlantStoreOptions = {
    auth: tokens.length === 0 ? "required" : (token) => tokens.includes(token),
    unauthorizedStatus: status === "401" ? 401 : 400,
    duplicates: args["reject-duplicates"] ? "reject" : "accept",
    // Keep no history: nobody can read it from outside, and the server may run for weeks.
    maxPlants: 0,
    maxRequests: 0,
  };
  if (args.seed === undefined) return createPlantStore(options);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(args.seed));
    return createPlantStore({ ...options, plants: parsePlants(text) as NewPlant[] });
  } catch (error) {
    throw new Error(`--seed ${args.seed}: ${(error as Error).message}`);
  }
}

function toJson({ duration, ...request }: ServedRequest): string {
  return JSON.stringify({ event: "request", ...request, duration: Number(duration.toFixed(1)) });
}

function toText({ method, path, status, duration }: ServedRequest): string {
  return `${method} ${path} ${status ?? "no response"} ${duration.toFixed(1)} ms`;
}
