/** The mock that a user starts: the built command, in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PlantStoreClient } from "plant-store-sdk";
import { connectMockStore, type RemoteMockStore } from "plant-store-sdk/mocks/remote";
import { builtFile } from "../../scripts/built-file.ts";

const command = builtFile("cli/plant-store-sdk.js");

export interface RunningMock {
  url: string;
  /** The name of a session that nobody has used. */
  newSession(): string;
  connect(session: string): RemoteMockStore;
  /** A client of a session. It does not retry. */
  createClient(session: string): PlantStoreClient;
  stop(): Promise<void>;
}

let sessions = 0;

/** @param port by default a free one */
export async function startMock(port = 0, ...options: string[]): Promise<RunningMock> {
  const child = spawn(process.execPath, [command, "mock", "--json", "--port", String(port), ...options], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [ready] = await Promise.race([once(createInterface(child.stdout), "line"), exited]);
  const { url } = JSON.parse(ready);
  const connect = (session: string) => connectMockStore(url, { session });
  return {
    url,
    newSession: () => `session-${++sessions}`,
    connect,
    createClient: (session) =>
      new PlantStoreClient({ baseUrl: connect(session).baseUrl, token: "other-client-token", maxRetries: 0 }),
    async stop() {
      child.kill();
      await exited;
    },
  };
}
