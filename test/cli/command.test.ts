/** The command `plant-store-mock` in a child process. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VERSION } from "plant-store-sdk";
import { createPlantStore, listen } from "plant-store-sdk/mocks/server";
import { afterAll, expect, test } from "vitest";
import { TOKEN } from "../support/client.ts";
import { RawClient, requestText } from "../support/raw-client.ts";
import { RunningCommand, run } from "./running-command.ts";

const folder = mkdtempSync(join(tmpdir(), "plant-store-mock-"));
afterAll(() => rmSync(folder, { recursive: true }));

let seeds = 0;

function seedFile(content: string | Uint8Array): string {
  const file = join(folder, `seed-${++seeds}`);
  writeFileSync(file, content);
  return file;
}

/** Posts a plant. A string id goes into the body unchanged, so that it can exceed 2^53. */
function post({ url }: { url: string }, id: number | string = 1, token = TOKEN): Promise<Response> {
  return fetch(`${url}/plants`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: `{"id":${id},"name":"Fern"}`,
  });
}

async function statusesOf(store: RunningCommand, ...ids: (number | string)[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const id of ids) statuses.push((await post(store, id)).status);
  return statuses;
}

test("the command prints a ready line, then one line per request without tokens or queries, and exits with code 0", async () => {
  using store = await RunningCommand.start("--token", "s3cret-token");
  expect(store.lines).toEqual([`Plant Store mock listening on ${store.url} (press Ctrl+C to stop)`]);
  expect(store.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);

  const created = await post({ url: `${store.url}/api` }, 1, "s3cret-token");
  expect(await created.json()).toEqual({ name: "Fern" });
  expect(await store.line(1)).toMatch(/^POST \/api\/plants 200 \d+\.\d ms$/);

  // Accepts a duplicate id by default.
  expect((await post(store, 1, "s3cret-token")).status).toBe(200);
  expect(await store.line(2)).toMatch(/^POST \/plants 200 \d+\.\d ms$/);

  expect((await post(store, 1, "secret-unknown-token")).status).toBe(400);
  expect(await store.line(3)).toMatch(/^POST \/plants 400 \d+\.\d ms$/);

  await fetch(`${store.url}/health?key=secret-of-a-query`);
  expect(await store.line(4)).toMatch(/^GET \/health 200 \d+\.\d ms$/);

  const client = await RawClient.connect(store.port);
  await client.send(requestText().slice(0, -1));
  await fetch(`${store.url}/moss`);
  await store.line(5);
  client.reset();
  expect(await store.line(6)).toMatch(/^POST \/plants no response \d+\.\d ms$/);

  expect(await store.end("SIGTERM")).toBe(0);
  expect(store.lines).toHaveLength(7);
  expect(store.lines.join()).not.toMatch(/s3cret|secret|Bearer/);
  expect(store.stderr).toBe("");
});

test("--json prints every line as a JSON object", async () => {
  using store = await RunningCommand.start("--json");
  expect(store.lines).toEqual([`{"event":"ready","url":"${store.url}"}`]);
  await post({ url: `${store.url}/api` });
  expect(JSON.parse(await store.line(1))).toStrictEqual({
    event: "request",
    method: "POST",
    path: "/api/plants",
    status: 200,
    duration: expect.any(Number),
  });
  const client = await RawClient.connect(store.port);
  await client.send(requestText().slice(0, -1));
  await fetch(`${store.url}/moss?key=secret`);
  expect(JSON.parse(await store.line(2))).toMatchObject({ path: "/moss", status: 404 });
  client.reset();
  expect(JSON.parse(await store.line(3))).toStrictEqual({
    event: "request",
    method: "POST",
    path: "/plants",
    duration: expect.any(Number),
  });
});

test.concurrent("--token sets the accepted tokens, and --unauthorized-status the status for others", async () => {
  using store = await RunningCommand.start("--token", "a", "--token=-b", "--unauthorized-status", "401");
  const responses = await Promise.all(["a", "-b", "c", "a b", "A"].map((token) => post(store, 1, token)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 401, 401, 401]);
  expect(responses[2]?.headers.get("www-authenticate")).toBe("Bearer");
});

// The seed.

test.concurrent.each<[string, string | Uint8Array]>([
  ["a JSON array", '\n [\n  {"id": 1, "name": "Fern"},\n  {"id": 2, "name": "Moss", "tag": "x"}\n]\n'],
  ["NDJSON from Windows with empty lines", '\ufeff\r\n{"id":1,"name":"Fern"}\r\n \r\n{"id":2,"name":"Moss"}'],
])("--seed accepts %s", async (_, content) => {
  using store = await RunningCommand.start("--reject-duplicates", "--seed", seedFile(content));
  expect(await statusesOf(store, 0, 1, 2, 3)).toEqual([200, 400, 400, 200]);
});

test.concurrent("--seed accepts one plant on several lines", async () => {
  using store = await RunningCommand.start(
    "--reject-duplicates",
    "--seed",
    seedFile('{\n"id":1,\n"name":"Fern"\n}'),
  );
  expect(await statusesOf(store, 0, 1, 2)).toEqual([200, 400, 200]);
});

test.concurrent("--seed preserves large ids exactly", async () => {
  const plants = ["9007199254740992", "9007199254740993", "-9223372036854775808", "1e3"].map(
    (id) => `{"id":${id},"name":"Fern"}`,
  );
  using store = await RunningCommand.start("--reject-duplicates", "--seed", seedFile(plants.join("\n")));
  expect(
    await statusesOf(store, "9007199254740992", "9007199254740993", "-9223372036854775808", 1000),
  ).toEqual([400, 400, 400, 400]);
  expect(
    await statusesOf(store, "9007199254740991", "9007199254740994", "-9223372036854775807", 1e4),
  ).toEqual([200, 200, 200, 200]);
  expect(await (await post(store, "9007199254740993")).json()).toEqual({
    error: 400,
    message: "`id` 9007199254740993 already exists",
  });
});

// Help and version.

test.concurrent("--help lists all options, and --version prints the version", async () => {
  const { code, stdout, stderr } = await run("--help");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Usage: plant-store-mock /);
  const options = Array.from(stdout.matchAll(/^ {2}(--[a-z-]+)/gm), ([, option]) => option);
  expect(options.sort()).toEqual([
    "--help",
    "--host",
    "--json",
    "--port",
    "--reject-duplicates",
    "--seed",
    "--token",
    "--unauthorized-status",
    "--version",
  ]);
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(110);
  expect(await run("--version")).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: "" });
});

// Invalid arguments.

/** Asserts that the command exits with code 2 and prints one line on standard error, which contains these messages. */
async function expectError(args: string[], ...messages: (string | RegExp)[]): Promise<void> {
  const { code, stdout, stderr } = await run(...args);
  expect(stderr).toMatch(/^plant-store-mock: .+\n$/);
  for (const message of messages) expect(stderr).toMatch(message);
  // Internal function names and files do not help the user of the command.
  expect(stderr).not.toMatch(/createPlantStore|listen:|Error:|\.ts\b/);
  expect([code, stdout]).toEqual([2, ""]);
}

test.concurrent.each<[string, RegExp]>([
  ["--port 65536", /--port must be an integer from 0 to 65535, not "65536"/],
  ["--port=-1", /--port .+ not "-1"/],
  ["--port -1", /'--port\b[^.]+ is ambiguous. Run with --help for usage\.\n$/],
  ["--port 4e3", /--port .+ not "4e3"/],
  ["--port=1\n2", /--port/],
  ["--host=", /^plant-store-mock: `host` must be the name or address of an interface/],
  ["--host 192.0.2.1", /cannot listen on 192\.0\.2\.1:4010 \(EADDRNOTAVAIL\)/],
  ["--token=", /--token must not be empty/],
  ["--token -t0ken", /--token/],
  ["--token Bearer t0ken", /mock: Unexpected argument. Run with --help for usage\.\n$/],
  ["--unauthorized-status 403", /--unauthorized-status must be 400 or 401, not "403"/],
  ["--reject-duplicates=yes", /--reject-duplicates/],
  ["--seeds plants.json", /'--seeds'. Run with --help for usage/],
  ["plants.json", /Unexpected argument. Run with --help for usage/],
])("prints one line for the invalid arguments %j", async (line, message) => {
  await expectError(line.split(" "), message);
});

test.concurrent("prints one line if the port is in use", async () => {
  await using server = await listen(createPlantStore());
  const { port } = server;
  await expectError(["--port", String(port)], `cannot listen on 127.0.0.1:${port} (EADDRINUSE)`);
});

test.concurrent.each<[string, string | Uint8Array, RegExp]>([
  ["invalid JSON", '[\n{"id":1},\nx\n]', /not valid JSON|Unexpected token/],
  ["one line of invalid JSON", '{"id":1,"name":"Fern"}\n\n{"id":2', /line 3/],
  [
    "a plant without a name",
    '{"id":1,"name":"Fern"}\n{"id":2}',
    /`plants\[1\]` is invalid: `name` is missing/,
  ],
  ["null", "null", /must be an object with an id and a name/],
  ["UTF-16", Buffer.from('\ufeff{"id":1,"name":"Fern"}', "utf16le"), /utf-8/i],
])("prints one line with the file name if the seed contains %s", async (_, content, message) => {
  const file = seedFile(content);
  await expectError(["--seed", file], message, `--seed ${file}: `);
});

test.concurrent("prints one line even if the error of the parser has several", async () => {
  const text = "[x,\n  1]";
  let parserMessage = "";
  try {
    JSON.parse(text);
  } catch (error) {
    parserMessage = (error as Error).message.replace(/\s+/g, " ");
  }
  expect(parserMessage).toContain("[x, 1]");
  await expectError(["--seed", seedFile(text)], parserMessage);
});

test.concurrent.each([
  ["does not exist", () => join(folder, "missing.json"), "ENOENT"],
  ["is a folder", () => folder, "EISDIR"],
])("prints one line with the file name if the seed %s", async (_, path, message) => {
  await expectError(["--seed", path()], `--seed ${path()}: ${message}`);
});

// Exit.

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends the command with code 0, even with open connections",
  async (signal) => {
    using store = await RunningCommand.start();
    const idle = await RawClient.connect(store.port);
    const keptAlive = await RawClient.connect(store.port);
    const unfinished = await RawClient.connect(store.port);
    keptAlive.send(requestText());
    await keptAlive.response();
    await unfinished.send(requestText().slice(0, -1));
    await fetch(`${store.url}/health`);
    expect(await store.end(signal)).toBe(0);
    const endings = [await idle.ending, await keptAlive.ending, await unfinished.ending];
    for (const ending of endings) expect(["end", "ECONNRESET"]).toContain(ending);
    expect(store.stderr).toBe("");
  },
);

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
