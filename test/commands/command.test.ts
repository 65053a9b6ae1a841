/** The command `plant-store-mock` in a child process. Its arguments in detail: mock-arguments.test.ts. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen, MockStore } from "plant-store-sdk/mocks/server";
import { afterAll, expect, test, vi } from "vitest";
import { OPTIONS } from "../../tools/mock/mock-arguments.ts";
import { flagOf } from "../../tools/terminal/flag-names.ts";
import { TOKEN } from "../support/client.ts";
import { pemPath, readPem } from "../support/pem.ts";
import { JSON_HEADERS } from "../support/post-plant.ts";
import { RawClient, requestText } from "../support/raw-client.ts";
import { RunningCommand, run } from "./running-command.ts";

const folder = mkdtempSync(join(tmpdir(), "plant-store-mock-"));
afterAll(() => rmSync(folder, { recursive: true }));

const MAX_ID = "9223372036854775807";
let files = 0;

function plantsFile(content: string): string {
  const file = join(folder, `plants-${++files}`);
  writeFileSync(file, content);
  return file;
}

/** Posts a plant. A string id goes into the body unchanged, so that it can exceed 2^53. */
function post({ url }: { url: string }, id: number | string = 1, token = TOKEN): Promise<Response> {
  const headers = { ...JSON_HEADERS, authorization: `Bearer ${token}` };
  return fetch(`${url}/plants`, { method: "POST", headers, body: `{"id":${id},"name":"Fern"}` });
}

async function enqueue({ url }: { url: string }, body: string): Promise<void> {
  expect((await fetch(`${url}/__admin/faults`, { method: "POST", body })).status).toBe(201);
}

const recordedBy = async ({ url }: RunningCommand) => (await fetch(`${url}/__admin/requests`)).json();

async function statusesOf(store: RunningCommand, ...ids: (number | string)[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const id of ids) statuses.push((await post(store, id)).status);
  return statuses;
}

test("the command prints where it is, then one line per request without tokens or queries, and exits with code 0", async () => {
  using store = await RunningCommand.start("--token", "s3cret-token");
  expect(store.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await store.line(2);
  expect(store.lines).toEqual([
    `Plant Store mock listening on ${store.url} (press Ctrl+C to stop)`,
    `Live page: ${store.url}/__admin/`,
    `Try it: curl ${store.url}/plants -H "authorization: Bearer $TOKEN" -H "content-type: application/json" -d '{"id":1,"name":"Fern"}'`,
  ]);

  const created = await post(store, 1, "s3cret-token");
  expect(await created.json()).toEqual({ name: "Fern" });
  expect(await store.line(3)).toMatch(/^\d\d:\d\d:\d\d {2}#1 {2}200 {2}plant 1 {2}created \(\d+\.\d ms\)$/);

  // Accepts a duplicate id by default. request-log.test.ts has other lines.
  expect((await post(store, 1, "s3cret-token")).status).toBe(200);
  expect((await post(store, 1, "secret-unknown-token")).status).toBe(400);
  await fetch(`${store.url}/moss?key=secret-of-a-query`);
  await store.line(6);
  expect(await store.end("SIGTERM")).toBe(0);
  expect(store.lines).toHaveLength(7);
  expect(store.lines.join()).not.toMatch(/s3cret|secret/);
  expect(store.stderr).toBe("");
});

test.concurrent("--json prints every line as a JSON object", async () => {
  using store = await RunningCommand.start("--json", "--chaos", "0", "--chaos-seed", "7");
  const { url } = store;
  expect(JSON.parse(await store.line(0))).toEqual({ event: "ready", url, page: `${url}/__admin/`, seed: 7 });
  await post(store, "9223372036854775807");
  expect(await store.line(1)).toMatch(
    /^\{"event":"request","index":1,"method":"POST","path":"\/plants","id":9223372036854775807,"status":200,"created":true,"duration":[\d.]+\}$/,
  );
});

test.concurrent("sessions have the options of the command and are logged, but the admin API is not", async () => {
  const file = plantsFile('{"id":1,"name":"Fern"}');
  const rules = plantsFile('{ "duplicates": { "status": 400 } }');
  using store = await RunningCommand.start("--rules", rules, "--plants", file);
  const session = { url: `${store.url}/sessions/a` };
  await enqueue(session, '{"type":"reset"}');
  await expect(post(session, 2)).rejects.toThrow();
  expect((await post(session, 1)).status).toBe(400);
  expect((await post(store, 2)).status).toBe(200);
  await store.line(5);
  const logged = store.lines.slice(3);
  expect(logged.map((line) => line.slice("00:00:00  ".length).replace(/ \([\d.]+ ms\)$/, ""))).toEqual([
    "#1  ---  session a  plant 2  reset  not created",
    "#2  400  session a  plant 1  not created  `id` 1 already exists",
    "#1  200  plant 2  created",
  ]);
});

test.concurrent("the admin API is on by default if only this machine can connect", async () => {
  const statusOf = async (...args: string[]) => {
    using store = await RunningCommand.start(...args);
    const { status } = await fetch(`${store.url}/__admin/plants`);
    const isAnnounced = store.lines.some((line) => line.startsWith("Live page: "));
    return [status, isAnnounced];
  };
  const off = [404, false];
  expect(await statusOf()).toEqual([200, true]);
  expect(await statusOf("--no-admin")).toEqual(off);
  expect(await statusOf("--host", "0.0.0.0")).toEqual(off);
  expect(await statusOf("--host", "0.0.0.0", "--admin")).toEqual([200, true]);
});

test("--base-path is in every URL that the command prints, and --allowed-host names its host", async () => {
  using store = await RunningCommand.start("--base-path", "/api", "--allowed-host", "plant-store");
  expect(store.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
  await store.line(2);
  expect(store.lines.join()).toContain(`Live page: ${store.url}/__admin/`);
  const client = await RawClient.connect(store.port);
  client.send(requestText("/api/__admin/plants", { method: "GET", host: "plant-store", body: "" }));
  expect((await client.response()).status).toBe(200);
});

test.concurrent("a run with chaos can be repeated with the seed that the command prints", async () => {
  const chaos = ["--chaos", "0.5", "--chaos-fault", "status:503", "--chaos-fault", "status:504"];
  const ids = Array.from({ length: 20 }, (_, id) => id);
  using first = await RunningCommand.start(...chaos);
  const [, seed = ""] = /^Chaos: repeat this run with --chaos-seed (\d+)$/.exec(await first.line(3)) ?? [];
  using second = await RunningCommand.start(...chaos, "--chaos-seed", seed);
  const statuses = await statusesOf(first, ...ids);
  expect(new Set(statuses).size).toBeGreaterThan(1);
  expect(await statusesOf(second, ...ids)).toEqual(statuses);
  expect(second.lines.join()).not.toContain("Chaos:");
});

test.concurrent("variables set options; with `unauthorized` in the rules but no tokens, there is a warning", async () => {
  const PLANTMOCK_RULES = '{"unauthorized":{"status":401}}';
  using open = await RunningCommand.startWith({ PLANTMOCK_RULES });
  expect((await post(open)).status).toBe(200);
  await vi.waitFor(() => expect(open.stderr).toMatch(/^Warning: .* with --token or PLANTMOCK_TOKENS\.\n$/));
  using closed = await RunningCommand.startWith({ PLANTMOCK_RULES, PLANTMOCK_TOKENS: "one,two" });
  const statuses = ["two", "one,two"].map(async (token) => (await post(closed, 1, token)).status);
  expect(await Promise.all(statuses)).toEqual([200, 401]);
  expect(closed.stderr).toBe("");
});

test("--keep-alive-timeout closes idle connections without announcing it", async () => {
  using store = await RunningCommand.start("--keep-alive-timeout", "100");
  const client = await RawClient.connect(store.port);
  for (const _ of [1, 2]) {
    client.send(requestText());
    const { headers } = await client.response();
    expect([headers.connection, headers["keep-alive"]]).toEqual(["keep-alive", undefined]);
  }
  expect(await client.ending).toBe("end");
});

test.concurrent("--plants reads the plants to start with, and --max-plants keeps the newest", async () => {
  const lines = [1, MAX_ID, 3].map((id) => `{"id":${id},"name":"Fern"}\r\n`);
  const file = plantsFile(`\ufeff${lines.join("\r\n")}`);
  using store = await RunningCommand.start("--duplicates=400:7", "--plants", file, "--max-plants", "3");
  const duplicate = await post(store, MAX_ID);
  expect(await duplicate.json()).toEqual({ error: 7, message: `\`id\` ${MAX_ID} already exists` });
  expect(await statusesOf(store, 4, 1)).toEqual([200, 400]);
  const list = await (await fetch(`${store.url}/__admin/plants`)).text();
  expect(list).toBe(`{"plants":[${[MAX_ID, 3, 4].map((id) => `{"id":${id},"name":"Fern"}`)}]}`);
});

test.concurrent("--help lists all options", async () => {
  const { code, stdout, stderr } = await run("--help");
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Usage: plant-store-mock /);
  for (const name of Object.keys(OPTIONS)) expect(stdout).toContain(`\n  ${flagOf(name)}`);
});

const other = await listen(new MockStore());
afterAll(() => other.close());
const wrongPlants = plantsFile('{"id":1,"name":"Fern"}\n{"id":2}');

test.concurrent.each<[string, RegExp]>([
  ["--base-path api", /--base-path must be a path such as \/api/],
  ["--host=", /^plant-store-mock: --host must be the name or address of an interface/],
  ["--tls-cert cert.pem", /--tls-cert and --tls-key need each other/],
  ["--tls-cert none.pem --tls-key none.pem", /Cannot read --tls-cert none\.pem \(ENOENT\)\./],
  ["--plants none.ndjson", /Cannot read --plants none\.ndjson \(ENOENT\)\./],
  ["--tls-cert package.json --tls-key package.json", /--tls-cert must be a certificate, as PEM: /],
  ["--allowed-host a/b", /: --allowed-host must be host names without ports or wildcards\.$/m],
  [`--port ${other.port}`, /Cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/],
  [`--plants ${wrongPlants}`, /--plants \/\S+, line 2: `name` is missing; pass a string\.$/m],
])("prints one line for the invalid arguments %j", async (line, message) => {
  const { code, stdout, stderr } = await run(...line.split(" "));
  expect(stderr).toMatch(/^plant-store-mock: .+\n$/);
  expect(stderr).toMatch(message);
  // Internal function names and files do not help the user of the command.
  expect(stderr).not.toMatch(/MockStore|listen:|Error:|\.ts\b/);
  expect([code, stdout]).toEqual([2, ""]);
});

test("SIGINT ends the command with code 0, even with open connections", async () => {
  using store = await RunningCommand.start();
  const idle = await RawClient.connect(store.port);
  const keptAlive = await RawClient.connect(store.port);
  const unfinished = await RawClient.connect(store.port);
  keptAlive.send(requestText());
  await keptAlive.response();
  await unfinished.send(requestText().slice(0, -1));
  await fetch(`${store.url}/health`);
  expect(await store.end("SIGINT")).toBe(0);
  const endings = [await idle.ending, await keptAlive.ending, await unfinished.ending];
  for (const ending of endings) expect(["end", "ECONNRESET"]).toContain(ending);
  expect(store.stderr).toBe("");
});

test.concurrent("the command keeps running after its stdout is closed", async () => {
  using store = await RunningCommand.start();
  store.process.stdout.destroy();
  for (let id = 0; id < 5; id++) expect((await post(store, id)).status).toBe(200);
  expect(await store.end()).toBe(0);
  expect(store.stderr).toBe("");
});

test.concurrent("the command keeps running and exits if nothing reads its stdout", async () => {
  using store = await RunningCommand.start();
  store.process.stdout.pause();
  // Fills the buffer of any pipe.
  const path = "x".repeat(8_000);
  for (let count = 0; count < 50; count++) expect((await fetch(`${store.url}/${path}`)).status).toBe(404);
  expect(await store.end()).toBe(0);
});

test.concurrent("a request is recorded with 16 KiB of its body, and with --show-tokens and a warning, its token", async () => {
  using store = await RunningCommand.start("--show-tokens");
  const body = JSON.stringify({ id: 1, name: "x".repeat(100_000) });
  const headers = { ...JSON_HEADERS, authorization: "Bearer token-of-one-test" };
  await fetch(`${store.url}/plants`, { method: "POST", headers, body });
  const recorded = { body: body.slice(0, 16_384), status: 200, token: "token-of-one-test" };
  expect((await recordedBy(store)).requests).toMatchObject([recorded]);
  await vi.waitFor(() => expect(store.stderr).toMatch(/^Warning: .* show the tokens/));
  await store.line(3);
  expect(store.lines.join()).not.toContain("token-of-one-test");
});

test.concurrent("--tls-cert and --tls-key serve https", async () => {
  const files = ["--tls-cert", pemPath("self-signed"), "--tls-key", pemPath("key")];
  using store = await RunningCommand.start(...files);
  expect(store.url).toMatch(/^https:/);
  const status = await new Promise((done, fail) => {
    const ca = readPem("self-signed");
    get(`${store.url}/health`, { ca }, ({ statusCode }) => done(statusCode)).on("error", fail);
  });
  expect(status).toBe(200);
});

test.concurrent("--exit-with-stdin ends the command with the process that started it", async () => {
  using store = await RunningCommand.start("--exit-with-stdin");
  const exited = once(store.process, "exit");
  store.process.stdin.end();
  expect(await exited).toEqual([0, null]);
  expect(store.lines.at(-1)).toBe("The mock ends, because standard input has ended (--exit-with-stdin).");
});

test.concurrent("SIGTERM lets requests end for a second, and logs those that it drops", async () => {
  using store = await RunningCommand.start("--json");
  await enqueue(store, '[{"type":"delay","delay":300},{"type":"hang"}]');
  const slow = post(store, 1);
  const hanging = post(store, 2).catch(() => "lost");
  await vi.waitFor(async () => expect((await recordedBy(store)).requests).toHaveLength(2));
  expect(await store.end("SIGTERM")).toBe(0);
  expect((await slow).status).toBe(200);
  expect(await hanging).toBe("lost");
  const log = store.lines.slice(1).map((line) => JSON.parse(line));
  expect(log.map(({ id, status }) => `${id} ${status}`)).toEqual(["1 200", "2 undefined"]);
});
