/** Starts a real proxy, with a configuration in a temporary folder, on a free port of 127.0.0.1. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findServer } from "../../../scripts/installed-programs.ts";
import { findFreePort, isListening } from "../../support/servers.ts";

/** Where the proxy listens, where the store does, and the proxy's own folder. */
export interface Place {
  port: number;
  storePort: string;
  folder: string;
}

export interface Gateway {
  configuration: (place: Place) => string;
  /** Runs the proxy in the foreground. @param file its configuration */
  command: (file: string, place: Place) => [program: string, ...args: string[]];
}

/** Runs a command until it ends, or until its input closes: also if the process of the tests is killed. */
const UNTIL_INPUT_CLOSES =
  'exec 3<&0; "$@" </dev/null 3<&- & child=$!; { read -r _ <&3; kill $child; } 2>/dev/null & exec 3<&-; wait $child';

/** Starts a proxy in front of the store. It ends when it is disposed of. */
export async function startGateway({ configuration, command }: Gateway, storeUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), "plant-store-gateway-"));
  await chmod(folder, 0o777); // As root, some proxies change to a user of their own.
  const place = { port: await findFreePort(), storePort: new URL(storeUrl).port, folder };
  const file = join(folder, "gateway.conf");
  await writeFile(file, configuration(place));
  const [program, ...args] = command(file, place);
  const path = findServer(program) ?? program;
  const child = spawn("sh", ["-c", UNTIL_INPUT_CLOSES, "sh", path, ...args], { cwd: folder });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const exited = once(child, "exit");
  const gateway = {
    url: `http://127.0.0.1:${place.port}`,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
  const deadline = Date.now() + 60_000;
  while (!(await isListening(place.port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await gateway[Symbol.asyncDispose]();
      throw new Error(`${program} does not listen (exit code ${child.exitCode}): ${output}`);
    }
    await sleep(50);
  }
  return gateway;
}
