import { type ChildProcess, spawn } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../../support/run-program.ts";
import { findFreePort } from "../../support/servers.ts";
import { kill, requireProgram } from "../app.ts";

export interface Redis {
  url: string;
  /** Starts it again after `kill`, with the same port and folder. */
  start(...args: string[]): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts Redis with the example's settings on a free port, in a folder of its own. */
export async function startRedis(appFolder: string): Promise<Redis> {
  const program = requireProgram("redis-server");
  const folder = await mkdtemp(join(tmpdir(), "redis-"));
  await copyFile(join(appFolder, "redis.conf"), join(folder, "redis.conf"));
  const port = await findFreePort();
  let server: ChildProcess;
  const redis: Redis = {
    url: `redis://127.0.0.1:${port}`,
    async start(...args) {
      server = spawn(program, ["redis.conf", "--port", `${port}`, "--dir", folder, ...args], { cwd: folder });
      await outputOf(server, /Ready to accept connections/);
    },
    kill: () => kill(server),
    async remove() {
      await kill(server);
      await rm(folder, { recursive: true });
    },
  };
  await redis.start();
  return redis;
}
