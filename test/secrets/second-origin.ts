/** A server that must not receive any connection from the SDK. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { listenUntilTestEnds } from "../support/servers.ts";

export interface SecondOrigin {
  port: number;
  /** The number of connections that the server accepted. */
  countConnections(): Promise<number>;
}

export async function startSecondOrigin(): Promise<SecondOrigin> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {}).resume();
  });
  const port = await listenUntilTestEnds(server);
  return {
    port,
    // Opens one more connection and waits for it: connections are accepted in order, so all earlier ones are counted.
    async countConnections() {
      const accepted = once(server, "connection");
      const probe = connect(port, "127.0.0.1");
      await accepted;
      probe.destroy();
      connections -= 1;
      return connections;
    },
  };
}
