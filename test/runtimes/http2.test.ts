/** Which runtimes use HTTP/2 if the server supports it, which calls share a connection, and what its loss does to them. */
import {
  constants,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
} from "node:http2";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { pemPath, readPem } from "../support/pem.ts";
import { listenUntilTestEnds } from "../support/servers.ts";
import { BUN, DENO, denoArgs, NODE_22, NODE_24, NODE_26, run } from "./programs.ts";

type Http2Server = Awaited<ReturnType<typeof startHttp2Server>>;

/**
 * Starts a server that supports HTTP/2 and HTTP/1.1 on a free port of 127.0.0.1. It closes when the test ends.
 * test/certificates/private-ca.pem has signed its certificate. `allHeld` resolves when each plant to hold has arrived.
 *
 * @param idsToHold plants without a response. If one of them arrives again, that request gets a response
 */
async function startHttp2Server(idsToHold: number[]) {
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
const losses = {
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
async function heldSessions({ allHeld }: Http2Server): Promise<Set<Http2Session>> {
  return new Set((await allHeld).flatMap(({ stream }) => stream.session ?? []));
}

const DENO_ARGS = [...denoArgs("net=127.0.0.1", "env", "read=."), "http2.mjs"];

/** The plants that the program creates at the same time. */
const IDS = [1, 2, 3, 4, 5, 6, 7, 8];
const ca = pemPath("private-ca");
const TRUSTING = { NODE_EXTRA_CA_CERTS: ca, DENO_CERT: ca };

type Loss = keyof typeof losses;
const overHttp1: Loss[] = ["the connection is reset"];
const overHttp2 = Object.keys(losses) as Loss[];

const runtimes: [name: string, program: string, args: string[], version: string, losses: Loss[]][] = [
  ["Node 22", NODE_22, ["http2.mjs"], "1.1", overHttp1],
  ["Node 24", NODE_24, ["http2.mjs"], "1.1", overHttp1],
  ["Node 26", NODE_26, ["http2.mjs"], "2.0", overHttp2],
  ["Bun", BUN, ["http2.mjs"], "1.1", overHttp1],
  ["Deno", DENO, DENO_ARGS, "2.0", overHttp2],
  ["Deno with Blobs", DENO, [...DENO_ARGS, "--blob"], "2.0", overHttp2],
];

/** After the other losses, Deno sends a request again unless its body is a Blob. */
const NOT_RESENT: Loss = "the server destroys the session";

const cases = runtimes.flatMap(([name, program, args, version, all]) =>
  all.map((loss) => ({ name, program, args, version, loss })),
);

test.each(cases)("$name over HTTP/$version reports concurrent calls as documented if $loss", async (row) => {
  const server = await startHttp2Server(IDS);
  const ended = run(row.program, [...row.args, server.url], TRUSTING);
  await server.allHeld;
  const isShared = server.connections.size === 1;
  await losses[row.loss](server);
  const results = JSON.parse((await ended).stdout);

  expect(new Set(server.versions)).toEqual(new Set([row.version]));
  expect(isShared).toBe(row.version === "2.0");
  const isResent = row.name === "Deno" && row.loss !== NOT_RESENT;
  const success = { success: true, attempts: 1, possibleDuplicate: false };
  const unknown = { success: false, error: { kind: "connection", outcome: "unknown", attempts: 1 } };
  expect(results).toMatchObject(IDS.map(() => (isResent ? success : unknown)));
  expect(server.arrived.toSorted()).toEqual([0, ...IDS.flatMap((id) => (isResent ? [id, id] : [id]))]);
});

test.each([
  { name: "Node 26", program: NODE_26, args: ["http2.mjs"], count: 8 },
  { name: "Deno", program: DENO, args: DENO_ARGS, count: 1 },
])("8 calls that $name starts before a connection exists use $count", async ({ program, args, count }) => {
  const server = await startHttp2Server(IDS);
  const ended = run(program, [...args, "--cold", server.url], TRUSTING);
  expect((await heldSessions(server)).size).toBe(count);
  for (const response of await server.allHeld) response.end('{"name":"Fern"}');
  const results = JSON.parse((await ended).stdout);
  expect(results).toMatchObject(IDS.map(() => ({ success: true, attempts: 1 })));
});
