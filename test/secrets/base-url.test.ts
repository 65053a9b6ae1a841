/** The token is sent only to the host that `new URL` reads from the base URL. */
import { describe, expect, test } from "vitest";
import { plant } from "../support/client.ts";
import { startSocketServer } from "../support/servers.ts";
import { builds } from "./builds.ts";
import { HEADER_SAFE_CANARY } from "./canary.ts";
import { startSecondOrigin } from "./second-origin.ts";

/** Base URLs made of two hosts with ports, and the path that is requested from the first host. */
const unusual: [what: string, baseUrl: (first: string, second: string) => string, path: string][] = [
  ["backslashes instead of slashes", (first) => `http:\\\\${first}\\api`, "/api/plants"],
  ["an @ after a backslash", (first, second) => `http://${first}\\@${second}`, `/@SECOND/plants`],
  ["an @ in the path", (first, second) => `http://${first}/@${second}`, "/@SECOND/plants"],
  ["slashes before another host", (first, second) => `http://${first}//${second}`, "//SECOND/plants"],
  [
    "another URL as its path",
    (first, second) => `http://${first}/http://${second}/`,
    "/http://SECOND/plants",
  ],
  ["dot segments", (first, second) => `http://${first}/../..//${second}`, "//SECOND/plants"],
  ["escaped dot segments", (first, second) => `http://${first}/a/%2e%2E//${second}`, "//SECOND/plants"],
  ["tabs and line breaks", (first) => `ht\ttp:/\n/${first.replace(".", "\r.\n")}/a\npi\t`, "/api/plants"],
  ["an escaped line break", (first) => `http://${first}/a%0d%0ahost:%20b`, "/a%0d%0ahost:%20b/plants"],
  ["full-width digits", (first) => `http://${first.replace("127", "１２７")}/api`, "/api/plants"],
  ["a number as the host", (first) => `http://${first.replace("127.0.0.1", "2130706433")}`, "/plants"],
  ["an escaped host", (first) => `http://${first.replace("127", "%31%32%37")}`, "/plants"],
];

describe.each(builds)("%s", (_, { PlantStoreClient }) => {
  test.each(unusual)("sends to the host that `new URL` reads: %s", async (_what, baseUrlOf, path) => {
    const second = await startSecondOrigin();
    const first = await startSocketServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"name":"Fern"}');
    });
    const { host } = new URL(first.url);
    const secondHost = `127.0.0.1:${second.port}`;
    const baseUrl = baseUrlOf(host, secondHost);
    expect(new URL(baseUrl).host).toBe(host);
    await new PlantStoreClient({ baseUrl, token: HEADER_SAFE_CANARY }).createPlant(plant);
    const heads = first.requests.map((request) => request.split("\r\n").slice(0, 2));
    expect(heads).toEqual([[`POST ${path.replace("SECOND", secondHost)} HTTP/1.1`, `host: ${host}`]]);
    expect(await second.countConnections()).toBe(0);
  });
});
