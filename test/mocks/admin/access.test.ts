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

async function expectAllowed(headers: Headers): Promise<void> {
  const { port } = await openFilled();
  for (const [method, path, status] of routes)
    expect([path, (await send(port, method, path, headers)).status]).toEqual([path, status]);
}

/** Asserts that each route responds 403 with a message, shows nothing and changes nothing. */
async function expectForbidden(headers: Headers, message: string): Promise<void> {
  const { store, port, url } = await openFilled();
  const content = () => [store.plants, store.requests, store.faults];
  const before = content();
  for (const [method, path] of routes) {
    const { status, body } = await send(port, method, path, headers);
    expect([path, status, JSON.parse(body)]).toEqual([path, 403, { error: 403, message }]);
  }
  expect(content()).toEqual(before);
  expect(await (await fetch(`${url}/sessions`)).json()).toEqual({ sessions: [] });
}

const OTHER_ORIGIN = "the admin API cannot be used by pages of another origin";

test.each([
  "127.0.0.1:4010",
  "localhost",
  "LOCALHOST:80",
  "plants.localhost:4010",
  "[::1]:4010",
  "192.168.1.7",
  "[fe80::1]",
])("the host %s may be used", (host) => expectAllowed({ host }));

test.each([
  "plants.example",
  "localhost.plants.example",
  "127.0.0.1.plants.example",
  "mylocalhost",
  "mock:4010",
])("the host %s may not be used, because a page may have rebound it to this machine", async (host) => {
  const { hostname } = new URL(`http://${host}`);
  const message = `the admin API and sessions do not allow the host ${hostname}: use an IP address or localhost, or allow the name with --allowed-host or \`allowedHosts\``;
  // A page whose own name was rebound sends a matching Origin.
  await expectForbidden({ host, origin: `http://${host}` }, message);
});

test("allowedHosts allows host names in any case and on any port", async () => {
  const { port } = await openFilled({ allowedHosts: ["Mock", "plants.example"] });
  for (const host of ["mock:4010", "MOCK", "plants.example", "127.0.0.1"]) {
    expect((await send(port, "GET", "/__admin/plants", { host })).status).toBe(200);
  }
  expect((await send(port, "GET", "/__admin/plants", { host: "other.example" })).status).toBe(403);
});

test.each([
  ["the request's own origin", "127.0.0.1:4010", "http://127.0.0.1:4010"],
  ["the same host behind TLS", "127.0.0.1:4010", "https://127.0.0.1:4010"],
  ["the default port", "localhost", "http://localhost:80"],
])("the Origin of %s is allowed", (_, host, origin) => expectAllowed({ host, origin }));

test.each([
  ["another site", "https://plants.example"],
  ["another port", "http://127.0.0.1:4011"],
  ["another name of this machine", "http://localhost:4010"],
  ["a page without an origin", "null"],
  ["an invalid origin", "://"],
])("the Origin of %s is forbidden", (_, origin) =>
  expectForbidden({ host: "127.0.0.1:4010", origin }, OTHER_ORIGIN),
);

test("a page of the mock itself may use it behind a proxy that changes Host", () =>
  expectAllowed({
    host: "127.0.0.1:4010",
    origin: "http://localhost:5173",
    "sec-fetch-site": "same-origin",
  }));

test("a request of another site without Origin, as an <img> sends it, is forbidden", () =>
  expectForbidden({ "sec-fetch-site": "cross-site" }, OTHER_ORIGIN));

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

test.each(["same-origin", "same-site", "none"])(
  "a request with Sec-Fetch-Site: %s may use admin and sessions",
  (site) => expectAllowed({ "sec-fetch-site": site }),
);

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
