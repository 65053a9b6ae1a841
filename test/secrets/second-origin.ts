/** A server that nobody should ever turn to, and knows whether somebody did. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { listenUntilTestEnds } from "../support/servers.ts";

export interface SecondOrigin {
  port: number;
  /** How many connections were made to it. */
  countConnections(): Promise<number>;
}

export async function secondOrigin(): Promise<SecondOrigin> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {}).resume();
  });
  const port = await listenUntilTestEnds(server);
  return {
    port,
    // By a connection of its own: connections are accepted in order, so that none can still be on its way.
    async countConnections() {
      const accepted = once(server, "connection");
      const knock = connect(port, "127.0.0.1");
      await accepted;
      knock.destroy();
      connections -= 1;
      return connections;
    },
  };
}
