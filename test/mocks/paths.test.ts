/** The paths of the server. A client with an incorrect base URL must get a 404, and never another store. */
import { expect, test } from "vitest";
import { RawClient, requestText } from "../support/raw-client.ts";
import { openAdmin } from "./admin/admin-server.ts";

/** Posts a plant to a request target, exactly as it is written, and returns the status and the message. */
async function postTo(port: number, target: string) {
  const client = await RawClient.connect(port);
  client.send(requestText(target, { host: "127.0.0.1" }));
  const { status, body } = await client.response();
  return { status, message: JSON.parse(body).message };
}

const WRONG_PATHS = [
  "/session/a/plants",
  "//sessions/a/plants",
  "/Sessions/a/plants",
  "/sessions/a//plants",
  "/sessions/a/api/plants",
  "/sessions/a/sessions/b/plants",
  "/api/sessions/a/plants",
  "/v1/plants",
  "/plants/",
  "//plants",
  "/./plants",
  "/x/../plants",
  "/plants;a=1",
  "http://other.example/api/plants",
];

test.each(WRONG_PATHS)("POST %s gets a 404 that names the path to use, and creates nothing", async (path) => {
  const { store, server, url } = await openAdmin();
  const { status, message } = await postTo(server.port, path);
  expect(status).toBe(404);
  expect(message).toMatch(
    / does not exist: use POST (\/plants or POST \/sessions\/NAME|\/sessions\/a)\/plants$/,
  );
  expect(store.plants).toEqual([]);
  const { sessions } = await (await fetch(`${url}/sessions`)).json();
  for (const name of sessions) {
    const { plants } = await (await fetch(`${url}/sessions/${name}/__admin/plants`)).json();
    expect(plants).toEqual([]);
  }
});

test.each([
  ["/", { basePath: "/" }, ""],
  ["/api", { basePath: "/api/" }, "/api"],
  ["/a/b~1/c%20d", { basePath: "/a/b~1/c%20d" }, "/a/b~1/c%20d"],
  ["/api/", { basePath: "/api", admin: false }, "/api"],
  ["/sessions/one/", {}, "/sessions/one"],
  ["/sessions/one", {}, "/sessions/one"],
])("GET and HEAD %s respond 200 and say what is where, without a record", async (path, options, base) => {
  const { store, server, url } = await openAdmin(options);
  const target = `http://127.0.0.1:${server.port}${path}`;
  const page = "admin" in options ? "" : ` The live page is at ${base}/__admin/.`;
  expect(await (await fetch(target)).text()).toBe(
    `This is a Plant Store mock. POST ${base}/plants creates a plant, and GET ${base}/health responds 200.${page}\n`,
  );
  expect((await fetch(target, { method: "HEAD" })).status).toBe(200);
  expect(store.requests).toEqual([]);
  if (page !== "") expect(await (await fetch(`${url}/sessions`)).json()).toEqual({ sessions: [] });
});

test("with a base path, everything is below it", async () => {
  const { store, server, url } = await openAdmin({ basePath: "/api/v1" });
  expect(url).toBe(`http://127.0.0.1:${server.port}/api/v1`);
  for (const target of ["/api/v1/plants", "/api/v1/sessions/a/plants"])
    expect((await postTo(server.port, target)).status).toBe(200);
  expect(store.plants).toHaveLength(1);
  for (const path of ["/health", "/sessions", "/__admin/", "/__admin/plants", "/sessions/a/__admin/plants"])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  for (const target of [
    "/plants",
    "/api/plants",
    "/api/v1plants",
    "/sessions/a/plants",
    "/api/v1/v1/plants",
  ]) {
    const message = `${target} does not exist: use POST /api/v1/plants or POST /api/v1/sessions/NAME/plants`;
    expect(await postTo(server.port, target)).toEqual({ status: 404, message });
  }
  const root = `http://127.0.0.1:${server.port}`;
  for (const path of ["/health", "/sessions", "/__admin/plants", "/sessions/a/__admin/plants"])
    expect([path, (await fetch(root + path)).status]).toEqual([path, 404]);
  const message = await (await fetch(`${root}/__admin/plants`)).text();
  expect(message).toContain("the admin API is at /api/v1/__admin/ and /api/v1/sessions/NAME/__admin/");
  expect(store.plants).toHaveLength(1);
});

test("opening a base URL in a browser leads to the live page", async () => {
  const { server, url } = await openAdmin({ basePath: "/api" });
  const withoutAccept = await RawClient.connect(server.port);
  withoutAccept.send(requestText("/api/", { method: "GET", body: "", host: "127.0.0.1" }));
  expect((await withoutAccept.response()).status).toBe(200);
  const open = (path: string, accept = "text/html,*/*") => fetch(`${url}${path}`, { headers: { accept } });
  for (const path of ["", "/", "/sessions/a/", "/sessions/a:b", "/__admin"]) {
    const response = await open(path);
    const page = `${url}${path.replace(/\/(__admin)?$/, "")}/__admin/`;
    expect([response.status, response.url]).toEqual([200, page]);
    if (path !== "/__admin") expect((await open(path, "*/*")).url).toBe(url + path);
  }
  expect((await open("/plants/")).status).toBe(404);
  const { url: withoutAdmin } = await openAdmin({ admin: false });
  const page = await fetch(`${withoutAdmin}/`, { headers: { accept: "text/html" } });
  expect(page.headers.get("content-type")).toMatch(/^text\/plain/);
});
