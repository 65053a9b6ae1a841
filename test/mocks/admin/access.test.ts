import type { ListenOptions } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { RawClient, requestText } from "../../support/raw-client.ts";
import { openAdmin, postPlant } from "./admin-server.ts";

const SECRET = "secret-token-of-a-user";

type Headers = Record<string, string | undefined>;

/** Sends a request with these headers, by default to a host that is allowed. */
async function send(port: number, method: string, path: string, headers: Headers = {}) {
  const client = await RawClient.connect(port);
  const defaults = { authorization: undefined, host: "127.0.0.1" };
  const body = path.endsWith("/clear") ? { body: "" } : {};
  client.send(requestText(path, { method, ...body, ...defaults, ...headers }));
  return client.response();
}

type Route = [method: string, path: string, status: number];

const routes: Route[] = [
  ["GET", "/__admin", 308],
  ["GET", "/__admin/", 200],
  ["GET", "/__admin/requests", 200],
  ["DELETE", "/__admin/requests", 204],
  ["GET", "/__admin/plants", 200],
  ["GET", "/__admin/faults", 200],
  ["DELETE", "/__admin/faults", 204],
  ["POST", "/__admin/clear", 204],
  ["GET", "/sessions/one/__admin/requests", 200],
  ["GET", "/sessions", 200],
  ["DELETE", "/sessions/one", 204],
];

/** A store with something to steal or to change. */
async function openFilled(options?: ListenOptions) {
  const { store, server, url } = await openAdmin(options);
  await postPlant(url, `{"id":1,"name":"${SECRET}"}`);
  store.enqueue({ type: "status", status: 503 });
  return { store, port: server.port, url };
}

const HOST = "127.0.0.1:4010";
const LOCAL_HOSTS = [HOST, "localhost", "LOCALHOST:80", "plants.localhost:4010", "[::1]:4010"];

test.each<[who: string, headers: Headers]>([
  ...[...LOCAL_HOSTS, "192.168.1.7", "[fe80::1]"].map((host): [string, Headers] => [
    `host ${host}`,
    { host },
  ]),
  ["request's own origin", { host: HOST, origin: "http://127.0.0.1:4010" }],
  ["same host behind TLS", { host: HOST, origin: "https://127.0.0.1:4010" }],
  ["default port", { host: "localhost", origin: "http://localhost:80" }],
  [
    "mock's own page behind a proxy that changes Host",
    { host: HOST, origin: "http://localhost:5173", "sec-fetch-site": "same-origin" },
  ],
  ...["same-origin", "same-site", "none"].map((site): [string, Headers] => [
    `request with Sec-Fetch-Site: ${site}`,
    { "sec-fetch-site": site },
  ]),
])("the %s may use admin and sessions", async (_, headers) => {
  const { port } = await openFilled();
  for (const [method, path, status] of routes)
    expect([path, (await send(port, method, path, headers)).status]).toEqual([path, status]);
});

const REBOUND_HOSTS = ["plants.example", "localhost.plants.example", "127.0.0.1.plants.example"];

test.each<[who: string, headers: Headers, message?: string]>([
  // A page may have rebound its own name to this machine. Then it sends a matching Origin.
  ...[...REBOUND_HOSTS, "mylocalhost", "mock:4010"].map((host): [string, Headers, string] => [
    `the host ${host}`,
    { host, origin: `http://${host}` },
    `the admin API and sessions do not allow the host ${new URL(`http://${host}`).hostname}: use an IP address or localhost, or allow the name with --allowed-host or \`allowedHosts\``,
  ]),
  ["another site", { host: HOST, origin: "https://plants.example" }],
  ["another port", { host: HOST, origin: "http://127.0.0.1:4011" }],
  ["another name of this machine", { host: HOST, origin: "http://localhost:4010" }],
  ["a page without an origin", { host: HOST, origin: "null" }],
  ["an invalid origin", { host: HOST, origin: "://" }],
  ["another site without Origin, as an <img> sends it,", { "sec-fetch-site": "cross-site" }],
])("%s may not: each route responds 403, shows nothing and changes nothing", async (...row) => {
  const [, headers, message = "the admin API cannot be used by pages of another origin"] = row;
  const { store, port, url } = await openFilled();
  const content = () => [store.plants, store.requests, store.faults];
  const before = content();
  for (const [method, path] of routes) {
    const { status, body } = await send(port, method, path, headers);
    expect([path, status, JSON.parse(body)]).toEqual([path, 403, { error: 403, message }]);
  }
  expect(content()).toEqual(before);
  expect(await (await fetch(`${url}/sessions`)).json()).toEqual({ sessions: [] });
});

test("allowedHosts allows host names in any case and on any port", async () => {
  const { port } = await openFilled({ allowedHosts: ["Mock", "plants.example"] });
  for (const host of ["mock:4010", "MOCK", "plants.example", "127.0.0.1"]) {
    expect((await send(port, "GET", "/__admin/plants", { host })).status).toBe(200);
  }
  expect((await send(port, "GET", "/__admin/plants", { host: "other.example" })).status).toBe(403);
});

test.each([
  ["another site", "/plants", "https://plants.example", 200],
  ["another site", "/sessions/one/plants", "https://plants.example", 403],
  ["another site", "/", "https://plants.example", 404],
  ["another site", "/sessions/one/", "https://plants.example", 403],
  ["another site by its address", "/sessions/one/plants", "http://192.0.2.1", 403],
  ["a sandboxed frame", "/sessions/one/plants", "null", 403],
  ["this machine", "/sessions/one/plants", "http://localhost:5173", 200],
  ["this machine by another name", "/sessions/one/plants", "http://app.localhost:5173", 200],
  ["this machine by its address", "/sessions/one/plants", "http://127.0.0.1:5173", 200],
  ["an allowed host", "/sessions/one/plants", "https://app.example:5173", 200],
])("by CORS, a page of %s POSTs to %s (Origin %s)", async (_, path, origin, status) => {
  const { port } = await openFilled({ allowedHosts: ["app.example"] });
  await send(port, "POST", "/__admin/clear");
  const headers = { origin, "sec-fetch-site": "cross-site", authorization: "Bearer any" };
  const response = await send(port, "POST", path, headers);
  expect(response.status).toBe(status);
  if (status === 403)
    expect(JSON.parse(response.body).message).toBe(
      "a page of another site cannot use sessions: serve it from localhost, or allow its host with --allowed-host or `allowedHosts`",
    );
});

test.each([
  ["http://plants.example", 403],
  ["null", 403],
  ["http://app.example:5173", 200],
  ["http://localhost:5173", 200],
  ["http://192.0.2.7:5173", 200],
])("without Sec-Fetch-Site, the Origin %s decides who may use a session: %d", async (origin, status) => {
  const { port } = await openFilled({ allowedHosts: ["app.example"] });
  const headers = { host: "192.0.2.7:4010", origin, authorization: "Bearer any" };
  expect((await send(port, "POST", "/sessions/one/plants", headers)).status).toBe(status);
});

test("a page of another origin can read the reason, but gets no permission by a preflight", async () => {
  const { port } = await openFilled();
  const asked = { origin: "https://plants.example", "access-control-request-method": "POST" };
  const { status, headers } = await send(port, "OPTIONS", "/__admin/clear", asked);
  expect(status).toBe(403);
  expect(headers["access-control-allow-origin"]).toBe("https://plants.example");
  expect(headers).not.toHaveProperty("access-control-allow-methods");
  expect(headers).not.toHaveProperty("access-control-allow-credentials");
});

test("a response of the admin API cannot be read, embedded or framed by another site", async () => {
  const { url } = await openFilled();
  for (const [method, path] of routes) {
    const { headers } = await fetch(url + path, { method });
    expect(headers.get("access-control-allow-origin"), path).toBeNull();
    expect(headers.get("vary"), path).toBe("origin");
    expect(headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("cache-control"), path).toBe("no-store");
  }
  const { headers } = await fetch(`${url}/__admin/`);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("HTTP/1.0 without a Host cannot use the admin API", async () => {
  const { port } = await openFilled();
  const { body } = await send(port, "GET", "/__admin/plants", { version: "1.0", host: undefined });
  expect(body).toBe('{"error":403,"message":"the admin API and sessions need a valid Host header"}');
});
