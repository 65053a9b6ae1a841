/** Which runtimes use HTTP/2 if the server supports it, which calls share a connection, and what its loss does to them. */
import { expect, test } from "vitest";
import { pemPath } from "../support/pem.ts";
import { heldSessions, losses, startHttp2Server } from "./http2-server.ts";
import { BUN, DENO, denoArgs, NODE_22, NODE_24, NODE_26, run } from "./programs.ts";

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
