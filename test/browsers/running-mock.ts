/** The mock that a user starts: the built command, in a process of its own. */
import { PlantStoreClient } from "plant-store-sdk";
import { connectMockStore } from "plant-store-sdk/mocks/remote";
import { RunningCommand } from "../commands/running-command.ts";

export type RunningMock = Awaited<ReturnType<typeof startMock>>;

let sessions = 0;

/** @param port by default a free one */
export async function startMock(port = 0, ...options: string[]) {
  const command = await RunningCommand.start("--port", `${port}`, ...options);
  const { url } = command;
  const connect = (session: string) => connectMockStore(url, { session });
  return {
    url,
    /** The name of a session that nobody has used. */
    newSession: () => `session-${++sessions}`,
    connect,
    /** A client of a session. It does not retry. */
    createClient: (session: string) =>
      new PlantStoreClient({ baseUrl: connect(session).baseUrl, token: "other-client-token", maxRetries: 0 }),
    stop: async () => void (await command.end()),
  };
}
