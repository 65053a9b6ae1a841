/** The actions of a faulty server, and the checkpoints of a call that an action can wait for. */
import type { Socket } from "node:net";

/** The connection that an action applies to. */
export interface Connection {
  /** The TLS socket if the server uses TLS, otherwise the TCP socket. */
  socket: Socket;
  /** The TCP socket. */
  tcp: Socket;
  checkpoints: Checkpoints;
}

/** A step of the server. The next action starts when it has finished. After the last action, the server is silent. */
export type Action = (connection: Connection) => unknown;

export interface Checkpoint {
  /** Resolves when the checkpoint is reached. */
  reached: Promise<void>;
  reach(): void;
}

/** What happens during a call, at the client and at the server. */
export interface Checkpoints {
  /** The previous call has settled. */
  previousSettled: Checkpoint;
  /** The client is about to send a request. */
  request: Checkpoint;
  /** The client has chosen a reused connection and writes its request. */
  writing: Checkpoint;
  /** The client has received a status. */
  response: Checkpoint;
  settled: Checkpoint;
  /** The server has written its bytes to the socket. */
  sent: Checkpoint;
}

function createCheckpoint(): Checkpoint {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  return { reached, reach };
}

export function createCheckpoints(): Checkpoints {
  return {
    previousSettled: createCheckpoint(),
    request: createCheckpoint(),
    writing: createCheckpoint(),
    sent: createCheckpoint(),
    response: createCheckpoint(),
    settled: createCheckpoint(),
  };
}

export function waitFor(name: keyof Checkpoints): Action {
  return ({ checkpoints }) => checkpoints[name].reached;
}

export function send(bytes: string | Buffer): Action {
  return async ({ socket, checkpoints }) => {
    await write(socket, bytes);
    checkpoints.sent.reach();
  };
}

/** Sends each byte in its own packet. */
export function sendByteByByte(bytes: string): Action {
  return async ({ socket }) => {
    socket.setNoDelay();
    for (const byte of Buffer.from(bytes)) {
      await write(socket, Buffer.of(byte));
      await new Promise(setImmediate);
    }
  };
}

/** Sends the same bytes repeatedly until the client closes the connection. */
export function flood(bytes: string | Buffer): Action {
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
