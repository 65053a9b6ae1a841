/** Proxies of Debian between the client and the store: the guide says which of them send a request again. */
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fault, faults, listen, MockStore } from "../../../mocks/server.ts";
import { PlantStoreClient, type PlantStoreFailure } from "../../../src/index.ts";
import { installApp } from "../../consumers/app.ts";
import { readPem } from "../../support/pem.ts";
import { runProgram } from "../../support/run-program.ts";
import { readGuideTable, withoutVersion } from "../guide-tables.ts";
import { apache, haproxy, lighttpd, nginx, squid, varnish } from "./gateway-configurations.ts";
import { type Gateway, startGateway } from "./start-gateway.ts";

const CACHE_BODY = "sub vcl_recv { std.cache_req_body(100KB); }";
const CLOSE = 'sub vcl_backend_fetch { set bereq.http.Connection = "close"; }';
const RETRY_ON = "retry-on all-retryable-errors";
const NOT_POST = "http-request disable-l7-retry if METH_POST";
const TIMEOUT = "proxy_next_upstream error timeout non_idempotent;";
const TWO_SERVERS = ["PLACE max_fails=0", "PLACE max_fails=0"];

/** By their names in the guide. */
const GATEWAYS: Record<string, Gateway> = {
  nginx: nginx(),
  "nginx with `proxy_next_upstream error non_idempotent`": nginx("proxy_next_upstream error non_idempotent;"),
  "nginx with two servers and `proxy_next_upstream error timeout non_idempotent`": nginx(
    TIMEOUT,
    TWO_SERVERS,
  ),
  HAProxy: haproxy(),
  "HAProxy with `option httpclose` in the frontend": haproxy("", "option httpclose"),
  "HAProxy with `option httpclose` in the backend": haproxy("option httpclose"),
  "HAProxy with `retry-on response-timeout`": haproxy("retry-on response-timeout"),
  "HAProxy with `retry-on all-retryable-errors`": haproxy(RETRY_ON),
  "HAProxy with both `retry-on` and `http-request disable-l7-retry if METH_POST`": haproxy(
    `${RETRY_ON}\n  ${NOT_POST}`,
  ),
  "HAProxy with `retry-on` and the settings below": haproxy(RETRY_ON, `option httpclose\n  ${NOT_POST}`),
  Apache: apache(),
  "Apache with `KeepAlive Off`": apache("KeepAlive Off"),
  Varnish: varnish(),
  "Varnish with `return (pipe)`": varnish("sub vcl_recv { return (pipe); }"),
  "Varnish with `std.cache_req_body()`": varnish(CACHE_BODY),
  "Varnish with both `std.cache_req_body()` and `bereq.http.Connection`": varnish(`${CACHE_BODY}\n${CLOSE}`),
  "Varnish with these two and `return (retry)` in `vcl_backend_error`": varnish(
    `${CACHE_BODY}\n${CLOSE}\nsub vcl_backend_error { return (retry); }`,
  ),
  "Varnish with these two and `return (retry)` in `vcl_backend_response` after a 5xx": varnish(
    `${CACHE_BODY}\n${CLOSE}\nsub vcl_backend_response { if (beresp.status >= 500) { return (retry); } }`,
  ),
  "Varnish with these two and `return (restart)` in `vcl_deliver` after a 5xx": varnish(
    `${CACHE_BODY}\n${CLOSE}\nsub vcl_deliver { if (resp.status >= 500 && req.restarts == 0) { return (restart); } }`,
  ),
  "Varnish with all five and the conditions below": varnish(
    `${CACHE_BODY}
${CLOSE}
sub vcl_backend_error { if (bereq.method != "POST") { return (retry); } }
sub vcl_backend_response { if (bereq.method != "POST" && beresp.status >= 500) { return (retry); } }
sub vcl_deliver { if (req.method != "POST" && resp.status >= 500 && req.restarts == 0) { return (restart); } }`,
  ),
  squid: squid(),
  lighttpd,
};

const afterCreate = true;
const LOST = faults.reset({ afterCreate });
const STATUSES = [500, 502, 503, 504];

/** By their names in the guide. After the others, the client creates a plant without a fault. */
const EVENTS: [event?: string, fault?: Fault][] = [
  ["lost (new)", LOST],
  [],
  ["lost (reused)", LOST],
  [],
  ...STATUSES.map((status): [string, Fault] => [`${status}`, faults.status(status, { afterCreate })]),
  [],
  ["timeout", faults.hang({ afterCreate })],
  [],
];

const postsOf = (id: number, store: MockStore) =>
  store.requests.filter(({ plant }) => plant?.id === id).length;

/** What the client got: a status, or nothing because the connection closed. */
const seenIn = (error: PlantStoreFailure | undefined) =>
  error === undefined ? "200" : error.kind === "connection" ? "closed" : `${error.response?.status}`;

/** Calls of the client through a proxy, one for each of {@link EVENTS}. */
async function callThrough(baseUrl: string, store: MockStore) {
  const client = new PlantStoreClient({ baseUrl, token: "any" });
  const calls: { event: string | undefined; seen: string; posts: number }[] = [];
  for (const [id, [event, fault]] of EVENTS.entries()) {
    if (fault) store.enqueue({ ...fault, id });
    const { error } = await client.safeCreatePlant({ id, name: "Fern" });
    calls.push({ event, seen: seenIn(error), posts: postsOf(id, store) });
  }
  return calls;
}

/** The names of events in the guide, which has one for all of {@link STATUSES}. */
const shorten = (events: string) => events.replace(STATUSES.join(", "), "5xx");

/**
 * Two requests of curl on one connection; the response to the second is lost. Returns how often the store got that one.
 *
 * @param times how many of its responses are lost
 */
async function curlThrough(url: string, store: MockStore, times: Fault["times"] = 1): Promise<string> {
  const post = (id: number) => [
    ...[
      "--silent",
      "--insecure",
      "--max-time",
      "50",
      `${url}/plants`,
      "--header",
      "authorization: Bearer any",
    ],
    ...["--header", "content-type: application/json", "--data", `{"id":${id},"name":"Fern"}`],
  ];
  store.enqueue({ ...LOST, id: 102, times });
  await runProgram("curl", [...post(101), "--next", ...post(102)], { env: { PATH: process.env.PATH } });
  return `${postsOf(102, store)}`;
}

const table = readGuideTable("Proxies", withoutVersion);

test("the guide has every proxy of these tests", () => {
  expect([...table.keys()].sort()).toEqual(Object.keys(GATEWAYS).sort());
});

test.concurrent.each(Object.entries(GATEWAYS))("%s does what the guide says", async (name, gateway) => {
  const row = table.get(name);
  const store = new MockStore();
  await using server = await listen(store);
  await using proxy = await startGateway(gateway, server.url);
  const calls = await callThrough(proxy.url, store);
  for (const { event, ...call } of calls) if (!event) expect(call).toEqual({ seen: "200", posts: 1 });
  const again = calls.filter(({ event, posts }) => event && posts > 1).map(({ event }) => event);
  const lost = calls.filter(({ event }) => event?.startsWith("lost")).map(({ seen }) => seen);
  expect({
    sendsAgainAfter: shorten(again.join(", ")) || "nothing",
    more: [...lost, await curlThrough(proxy.url, store)],
  }).toEqual({ ...row, sendsAgainAfter: row?.sendsAgainAfter.join(", ") || "nothing" });
});

const certificate = join(await mkdtemp(join(tmpdir(), "plant-store-gateways-")), "certificate.pem");
await writeFile(certificate, readPem("self-signed") + readPem("key"));
afterAll(() => rm(dirname(certificate), { recursive: true }));

test.concurrent.each([
  ["6", "in its frontend", "h2", "option httpclose", ""],
  ["1", "in its frontend, without HTTP/2", "http/1.1", "option httpclose", ""],
  ["1", "in the second of two frontends", "h2", "", "option httpclose"],
])("curl sends %s requests through HAProxy with httpclose %s", async (posts, _, alpn, outer, inner) => {
  const store = new MockStore();
  await using server = await listen(store);
  await using second = await startGateway(haproxy("", inner), server.url);
  const first = haproxy("", outer, `ssl crt ${certificate} alpn ${alpn}`);
  await using proxy = await startGateway(first, inner ? second.url : server.url);
  expect(await curlThrough(proxy.url.replace("http", "https"), store, "always")).toBe(posts);
});

const app = installApp(join(import.meta.dirname, ".."));
const example = () => join(app.folder, "testing-gateway.mjs");
// As its first comment says.
beforeAll(() =>
  copyFile(join(app.folder, "node_modules/plant-store-sdk/examples/testing-gateway.ts"), example()),
);

test.concurrent.each<[verb: string, name: string, exitCode: number, gateway?: Gateway, seconds?: string]>([
  ["passes", "nginx", 0],
  ["passes", "HAProxy", 0],
  ["fails", "nginx with `proxy_next_upstream error non_idempotent`", 1],
  ["fails", "HAProxy with `retry-on all-retryable-errors`", 1],
  ["fails", "HAProxy with `retry-on response-timeout`", 1],
  [
    "fails",
    "nginx that repeats only after a timeout",
    1,
    nginx("proxy_next_upstream timeout non_idempotent;", TWO_SERVERS),
  ],
  ["cannot test a timeout", "nginx with fewer seconds", 2, nginx(), "3"],
  ["cannot reach the store", "nginx that takes its servers as down", 2, nginx("", ["PLACE", "PLACE"])],
])("the example %s behind %s", async (verb, name, exitCode, gateway = GATEWAYS[name], seconds = "30") => {
  await using mock = await listen(new MockStore(), { admin: true });
  await using proxy = await startGateway(gateway as Gateway, mock.url);
  const { code, stdout } = await runProgram(process.execPath, [example(), proxy.url, mock.url, seconds]);
  expect(code, stdout).toBe(exitCode);
  expect(stdout.match(/^[✓✗?] .*: request \d+/gm)).toHaveLength(10);
  if (verb.includes("timeout")) expect(stdout).toMatch(/^\? not tested, .*: request 9, Hang/m);
  if (verb.includes("reach")) expect(stdout).toMatch(/^\? did not reach the store.*\n.*502/m);
});

test("the example says how to run it, and what it cannot reach", async () => {
  const { code, stderr } = await runProgram(process.execPath, [example()]);
  expect([code, stderr]).toEqual([2, "Usage: node testing-gateway.mjs GATEWAY_URL [MOCK_URL] [SECONDS]\n"]);
});
