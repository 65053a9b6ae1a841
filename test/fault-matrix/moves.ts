/** What a misbehaving peer can do, one move after the other, and the moments of a call that it can wait for. */
import type { Socket } from "node:net";

/** What a move has at hand. */
export interface Line {
  /** What carries text: the TLS socket where there is TLS. */
  socket: Socket;
  /** The TCP socket beneath. */
  tcp: Socket;
  moments: Moments;
}

/** One thing that a peer does; the next follows when it is done. No further move is silence. */
export type Move = (line: Line) => unknown;

/** A moment that can be waited for, before it comes and after. */
export interface Moment {
  come: Promise<void>;
  now(): void;
}

/** What happens in the course of a call: at the client, and at its peer. */
export interface Moments {
  /** The call before this one has settled, where there is one. */
  before: Moment;
  /** The client is about to send a request. */
  request: Moment;
  /** The client has chosen a kept connection, and writes its request. */
  writing: Moment;
  /** The client has seen a status. */
  response: Moment;
  settled: Moment;
  /** The peer's bytes are on the way. */
  sent: Moment;
}

function moment(): Moment {
  const { promise: come, resolve: now } = Promise.withResolvers<void>();
  return { come, now };
}

export function newMoments(): Moments {
  return {
    before: moment(),
    request: moment(),
    writing: moment(),
    sent: moment(),
    response: moment(),
    settled: moment(),
  };
}

/** Waits until something has happened. */
export function when(name: keyof Moments): Move {
  return ({ moments }) => moments[name].come;
}

export function say(bytes: string | Buffer): Move {
  return async ({ socket, moments }) => {
    await write(socket, bytes);
    moments.sent.now();
  };
}

/** One byte at a time, each in a packet of its own. */
export function drip(bytes: string): Move {
  return async ({ socket }) => {
    socket.setNoDelay();
    for (const byte of Buffer.from(bytes)) {
      await write(socket, Buffer.of(byte));
      await new Promise(setImmediate);
    }
  };
}

/** The same again and again, until the client has had enough. */
export function flood(bytes: string | Buffer): Move {
  return async ({ socket }) => {
    while (!socket.destroyed) {
      await write(socket, bytes);
      await new Promise(setImmediate); // Let the client's deadline have its turn.
    }
  };
}

function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}

/** Ends the connection by a FIN, and before it, where there is TLS, by the alert that says so (close_notify). */
export const hangUp: Move = ({ socket }) => socket.end();

/** Ends the connection by a bare FIN: where there is TLS, nothing says that this was meant. */
export const cutOff: Move = ({ socket }) => socket.destroy();

/** Ends the connection by an RST, which destroys what is still on the way. */
export const reset: Move = ({ tcp }) => tcp.resetAndDestroy();
