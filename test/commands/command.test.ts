/** The command `plant-store-mock`. Its arguments in detail: mock-arguments.test.ts. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { OPTIONS } from "../../tools/mock/mock-arguments.ts";
import { flagOf } from "../../tools/terminal/flag-names.ts";
import { TOKEN } from "../support/client.ts";
import { openMock } from "../support/mock-server.ts";
import { pemPath, readPem } from "../support/pem.ts";
import { JSON_HEADERS } from "../support/post-plant.ts";
import { RawClient, requestText } from "../support/raw-client.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { RunningCommand, runMock, startMock } from "./running-command.ts";

const MAX_ID = "9223372036854775807";

type Store = { url: string };

function fileWith(content: string): string {
  const file = join(createFolder(), "file");
  writeFileSync(file, content);
  return file;
}

/** Posts a plant. A string id goes into the body unchanged, so that it can exceed 2^53. */
function post({ url }: Store, id: number | string = 1, token = TOKEN): Promise<Response> {
  const headers = { ...JSON_HEADERS, authorization: `Bearer ${token}` };
  return fetch(`${url}/plants`, { method: "POST", headers, body: `{"id":${id},"name":"Fern"}` });
}

async function enqueue({ url }: Store, body: string): Promise<void> {
  expect((await fetch(`${url}/__admin/faults`, { method: "POST", body })).status).toBe(201);
}

const recordedBy = async ({ url }: Store) => (await (await fetch(`${url}/__admin/requests`)).json()).requests;

async function statusesOf(store: Store, ids: (number | string)[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const id of ids) statuses.push((await post(store, id)).status);
  return statuses;
}

test("--json prints every line as a JSON object", async () => {
  const store = await startMock(["--json", "--chaos", "0", "--chaos-seed", "7"]);
  const { url } = store;
  expect(JSON.parse(await store.line(0))).toEqual({ event: "ready", url, page: `${url}/__admin/`, seed: 7 });
  await post(store, MAX_ID);
  expect(await store.line(1)).toMatch(
    /^\{"event":"request","index":1,"method":"POST","path":"\/plants","id":9223372036854775807,"status":200,"created":true,"duration":[\d.]+\}$/,
  );
});

test("sessions have the options of the command and are logged, but the admin API is not", async () => {
  const file = fileWith('{"id":1,"name":"Fern"}');
  const rules = fileWith('{ "duplicates": { "status": 400 } }');
  const store = await startMock(["--rules", rules, "--plants", file]);
  const session = { url: `${store.url}/sessions/a` };
  await enqueue(session, '{"type":"reset"}');
  await expect(post(session, 2)).rejects.toThrow();
  expect((await post(session, 1)).status).toBe(400);
  expect((await post(store, 2)).status).toBe(200);
  await store.line(5);
  const logged = store.lines().slice(3);
  expect(logged.map((line) => line.slice("00:00:00  ".length).replace(/ \([\d.]+ ms\)$/, ""))).toEqual([
    "#1  ---  session a  plant 2  reset  not created",
    "#2  400  session a  plant 1  not created  `id` 1 already exists",
    "#1  200  plant 2  created",
  ]);
});

test.each<[string, number]>([
  ["", 200],
  ["--no-admin", 404],
  ["--host 0.0.0.0", 404],
  ["--host 0.0.0.0 --admin", 200],
])("the admin API is on if only this machine can connect, or if %j says so", async (line, status) => {
  const store = await startMock(line.split(" ").filter(Boolean));
  const isAnnounced = store.lines().some((line) => line.startsWith("Live page: "));
  const response = await fetch(`${store.url}/__admin/plants`);
  expect([response.status, isAnnounced]).toEqual([status, status === 200]);
});

test("--base-path is in every URL that the command prints, and --allowed-host names its host", async () => {
  const store = await startMock(["--base-path", "/api", "--allowed-host", "plant-store"]);
  expect(store.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
  expect(await store.line(1)).toBe(`Live page: ${store.url}/__admin/`);
  const client = await RawClient.connect(store.port);
  client.send(requestText("/api/__admin/plants", { method: "GET", host: "plant-store", body: "" }));
  expect((await client.response()).status).toBe(200);
});

test("a run with chaos can be repeated with the seed that the command prints", async () => {
  const chaos = ["--chaos", "0.5", "--chaos-fault", "status:503", "--chaos-fault", "status:504"];
  const ids = Array.from({ length: 20 }, (_, id) => id);
  const first = await startMock(chaos);
  const [, seed = ""] = /^Chaos: repeat this run with --chaos-seed (\d+)$/.exec(await first.line(3)) ?? [];
  const statuses = await statusesOf(first, ids);
  expect(new Set(statuses).size).toBeGreaterThan(1);
  const second = await startMock([...chaos, "--chaos-seed", seed]);
  expect(second.output.stdout).not.toContain("Chaos:");
  expect(await statusesOf(second, ids)).toEqual(statuses);
});

test("variables set options; with `unauthorized` in the rules but no tokens, there is a warning", async () => {
  const PLANTMOCK_RULES = '{"unauthorized":{"status":401}}';
  const open = await startMock([], { PLANTMOCK_RULES });
  expect((await post(open)).status).toBe(200);
  expect(open.output.stderr).toMatch(/^Warning: .* with --token or PLANTMOCK_TOKENS\.\n$/);
  const closed = await startMock([], { PLANTMOCK_RULES, PLANTMOCK_TOKENS: "one,two" });
  const statuses = ["two", "one,two"].map(async (token) => (await post(closed, 1, token)).status);
  expect(await Promise.all(statuses)).toEqual([200, 401]);
  expect(closed.output.stderr).toBe("");
});

test("--keep-alive-timeout closes idle connections without announcing it", async () => {
  const store = await startMock(["--keep-alive-timeout", "100"]);
  const client = await RawClient.connect(store.port);
  for (const _ of [1, 2]) {
    client.send(requestText());
    const { headers } = await client.response();
    expect([headers.connection, headers["keep-alive"]]).toEqual(["keep-alive", undefined]);
  }
  expect(await client.ending).toBe("end");
});

test("--plants reads the plants to start with, and --max-plants keeps the newest", async () => {
  const lines = [1, MAX_ID, 3].map((id) => `{"id":${id},"name":"Fern"}\r\n`);
  const file = fileWith(`\ufeff${lines.join("\r\n")}`);
  const store = await startMock(["--duplicates=400:7", "--plants", file, "--max-plants", "3"]);
  const duplicate = await post(store, MAX_ID);
  expect(await duplicate.json()).toEqual({ error: 7, message: `\`id\` ${MAX_ID} already exists` });
  expect(await statusesOf(store, [4, 1])).toEqual([200, 400]);
  const list = await (await fetch(`${store.url}/__admin/plants`)).text();
  expect(list).toBe(`{"plants":[${[MAX_ID, 3, 4].map((id) => `{"id":${id},"name":"Fern"}`)}]}`);
});

test("a request is recorded with 16 KiB of its body, and with --show-tokens and a warning, its token", async () => {
  const store = await startMock(["--show-tokens"]);
  const body = JSON.stringify({ id: 1, name: "x".repeat(100_000) });
  const headers = { ...JSON_HEADERS, authorization: "Bearer token-of-one-test" };
  await fetch(`${store.url}/plants`, { method: "POST", headers, body });
  const recorded = { body: body.slice(0, 16_384), status: 200, token: "token-of-one-test" };
  expect(await recordedBy(store)).toMatchObject([recorded]);
  expect(store.output.stderr).toMatch(/^Warning: .* show the tokens/);
  await store.line(3);
  expect(store.output.stdout).not.toContain("token-of-one-test");
});

test("--tls-cert and --tls-key serve https", async () => {
  const store = await startMock(["--tls-cert", pemPath("self-signed"), "--tls-key", pemPath("key")]);
  expect(store.url).toMatch(/^https:/);
  const status = await new Promise((done, fail) => {
    const ca = readPem("self-signed");
    get(`${store.url}/health`, { ca }, ({ statusCode }) => done(statusCode)).on("error", fail);
  });
  expect(status).toBe(200);
});

test("--help lists all options", async () => {
  const { code, output } = await runMock(["--help"]);
  for (const line of output.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect([code, output.stderr]).toEqual([0, ""]);
  expect(output.stdout).toMatch(/^Usage: plant-store-mock /);
  for (const name of Object.keys(OPTIONS)) expect(output.stdout).toContain(`\n  ${flagOf(name)}`);
});

test.each<[string, RegExp]>([
  ["--base-path api", /--base-path must be a path such as \/api/],
  ["--host=", /^plant-store-mock: --host must be the name or address of an interface/],
  ["--tls-cert cert.pem", /--tls-cert and --tls-key need each other/],
  ["--tls-cert none.pem --tls-key none.pem", /Cannot read --tls-cert none\.pem \(ENOENT\)\./],
  ["--plants none.ndjson", /Cannot read --plants none\.ndjson \(ENOENT\)\./],
  ["--tls-cert package.json --tls-key package.json", /--tls-cert must be a certificate, as PEM: /],
  ["--allowed-host a/b", /: --allowed-host must be host names without ports or wildcards\.$/m],
  ["--port USED", /Cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/],
  ["--plants WRONG", /--plants \/\S+, line 2: `name` is missing; pass a string\.$/m],
])("prints one line for the invalid arguments %j", async (line, message) => {
  const { server } = await openMock();
  const wrong = fileWith('{"id":1,"name":"Fern"}\n{"id":2}');
  const args = line.replace("USED", new URL(server.url).port).replace("WRONG", wrong).split(" ");
  const { code, output } = await runMock(args);
  expect(output.stderr).toMatch(/^plant-store-mock: .+\n$/);
  expect(output.stderr).toMatch(message);
  // Internal function names and files do not help the user of the command.
  expect(output.stderr).not.toMatch(/MockStore|listen:|Error:|\.ts\b/);
  expect([code, output.stdout]).toEqual([2, ""]);
});

// In a child process.

test("the command prints where it is, then one line per request without tokens or queries, and exits with code 0", async () => {
  using store = await RunningCommand.start("--token", "s3cret-token");
  expect(store.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await store.line(2);
  expect(store.lines).toEqual([
    `Plant Store mock listening on ${store.url} (press Ctrl+C to stop)`,
    `Live page: ${store.url}/__admin/`,
    `Try it: curl ${store.url}/plants -H "authorization: Bearer $TOKEN" -H "content-type: application/json" -d '{"id":1,"name":"Fern"}'`,
  ]);
  expect(await (await post(store, 1, "s3cret-token")).json()).toEqual({ name: "Fern" });
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

test.concurrent("the command keeps running and exits after its stdout is closed, or if nothing reads it", async () => {
  using store = await RunningCommand.start();
  store.process.stdout.pause();
  const path = "x".repeat(8_000); // Fills the buffer of any pipe.
  for (let count = 0; count < 50; count++) expect((await fetch(`${store.url}/${path}`)).status).toBe(404);
  store.process.stdout.destroy();
  for (let id = 0; id < 5; id++) expect((await post(store, id)).status).toBe(200);
  expect(await store.end()).toBe(0);
  expect(store.stderr).toBe("");
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
  await vi.waitFor(async () => expect(await recordedBy(store)).toHaveLength(2));
  expect(await store.end("SIGTERM")).toBe(0);
  expect((await slow).status).toBe(200);
  expect(await hanging).toBe("lost");
  const log = store.lines.slice(1).map((line) => JSON.parse(line));
  expect(log.map(({ id, status }) => `${id} ${status}`)).toEqual(["1 200", "2 undefined"]);
});
