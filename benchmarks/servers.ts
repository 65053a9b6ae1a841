/** Plant stores on ports, each a process of its own. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

const root = resolve(import.meta.dirname, "..");
const MOCK = resolve(root, "dist/cli/mock.js");

/** A store with its journal, in a process of one's own. */
const LISTENING = `
  import { createPlantStore, listen } from "plant-store-sdk/mocks/server";
  const { url } = await listen(createPlantStore());
  console.log("The store listens on " + url);
`;

/** A store that is ready. */
export interface RunningServer {
  port: number;
  process: ChildProcess;
}

async function startBare(): Promise<RunningServer> {
  const child = fork(new URL("peer.ts", import.meta.url), { execArgv: [] });
  const [port] = await once(child, "message");
  return { port, process: child };
}

/** The commands that start a server and print its address. */
export const commands: Record<string, string[]> = {
  "plant-store-mock": [MOCK, "--port", "0"],
  listen: ["--input-type=module", "--eval", LISTENING],
};

/** Runs a command until it prints that it listens. */
async function startCommand(args: string[]): Promise<RunningServer> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    const port = /listen.*:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume(); // Its log goes nowhere.
    return { port: Number(port), process: child };
  }
  throw new Error(`${args[0]} ended before it was ready.`);
}

export function startServer(name: string): Promise<RunningServer> {
  const args = commands[name];
  return args === undefined ? startBare() : startCommand(args);
}

/** Ends it and waits until its port is free. */
export async function stopServer({ process }: RunningServer): Promise<void> {
  const exited = once(process, "exit");
  process.kill();
  await exited;
}
