/** Whatever a server answers, the token goes to one origin, in one header. */
import type { CreatePlantOptions } from "plant-store-sdk";
import { describe, expect, test } from "vitest";
import { plant } from "../support/client.ts";
import { type SocketServer, startSocketServer } from "../support/servers.ts";
import { builds } from "./builds.ts";
import { TOKEN } from "./hostile-responses.ts";
import { type SecondOrigin, secondOrigin } from "./second-origin.ts";

const BODY = '{"name":"Fern"}';

/** Everything that has sent a client elsewhere since HTTP began. */
const luresTo = (port: number, target: string): string[] => [
  `location: ${target}`,
  `content-location: ${target}`,
  `refresh: 0; url=${target}`,
  `link: <${target}>; rel=preload; as=fetch, <${target}>; rel=preconnect, <${target}>; rel=canonical`,
  `alt-svc: h2="127.0.0.1:${port}"; ma=3600; persist=1, http/1.1="127.0.0.1:${port}", h3=":${port}"`,
  `alternates: {"${target}" 1.0}`,
  `uri: <${target}>`,
  `www-authenticate: Bearer realm="${target}", authorization_uri="${target}", resource_metadata="${target}"`,
  `proxy-authenticate: Basic realm="${target}"`,
  `proxy-authentication-info: nextnonce="${target}"`,
  `set-cookie: session=1; Domain=127.0.0.1; Path=/`,
  `report-to: {"group":"d","max_age":99,"endpoints":[{"url":"${target}"}]}`,
  `reporting-endpoints: default="${target}"`,
  `nel: {"report_to":"d","max_age":99,"success_fraction":1,"failure_fraction":1}`,
  `content-security-policy: report-uri ${target}`,
  `sourcemap: ${target}`,
  `service-worker-allowed: ${target}`,
  `x-forwarded-host: 127.0.0.1:${port}`,
  "strict-transport-security: max-age=99",
  "clear-site-data: *",
];

const targets: Record<string, (port: number) => string> = {
  "another port": (port) => `http://127.0.0.1:${port}/plants`,
  "another name of the host": (port) => `http://localhost:${port}/plants`,
  https: (port) => `https://127.0.0.1:${port}/plants`,
  "no scheme": (port) => `//127.0.0.1:${port}/plants`,
  backslashes: (port) => `\\\\127.0.0.1:${port}\\plants`,
  "a user": (port) => `http://store.example@127.0.0.1:${port}/plants`,
};

const STATUSES = [200, 201, 202, 300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 403];
const REPEATED = [408, 429, 500, 502, 503, 504];

/** The statuses that fetch does not simply hand on (Fetch Standard, section 4.6, "HTTP-network-or-cache fetch"). */
const keptByFetch = [
  [407, "fetch takes for a lost connection", "connection", 2, 2],
  [421, "fetch repeats to the same server, once", "unexpected-response", 1, 2],
] as const;

/** A server that answers with lures, after early hints that are lures too. */
function luringPeer(second: SecondOrigin, target: string, status: () => number): Promise<SocketServer> {
  const lures = luresTo(second.port, target);
  return startSocketServer((socket) => {
    socket.write(`HTTP/1.1 103 Early Hints\r\n${lures.join("\r\n")}\r\n\r\n`);
    // A 304 has no body.
    const body = status() === 304 ? "" : BODY;
    const lines = [...lures, "retry-after: 0", `content-length: ${body.length}`];
    socket.write(`HTTP/1.1 ${status()} Lure\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  });
}

const RETRYING: CreatePlantOptions = { retryUnknown: true, maxRetries: 2 };

describe.each(builds)("%s", (_, { PlantStoreClient }) => {
  test.each(Object.entries(targets))("never follows an answer to %s", async (_what, targetAt) => {
    const second = await secondOrigin();
    let status = 0;
    const first = await luringPeer(second, targetAt(second.port), () => status);
    const client = new PlantStoreClient({ baseUrl: first.url, token: TOKEN, ...RETRYING });
    let expected = 0;
    for (status of [...STATUSES, ...REPEATED]) {
      const result = await client.safeCreatePlant(plant);
      expect(result.success, String(status)).toBe(status === 200);
      expected += REPEATED.includes(status) ? 3 : 1;
      expect(first.requests.length, `requests after a ${status}`).toBe(expected);
    }
    for (const request of first.requests) expect(request).toMatch(/^POST \/plants HTTP\/1\.1\r\n/);
    expect(await second.countConnections()).toBe(0);
  });

  test.each(keptByFetch)(
    "never follows a %i, which %s",
    async (status, _what, ending, attempts, requests) => {
      const second = await secondOrigin();
      const first = await luringPeer(second, `http://127.0.0.1:${second.port}`, () => status);
      const client = new PlantStoreClient({ baseUrl: first.url, token: TOKEN, ...RETRYING, maxRetries: 1 });
      expect(await client.safeCreatePlant(plant)).toMatchObject({ error: { kind: ending, attempts } });
      expect(first.requests).toHaveLength(requests);
      expect(await second.countConnections()).toBe(0);
    },
  );

  test("sends the token in one line of the request's head, and nowhere else", async () => {
    const first = await startSocketServer((socket) => {
      socket.end(
        `HTTP/1.1 503 Busy\r\nretry-after: 0\r\nset-cookie: t=${TOKEN}\r\nconnection: close\r\n\r\n`,
      );
    });
    const client = new PlantStoreClient({ baseUrl: `${first.url}/api`, token: TOKEN, ...RETRYING });
    await client.safeCreatePlant({ id: 1, name: "Fern", tag: "indoor" });
    expect(first.requests).toHaveLength(3);
    for (const request of first.requests) {
      const lines = request.split("\r\n").filter((line) => /canary|bearer|authorization/i.test(line));
      expect(lines).toEqual([`authorization: Bearer ${TOKEN}`]);
      const headers = Array.from(request.matchAll(/^([\w-]+): /gm), ([, name]) => name);
      expect(headers.filter((name) => /cookie|referer|origin/.test(String(name)))).toEqual([]);
    }
  });
});
