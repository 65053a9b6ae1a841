/**
 * A peer on a bare TCP or TLS socket that misbehaves by a script: it answers, stalls, drips, floods, resets, hangs up and
 * lies at any byte. It counts the connections, and the requests that reached it whole.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { readPem } from "../support/pem.ts";
import type { Line, Moments, Move } from "./moves.ts";

export interface Script {
  /** Speaks TLS with this one of `test/certificates`; without, plain text, whatever the URL promises. */
  certificate?: string;
  /** Of the URL; by default what is spoken. */
  scheme?: "http" | "https";
  /** What it does as soon as a connection is there. */
  greeting?: Move[];
  /** What it does at the first bytes that come, whatever they are. */
  atFirstBytes?: Move[];
  /** What it does at the first whole request, at the second and so on; the last goes for all that follow. */
  answers?: Move[][];
}

export interface MisbehavingPeer {
  url: string;
  connections: number;
  /** How many requests reached it whole. */
  requests: number;
  /** Hangs up, and says how many connections its client would not let go of. */
  close(): Promise<number>;
}

/** How long a client may take to close a connection that its peer has ended, ms. */
const PATIENCE = 5000;
const { setTimeout, clearTimeout } = globalThis; // The real ones: a test may replace the client's.

/** A peer on a free port of 127.0.0.1. */
export async function misbehavingPeer(script: Script, moments: Moments): Promise<MisbehavingPeer> {
  const sockets = new Set<Socket>();
  const server = createServer((tcp) => {
    peer.connections += 1;
    const socket = script.certificate ? speakTls(tcp, script.certificate) : tcp;
    sockets.add(socket.on("close", () => sockets.delete(socket)));
    socket.on("error", () => {}); // A client that breaks off is no failure of the peer.
    serve({ socket, tcp, moments }, script, () => peer.requests++);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const scheme = script.scheme ?? (script.certificate ? "https" : "http");
  const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer = { url, connections: 0, requests: 0, close: () => hangUp(server, sockets) };
  return peer;
}

/** @param count counts a request, and says how many came before it. */
function serve(line: Line, script: Script, count: () => number): void {
  const { greeting = [], atFirstBytes = [], answers = [] } = script;
  let received = "";
  line.socket.setEncoding("latin1").on("data", (chunk) => {
    if (received === "") play(atFirstBytes);
    received += chunk;
    if (!isWhole(received)) return;
    received = "";
    play(answers[Math.min(count(), answers.length - 1)] ?? []);
  });
  play(greeting);

  async function play(moves: Move[]): Promise<void> {
    for (const move of moves) await move(line);
  }
}

function isWhole(request: string): boolean {
  const [head = "", body] = request.split("\r\n\r\n");
  const length = /^content-length: (\d+)$/im.exec(head)?.[1] ?? "0";
  return body !== undefined && body.length >= Number(length);
}

async function hangUp(server: Server, sockets: Set<Socket>): Promise<number> {
  let kept = 0;
  const closed = once(server, "close");
  server.close();
  for (const socket of sockets) socket.end();
  const timer = setTimeout(() => {
    kept = sockets.size;
    for (const socket of sockets) socket.destroy();
  }, PATIENCE);
  await closed;
  clearTimeout(timer);
  return kept;
}

// TLS.

const contexts = new Map<string, SecureContext>();

function speakTls(tcp: Socket, certificate: string): TLSSocket {
  const secureContext =
    contexts.get(certificate) ?? createSecureContext({ key: readPem("key"), cert: readPem(certificate) });
  contexts.set(certificate, secureContext);
  return new TLSSocket(tcp, { isServer: true, secureContext });
}
