/**
 * A server on a plain TCP or TLS socket that follows a script: it can respond, stall, flood, reset or close the
 * connection at any byte. It counts connections and complete requests.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { readPem } from "../support/pem.ts";
import { isComplete } from "../support/servers.ts";
import type { Action, Checkpoints } from "./actions.ts";

export interface Script {
  /** Uses TLS with this certificate of `test/certificates`. By default plain text, whatever the URL says. */
  certificate?: string;
  /** The scheme of the URL. By default the one that the server uses. */
  scheme?: "http" | "https";
  onConnect?: Action[];
  /** Runs when the first bytes arrive, whatever they are. */
  onFirstBytes?: Action[];
  /** One entry per complete request. The last entry also runs for all later requests. */
  responses?: Action[][];
}

export interface FaultyServer {
  url: string;
  port: number;
  connections: number;
  requests: number;
  /** Closes the server. Resolves with the number of connections that the client did not close. */
  close(): Promise<number>;
}

/** How long a client may take to close a connection that the server has ended, in ms. */
const CLOSE_TIMEOUT = 5000;
const { setTimeout, clearTimeout } = globalThis; // The real timers, even if a test uses fake ones.

export async function startFaultyServer(script: Script, checkpoints: Checkpoints): Promise<FaultyServer> {
  const { certificate, onConnect = [], onFirstBytes = [], responses = [] } = script;
  const secureContext =
    certificate && createSecureContext({ key: readPem("key"), cert: readPem(certificate) });
  const sockets = new Set<Socket>();
  const server = createServer((tcp) => {
    faultyServer.connections += 1;
    const socket = secureContext ? new TLSSocket(tcp, { isServer: true, secureContext }) : tcp;
    sockets.add(socket.on("close", () => sockets.delete(socket)));
    socket.on("error", () => {}); // The client may reset the connection.
    const run = async (actions: Action[]) => {
      for (const action of actions) await action({ socket, tcp, checkpoints });
    };
    let received = "";
    socket.setEncoding("latin1").on("data", (chunk) => {
      if (received === "") run(onFirstBytes);
      received += chunk;
      if (!isComplete(received)) return;
      received = "";
      run(responses[Math.min(faultyServer.requests++, responses.length - 1)] ?? []);
    });
    run(onConnect);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `${script.scheme ?? (certificate ? "https" : "http")}://127.0.0.1:${port}`;
  const faultyServer = { url, port, connections: 0, requests: 0, close };
  return faultyServer;

  async function close(): Promise<number> {
    let stillOpen = 0;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.end();
    const timer = setTimeout(() => {
      stillOpen = sockets.size;
      for (const socket of sockets) socket.destroy();
    }, CLOSE_TIMEOUT);
    await closed;
    clearTimeout(timer);
    return stillOpen;
  }
}
