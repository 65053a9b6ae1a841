import {
  constants,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
} from "node:http2";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { readPem } from "../support/pem.ts";
import { listenUntilTestEnds } from "../support/servers.ts";

type Http2Server = Awaited<ReturnType<typeof startHttp2Server>>;

/**
 * Starts a server that supports HTTP/2 and HTTP/1.1 on a free port of 127.0.0.1. It closes when the test ends.
 * test/certificates/private-ca.pem has signed its certificate. `allHeld` resolves when each plant to hold has arrived.
 *
 * @param idsToHold plants without a response. If one of them arrives again, that request gets a response
 */
export async function startHttp2Server(idsToHold: number[]) {
  const arrived: number[] = []; // The ids of plants, oldest first.
  const versions: string[] = []; // Of HTTP, of every request.
  const connections = new Set<Socket>(); // Every one so far.
  const missing = new Set(idsToHold);
  const held: Http2ServerResponse[] = [];
  const { promise: allHeld, resolve } = Promise.withResolvers<Http2ServerResponse[]>();

  const answer = async (request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> => {
    const { id, name } = JSON.parse(await text(request));
    arrived.push(id);
    versions.push(request.httpVersion);
    if (missing.delete(id)) held.push(response);
    else response.end(JSON.stringify({ name }));
    if (missing.size === 0) resolve(held);
  };
  const tls = { key: readPem("key"), cert: readPem("signed-by-private-ca"), allowHTTP1: true };
  const server = createSecureServer(tls, answer);
  server.on("connection", (socket: Socket) => connections.add(socket));
  server.on("sessionError", () => {}); // Tests reset connections.
  const url = `https://127.0.0.1:${await listenUntilTestEnds(server)}`;
  return { url, arrived, versions, connections, allHeld };
}

/** Ways to lose the calls whose responses are held. */
export const losses = {
  "the connection is reset": async ({ connections }: Http2Server): Promise<void> => {
    for (const socket of connections) socket.resetAndDestroy();
  },
  "the server destroys the session": async (server: Http2Server): Promise<void> => {
    for (const session of await heldSessions(server)) session.destroy();
  },
  // The next two say that the server did not process the requests (RFC 9113 section 8.7). Here, that is a lie.
  "a GOAWAY excludes the requests": async (server: Http2Server): Promise<void> => {
    for (const session of await heldSessions(server)) session.goaway(constants.NGHTTP2_NO_ERROR, 1);
  },
  "the server refuses the streams": async ({ allHeld }: Http2Server): Promise<void> => {
    for (const { stream } of await allHeld) stream.close(constants.NGHTTP2_REFUSED_STREAM);
  },
};

/** The sessions of the responses that are held. */
export async function heldSessions({ allHeld }: Http2Server): Promise<Set<Http2Session>> {
  return new Set((await allHeld).flatMap(({ stream }) => stream.session ?? []));
}
