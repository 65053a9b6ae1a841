/** The token is sent to one origin, in one header, whatever the server responds. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { plant } from "../support/client.ts";
import { listenUntilTestEnds, type SocketServer, startSocketServer } from "../support/servers.ts";
import { builds, HEADER_SAFE_CANARY } from "./builds.ts";

/** Starts a server that must not receive any connection from the SDK. */
async function startSecondOrigin() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {}).resume();
  });
  const port = await listenUntilTestEnds(server);
  /** Opens one more connection and waits for it: they are accepted in order, so all earlier ones are counted. */
  const countConnections = async () => {
    const accepted = once(server, "connection");
    const probe = connect(port, "127.0.0.1");
    await accepted;
    probe.destroy();
    return connections - 1;
  };
  return { port, countConnections };
}

const BODY = '{"name":"Fern"}';

/** All headers that can make a client contact another URL. */
const headersPointingTo = (port: number, target: string): string[] => [
  `location: ${target}`,
  `content-location: ${target}`,
  `refresh: 0; url=${target}`,
  `link: <${target}>; rel=preload; as=fetch, <${target}>; rel=preconnect, <${target}>; rel=canonical`,
  `alt-svc: h2="127.0.0.1:${port}"; ma=3600; persist=1, http/1.1="127.0.0.1:${port}", h3=":${port}"`,
  `www-authenticate: Bearer realm="${target}", authorization_uri="${target}", resource_metadata="${target}"`,
  `set-cookie: session=1; Domain=127.0.0.1; Path=/`,
  "strict-transport-security: max-age=99",
];

const targets: Record<string, (port: number) => string> = {
  "another port": (port) => `http://127.0.0.1:${port}/plants`,
  "another name of the host": (port) => `http://localhost:${port}/plants`,
  https: (port) => `https://127.0.0.1:${port}/plants`,
};

const STATUSES = [
  ...[200, 201, 202, 300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 403, 407, 408, 429],
  ...[500, 502, 503, 504],
  421, // The last, because of its repeats.
];

/** Starts a server whose responses, and early hints before them, point to the second origin. */
function startRedirectingServer(port: number, target: string, status: () => number): Promise<SocketServer> {
  const headers = headersPointingTo(port, target);
  return startSocketServer((socket) => {
    socket.write(`HTTP/1.1 103 Early Hints\r\n${headers.join("\r\n")}\r\n\r\n`);
    // A 304 has no body.
    const body = status() === 304 ? "" : BODY;
    const lines = [...headers, "retry-after: 0", `content-length: ${body.length}`];
    socket.write(`HTTP/1.1 ${status()} Status\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  });
}

describe.each(builds)("%s", (_, { PlantStoreClient }) => {
  test.each(Object.entries(targets))("never follows a response to %s", async (_what, targetAt) => {
    const second = await startSecondOrigin();
    let status = 0;
    const first = await startRedirectingServer(second.port, targetAt(second.port), () => status);
    const client = new PlantStoreClient({ baseUrl: first.url, token: HEADER_SAFE_CANARY, maxRetries: 0 });
    for (status of STATUSES) {
      const before = first.requests.length;
      const result = await client.safeCreatePlant(plant);
      expect(result.success, String(status)).toBe(status === 200);
      // Node's `fetch` repeats a 421 once itself, unless a copy of undici has replaced its dispatcher.
      if (status !== 421) expect(first.requests.length - before, `requests of a ${status}`).toBe(1);
    }
    for (const request of first.requests) expect(request).toMatch(/^POST \/plants HTTP\/1\.1\r\n/);
    expect(await second.countConnections()).toBe(0);
  });
});
