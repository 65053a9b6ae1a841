/** The connections of Node's fetch, observed inside the client. */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

const sockets = new Set<Socket>();

subscribe("net.client.socket", (message) => {
  const { socket } = message as { socket: Socket };
  sockets.add(socket.on("close", () => sockets.delete(socket)));
});

/** Waits until fetch has closed all connections to a port. */
export async function waitUntilDisconnected(port: number): Promise<void> {
  await Promise.all([...sockets].filter(({ remotePort }) => remotePort === port).map(closed));
}

/**
 * Waits until fetch has closed all connections. After an aborted call, fetch reconnects without need, and could
 * reach another server that listens on the same port by then.
 */
export async function waitUntilAllDisconnected(): Promise<void> {
  await runEventLoop();
  while (sockets.size > 0) {
    await Promise.all([...sockets].map(closed));
    await runEventLoop();
  }
}

/** Waits for several turns of the event loop, so that pending events are processed. */
export async function runEventLoop(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
}

function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once("close", resolve));
}

const listeners = new Map<number | undefined, () => void>();

subscribe("undici:client:sendHeaders", (message) => {
  const { socket } = message as { socket: Socket };
  listeners.get(socket.remotePort)?.();
});

/** Calls the listener when fetch has chosen a connection to the port and writes a request. */
export function onRequestWrite(port: number, listener: () => void): void {
  listeners.set(port, listener);
}
