/** However a base URL is written, the token goes where `new URL` says, and only there. */
import { describe, expect, test } from "vitest";
import { plant } from "../support/client.ts";
import { startSocketServer } from "../support/servers.ts";
import { builds } from "./builds.ts";
import { TOKEN } from "./hostile-responses.ts";
import { secondOrigin } from "./second-origin.ts";

/** Base URLs of two hosts, each with its port: what they are, and the path that reaches the first of them. */
const odd: [what: string, baseUrl: (first: string, second: string) => string, path: string][] = [
  ["backslashes for slashes", (first) => `http:\\\\${first}\\api`, "/api/plants"],
  ["an @ behind a backslash", (first, second) => `http://${first}\\@${second}`, `/@SECOND/plants`],
  ["an @ in its path", (first, second) => `http://${first}/@${second}`, "/@SECOND/plants"],
  ["many slashes", (first) => `http://////${first}/api`, "/api/plants"],
  ["no slashes behind the scheme", (first) => `http:${first}/api`, "/api/plants"],
  ["slashes before another host", (first, second) => `http://${first}//${second}`, "//SECOND/plants"],
  [
    "another URL as its path",
    (first, second) => `http://${first}/http://${second}/`,
    "/http://SECOND/plants",
  ],
  ["dots that lead out of it", (first, second) => `http://${first}/../..//${second}`, "//SECOND/plants"],
  ["dots that are escaped", (first, second) => `http://${first}/a/%2e%2E//${second}`, "//SECOND/plants"],
  ["tabs and line breaks", (first) => `ht\ttp:/\n/${first.replace(".", "\r.\n")}/a\npi\t`, "/api/plants"],
  ["spaces around it", (first) => ` \n http://${first}/api \t`, "/api/plants"],
  ["an escaped line break", (first) => `http://${first}/a%0d%0ahost:%20b`, "/a%0d%0ahost:%20b/plants"],
  ["capitals", (first) => `HTTP://${first}/api`, "/api/plants"],
  ["ideographic full stops", (first) => `http://${first.replaceAll(".", "。")}/api`, "/api/plants"],
  ["full-width digits", (first) => `http://${first.replace("127", "１２７")}/api`, "/api/plants"],
  ["one number for its host", (first) => `http://${first.replace("127.0.0.1", "2130706433")}`, "/plants"],
  ["a hexadecimal host", (first) => `http://${first.replace("127.0.0.1", "0x7f.1")}`, "/plants"],
  ["an escaped host", (first) => `http://${first.replace("127", "%31%32%37")}`, "/plants"],
];

const refused: [what: string, baseUrl: (first: string, second: string) => string][] = [
  ["a user", (first, second) => `http://${first.replace(/:.*/, "")}@${second}`],
  ["a user and a password", (first, second) => `http://${first}@${second}`],
  ["a user that is the token", (first) => `http://${encodeURIComponent(TOKEN)}@${first}`],
  ["a password alone", (first) => `http://:${encodeURIComponent(TOKEN)}@${first}`],
  ["two users", (first, second) => `http://a@${first}@${second}`],
  ["a user behind a line break", (first, second) => `http://127.0.0.1\n@${second}/${first}`],
  ["a query before an @", (first, second) => `http://${first}?@${second}`],
  ["a fragment before an @", (first, second) => `http://${first}#@${second}`],
  ["an escaped slash in its host", (first, second) => `http://${first.replace(":", "%2f:")}.${second}`],
  ["a space in its host", (first, second) => `http://${first.replace(/:.*/, "")} ${second}`],
  ["two ports", (first) => `http://${first}:80`],
  ["another scheme", (first) => `ws://${first}`],
  ["data", (first) => `data:,http://${first}`],
];

describe.each(builds)("%s", (_, { PlantStoreClient }) => {
  test.each(odd)("sends where `new URL` says: %s", async (_what, baseUrlOf, path) => {
    const second = await secondOrigin();
    const first = await startSocketServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"name":"Fern"}');
    });
    const { host } = new URL(first.url);
    const secondHost = `127.0.0.1:${second.port}`;
    const baseUrl = baseUrlOf(host, secondHost);
    expect(new URL(baseUrl).host).toBe(host);
    await new PlantStoreClient({ baseUrl, token: TOKEN }).createPlant(plant);
    const heads = first.requests.map((request) => request.split("\r\n").slice(0, 2));
    expect(heads).toEqual([[`POST ${path.replace("SECOND", secondHost)} HTTP/1.1`, `host: ${host}`]]);
    expect(await second.countConnections()).toBe(0);
  });

  test.each(refused)("refuses %s, and turns to nobody", async (_what, baseUrlOf) => {
    const origins = [await secondOrigin(), await secondOrigin()] as const;
    const [first, second] = origins.map(({ port }) => `127.0.0.1:${port}`) as [string, string];
    const options = { baseUrl: baseUrlOf(first, second), token: TOKEN, allowInsecureHttp: true };
    expect(() => new PlantStoreClient(options)).toThrow(
      /^`baseUrl` must (not contain a user|be a URL such as)/,
    );
    for (const origin of origins) expect(await origin.countConnections()).toBe(0);
  });
});
