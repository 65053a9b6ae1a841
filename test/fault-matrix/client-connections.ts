/** The connections of Node's fetch, observed inside the client. */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

const sockets = new Set<Socket>();

subscribe("net.client.socket", (message) => {
  const { socket } = message as { socket: Socket };
  sockets.add(socket.on("close", () => sockets.delete(socket)));
});

/**
 * Waits until fetch has closed its connections to a port, or all. After an aborted call, fetch reconnects without need,
 * and could reach another server that listens on the same port by then.
 */
export async function waitUntilDisconnected(port?: number): Promise<void> {
  const isOpen = ({ remotePort }: Socket) => port === undefined || remotePort === port;
  await runEventLoop();
  for (let open = [...sockets].filter(isOpen); open.length > 0; open = [...sockets].filter(isOpen)) {
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
    await runEventLoop();
  }
}

/** Waits for several turns of the event loop, so that pending events are processed. */
export async function runEventLoop(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
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
