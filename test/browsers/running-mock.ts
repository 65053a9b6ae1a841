/** The mock that a user starts: the built command, in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PlantStoreClient } from "plant-store-sdk";
import { connectMockStore } from "plant-store-sdk/mocks/remote";
import { builtFile } from "../../scripts/built-file.ts";

const command = builtFile("cli/plant-store-sdk.js");

export type RunningMock = Awaited<ReturnType<typeof startMock>>;

let sessions = 0;

/** @param port by default a free one */
export async function startMock(port = 0, ...options: string[]) {
  const child = spawn(process.execPath, [command, "mock", "--json", "--port", String(port), ...options], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [ready] = await Promise.race([once(createInterface(child.stdout), "line"), exited]);
  const url: string = JSON.parse(ready).url;
  const connect = (session: string) => connectMockStore(url, { session });
  return {
    url,
    /** The name of a session that nobody has used. */
    newSession: () => `session-${++sessions}`,
    connect,
    /** A client of a session. It does not retry. */
    createClient: (session: string) =>
      new PlantStoreClient({ baseUrl: connect(session).baseUrl, token: "other-client-token", maxRetries: 0 }),
    async stop() {
      child.kill();
      await exited;
    },
  };
}
