/** Proxies of Debian between the client and the store: the guide says which of them send a request again. */
import { expect, test } from "vitest";
import { faults, listen, MockStore } from "../../../mocks/server.ts";
import { PlantStoreClient, type PlantStoreFailure } from "../../../src/index.ts";
import { runProgram } from "../../support/run-program.ts";
import { readGuideTable } from "../guide-tables.ts";
import { apache, haproxy, lighttpd, nginx, squid, varnish } from "./gateway-configurations.ts";
import { type Gateway, startGateway } from "./start-gateway.ts";

const CACHE_BODY = "sub vcl_recv { std.cache_req_body(100KB); }";

/** By their names in the guide. */
const GATEWAYS: Record<string, Gateway> = {
  nginx: nginx(),
  "nginx with `proxy_next_upstream error non_idempotent`": nginx("proxy_next_upstream error non_idempotent;"),
  HAProxy: haproxy(),
  "HAProxy with `option httpclose`": haproxy("option httpclose"),
  "HAProxy with `retry-on all-retryable-errors`": haproxy("retry-on all-retryable-errors"),
  "HAProxy with both `retry-on` and `http-request disable-l7-retry if METH_POST`": haproxy(
    "retry-on all-retryable-errors\n  http-request disable-l7-retry if METH_POST",
  ),
  Apache: apache(),
  "Apache with `KeepAlive Off`": apache("KeepAlive Off"),
  Varnish: varnish(),
  "Varnish with `std.cache_req_body()`": varnish(CACHE_BODY),
  "Varnish with both `std.cache_req_body()` and `bereq.http.Connection`": varnish(
    `${CACHE_BODY}\nsub vcl_backend_fetch { set bereq.http.Connection = "close"; }`,
  ),
  squid: squid(),
  lighttpd,
};

const LOST = faults.reset({ afterCreate: true });
const DOWN = faults.status(503, { afterCreate: true });

const postsOf = (id: number, store: MockStore) =>
  store.requests.filter(({ plant }) => plant?.id === id).length;

/** What the client got: a status, or nothing because the connection closed. */
const seenIn = (error: PlantStoreFailure | undefined) =>
  error === undefined ? "200" : error.kind === "connection" ? "closed" : `${error.response?.status}`;

/** Six calls of the client through a proxy. The response to every other one is lost, or a 503. */
async function callThrough(baseUrl: string, store: MockStore) {
  const client = new PlantStoreClient({ baseUrl, token: "any" });
  store.enqueue({ ...LOST, id: 1 }, { ...LOST, id: 3 }, { ...DOWN, id: 5 });
  const calls: { seen: string; posts: number }[] = [];
  for (const id of [1, 2, 3, 4, 5, 6]) {
    const { error } = await client.safeCreatePlant({ id, name: "Fern" });
    calls.push({ seen: seenIn(error), posts: postsOf(id, store) });
  }
  return calls;
}

/** Two requests of curl on one connection; the response to the second is lost. Returns how often the store got that one. */
async function curlThrough(url: string, store: MockStore): Promise<string> {
  const post = (id: number) => [
    ...["--silent", "--max-time", "50", `${url}/plants`, "--header", "authorization: Bearer any"],
    ...["--header", "content-type: application/json", "--data", `{"id":${id},"name":"Fern"}`],
  ];
  store.enqueue({ ...LOST, id: 12 });
  await runProgram("curl", [...post(11), "--next", ...post(12)], { env: { PATH: process.env.PATH } });
  return `${postsOf(12, store)}`;
}

const table = readGuideTable("Proxies");

test("the guide has every proxy of these tests", () => {
  expect([...table.keys()].sort()).toEqual(Object.keys(GATEWAYS).sort());
});

test.concurrent.each(Object.entries(GATEWAYS))("%s does what the guide says", async (name, gateway) => {
  const store = new MockStore();
  await using server = await listen(store);
  await using proxy = await startGateway(gateway, server.url);
  const [first, second, third, fourth, fifth, sixth] = await callThrough(proxy.url, store);
  for (const call of [second, fourth, sixth]) expect(call).toEqual({ seen: "200", posts: 1 });
  const events = [
    ["lost (new)", first],
    ["lost (reused)", third],
    ["503", fifth],
  ] as const;
  const sendsAgainAfter = events.flatMap(([event, call]) => (Number(call?.posts) > 1 ? [event] : []));
  const more = [first?.seen, third?.seen, await curlThrough(proxy.url, store)];
  expect({ sendsAgainAfter, more }).toEqual(table.get(name));
});

test.concurrent.each([
  ["passes", "nginx", 0],
  ["passes", "HAProxy", 0],
  ["fails", "nginx with `proxy_next_upstream error non_idempotent`", 1],
  ["fails", "HAProxy with `retry-on all-retryable-errors`", 1],
])("the example that tests a gateway %s behind %s", async (_verb, name, exitCode) => {
  await using mock = await listen(new MockStore(), { admin: true });
  await using proxy = await startGateway(GATEWAYS[name] as Gateway, mock.url);
  const { code, stdout } = await runProgram(process.execPath, [
    "examples/testing-gateway.ts",
    proxy.url,
    mock.url,
  ]);
  expect(code, stdout).toBe(exitCode);
  expect(stdout.match(/^[✓✗] request \d/gm)).toHaveLength(6);
});
