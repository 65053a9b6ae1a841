/** The actions of a faulty server, the checkpoints of a call that an action can wait for, and responses to send. */
import type { Socket } from "node:net";
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";

export interface Connection {
  /** The TLS socket if the server uses TLS, otherwise the TCP socket. */
  socket: Socket;
  tcp: Socket;
  checkpoints: Checkpoints;
}

/** A step of the server. The next action starts when it has finished. After the last action, the server is silent. */
export type Action = (connection: Connection) => unknown;

const CHECKPOINTS = [
  "previousSettled", // The previous call has settled.
  "request", // The client is about to send a request.
  "writing", // The client has chosen a reused connection and writes its request.
  "sent", // The server has written its bytes to the socket.
  "response", // The client has received a status.
  "settled",
] as const;
type Checkpoint = (typeof CHECKPOINTS)[number];

/** What happens during a call, at the client and at the server. */
export type Checkpoints = Record<Checkpoint, PromiseWithResolvers<void>>;

export function createCheckpoints(): Checkpoints {
  const entries = CHECKPOINTS.map((name) => [name, Promise.withResolvers<void>()]);
  return Object.fromEntries(entries);
}

export function waitFor(name: Checkpoint): Action {
  return ({ checkpoints }) => checkpoints[name].promise;
}

export function send(bytes: string | Buffer): Action {
  return async ({ socket, checkpoints }) => {
    await write(socket, bytes);
    checkpoints.sent.resolve();
  };
}

/** Sends the same bytes repeatedly until the client closes the connection. */
export function flood(bytes: string): Action {
  return async ({ socket }) => {
    while (!socket.destroyed) {
      await write(socket, bytes);
      await new Promise(setImmediate); // Lets the timer of the client's deadline run.
    }
  };
}

function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}

/** Closes the connection with a FIN. With TLS, a close_notify alert goes before it. */
export const close: Action = ({ socket }) => socket.end();

/** Closes the connection with a FIN. With TLS, without a close_notify alert. */
export const closeWithoutNotify: Action = ({ socket }) => socket.destroy();

/** Closes the connection with an RST, which discards data in transit. */
export const reset: Action = ({ tcp }) => tcp.resetAndDestroy();

export const ERROR_JSON = '{"error":1,"message":"no"}';

const REASONS: Record<number, string> = { 200: "OK", 400: "Bad Request", 503: "Service Unavailable" };

export function head(status: number, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${REASONS[status] ?? ""}\r\n${lines.join("")}\r\n`;
}

export function response(status: number, body: string, headers: Record<string, string> = {}): string {
  return head(status, { ...headers, "content-length": Buffer.byteLength(body) }) + body;
}

export const successResponse: string = response(200, PLANT_JSON, JSON_TYPE);
