/** Starts Plant Stores as HTTP servers in child processes. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

const root = resolve(import.meta.dirname, "..");
const MOCK = resolve(root, "dist/cli/plant-store-mock.js");

/** A program that uses `listen`. */
const LISTEN_PROGRAM = `
  import { MockStore, listen } from "plant-store-sdk/mocks/server";
  const { url } = await listen(new MockStore());
  console.log("listening on " + url);
`;

interface RunningServer {
  port: number;
  process: ChildProcess;
}

async function startBare(): Promise<RunningServer> {
  const child = fork(new URL("loopback-server.ts", import.meta.url), { execArgv: [] });
  const [port] = await once(child, "message");
  return { port, process: child };
}

/** Arguments for Node that start a server that prints its URL. */
export const commands: Record<string, string[]> = {
  "plant-store-mock": [MOCK, "--port", "0"],
  listen: ["--input-type=module", "--eval", LISTEN_PROGRAM],
};

/** Starts a server and waits until it prints its port. */
async function startCommand(args: string[]): Promise<RunningServer> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    const port = /listen.*:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume(); // Discards its log.
    return { port: Number(port), process: child };
  }
  throw new Error(`${args[0]} exited before it was ready.`);
}

export function startServer(name: string): Promise<RunningServer> {
  const args = commands[name];
  return args === undefined ? startBare() : startCommand(args);
}

/** Stops the server and waits until its process has exited. */
export async function stopServer({ process }: RunningServer): Promise<void> {
  const exited = once(process, "exit");
  process.kill();
  await exited;
}
