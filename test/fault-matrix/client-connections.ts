/** The connections of Node's fetch, seen from within: what no peer can see. */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

const sockets = new Set<Socket>();

subscribe("net.client.socket", (message) => {
  const { socket } = message as { socket: Socket };
  sockets.add(socket.on("close", () => sockets.delete(socket)));
});

/** Waits until fetch, too, knows of no connection to a port any more. */
export async function connectionsLost(port: number): Promise<void> {
  await Promise.all([...sockets].filter(({ remotePort }) => remotePort === port).map(closed));
}

/**
 * Waits until fetch has no connection at all. One that an aborted call has lost it makes anew, for nothing, and were there
 * another peer on the same port by then, it would be that one's.
 */
export async function allConnectionsLost(): Promise<void> {
  await someTurns();
  while (sockets.size > 0) {
    await Promise.all([...sockets].map(closed));
    await someTurns();
  }
}

/** Lets everything else have its turns. */
export async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
}

function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once("close", resolve));
}

const writers = new Map<number | undefined, () => void>();

subscribe("undici:client:sendHeaders", (message) => {
  const { socket } = message as { socket: Socket };
  writers.get(socket.remotePort)?.();
});

/** Tells when fetch has chosen its connection to a port and writes a request. */
export function onWriting(port: number, tell: () => void): void {
  writers.set(port, tell);
}
