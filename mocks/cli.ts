#!/usr/bin/env node
/** The command `plant-store-mock`: a store that listens, one line when it is ready, one line a request. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { NewPlant } from "../src/schemas.ts";
import { VERSION } from "../src/version.ts";
import { parseSeed } from "./seed.ts";
import {
  createPlantStore,
  listen,
  type PlantStore,
  type PlantStoreOptions,
  type ServedRequest,
} from "./server.ts";

const USAGE = `Usage: plant-store-mock [options]

The reference implementation of the Plant Store, on a port of this machine, until Ctrl+C.

  --port PORT                 listen on this port; 0 is any free one (default: 4010)
  --host HOST                 on this interface (default: 127.0.0.1, which only this machine reaches)
  --token TOKEN               accept this bearer token; may be given several times (default: accept any)
  --seed FILE                 begin with the plants of this file: JSON, or NDJSON (one plant a line)
  --unauthorized-status CODE  answer a missing or refused token with 400 or 401 (default: 400)
  --reject-duplicates         answer a plant whose id exists already with 400 (default: create it)
  --json                      print one JSON object a line
  --help                      print this
  --version                   print the version
`;

try {
  const args = readArguments();
  if (args.help) process.stdout.write(USAGE);
  else if (args.version) console.log(VERSION);
  else await serve(args);
} catch (error) {
  const message = (error as Error).message.replace(/\b(createPlantStore|listen): /, "");
  console.error(`plant-store-mock: ${message.replace(/\s*\n\s*/g, " ")}`); // Parsers quote lines.
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
    // It is not repeated: it may be half of a token.
    const isPositional = code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL";
    const [problem] = isPositional ? ["An argument belongs to no option"] : message.split(/\.\s/);
    throw new Error(`${problem}; --help says what there is.`);
  }
}

type Arguments = ReturnType<typeof readArguments>;

async function serve(args: Arguments): Promise<void> {
  const { host, json } = args;
  const port = /^\d{1,5}$/.test(args.port) ? Number(args.port) : Number.NaN;
  if (!(port <= 65_535))
    throw new Error(`--port must be a whole number from 0 to 65535, not "${args.port}".`);

  const server = await listen(createStore(args), {
    port,
    host,
    onRequest: (request) => console.log(json ? toJson(request) : toText(request)),
  });
  // Not when the event loop is empty: a log that nobody reads any more would keep it busy.
  const end = () => server.close().then(() => process.exit());
  // Whoever read the log may have gone; the store stays.
  process.stdout.on("error", () => {});
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
  const { url } = server;
  console.log(
    json ? JSON.stringify({ event: "ready", url }) : `The Plant Store listens on ${url} (Ctrl+C ends it)`,
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
    // Nobody can read them from outside, and the process may run for weeks.
    maxPlants: 0,
    maxRequests: 0,
  };
  if (args.seed === undefined) return createPlantStore(options);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(args.seed));
    return createPlantStore({ ...options, plants: parseSeed(text) as NewPlant[] });
  } catch (error) {
    throw new Error(`--seed ${args.seed}: ${(error as Error).message}`);
  }
}

function toJson({ duration, ...request }: ServedRequest): string {
  return JSON.stringify({ event: "request", ...request, duration: Number(duration.toFixed(1)) });
}

function toText({ method, path, status, duration }: ServedRequest): string {
  return `${method} ${path} ${status ?? "no answer"} ${duration.toFixed(1)} ms`;
}
