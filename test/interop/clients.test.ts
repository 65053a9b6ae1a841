/**
 * Clients in other languages: each fault, then a normal request on what the fault left of the connection. The guide says which
 * of them send a request again, and which take an incomplete response for a complete one.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Fault, faults, listen, MockStore } from "../../mocks/server.ts";
import { DEBIAN_GO, findProgram } from "../../scripts/installed-programs.ts";
import { installApp } from "../consumers/app.ts";
import { runProgram } from "../support/run-program.ts";
import { readGuideTable, sectionOf, testedNames } from "./guide-tables.ts";

/** What a client must see after a fault: a status with its body, or an error. */
type Row = [name: string, fault: Fault, seen: string];

const CREATED = '200 {"name":"Fern"}';
const row = (name: string, status: number, headers = {}): Row => [
  name,
  faults.status(status, { headers }),
  `${status} {"error":${status},"message":"fault: status ${status}"}`,
];

/** By their names in the guide. After each of them, some client sends the request again. The first has a new connection. */
const EVENTS: Row[] = [
  ["lost (new)", faults.reset({ afterCreate: true }), "error"],
  ["lost (reused)", faults.reset({ afterCreate: true }), "error"],
  ["incomplete", faults.truncate(5), "error"],
  row("408", 408),
  row("421", 421),
  row("429", 429),
  row("503", 503),
  row("503 with `retry-after: 0`", 503, { "retry-after": "0" }),
];

const OTHERS: Row[] = [
  ["a 503 after the plant was created", faults.status(503, { body: "down", afterCreate: true }), "503 down"],
  ["a sign-in page", faults.status(200, { body: "<p>", afterCreate: false }), "200 <p>"],
  ["a 204", faults.status(204), "204 "],
  ["a stalled body", faults.stall(5), "error"],
  ["a slow body", faults.trickle(100), CREATED],
  ["a reset", faults.reset(), "error"],
  ["two resets", faults.reset({ times: 2 }), "error"],
  ["a hang", faults.hang(), "error"],
  ["a held request", faults.hold(), CREATED],
  ["a delay", faults.delay(20), CREATED],
];

interface Client {
  command: [program: string, ...args: string[]];
  env?: Record<string, string>;
  /** What it sees instead, if it sends no request again after one of {@link EVENTS}. */
  sees?: Record<string, string>;
  /** Events after which it sends the request again with the setting of the guide, too. */
  stillTwice?: string[];
}

/** It sends a request again if its connection was reset. */
const RESENDS = { "a reset": CREATED };
/** It takes a body that was cut for a complete one. */
const CUT = '200 {"nam';
const ACCEPTS_CUT = { incomplete: CUT };

const python = (file: string): Client["command"] => ["/usr/bin/python3", file];
const OKHTTP = "/usr/share/java/okhttp.jar:/usr/share/java/okio.jar";

const CLIENTS: Record<string, Client> = {
  curl: { command: ["bash", "curl.sh"], sees: RESENDS },
  wget: {
    command: ["bash", "wget.sh"],
    sees: { ...RESENDS, "two resets": CREATED, "a stalled body": CREATED, "a hang": CREATED },
  },
  "PHP with curl": { command: ["php", "php-curl.php"], sees: RESENDS },
  "PHP streams": { command: ["php", "php-streams.php"], sees: { ...ACCEPTS_CUT, "a stalled body": CUT } },
  "Python requests": { command: python("python-requests.py"), sees: ACCEPTS_CUT },
  "Python httpx": { command: python("python-httpx.py") },
  "Python aiohttp": { command: python("python-aiohttp.py") },
  "httplib2 if the connection is reset": { command: python("python-httplib2.py") },
  "Java HttpClient": { command: ["java", "JavaHttpClient.java"] },
  "Java HttpURLConnection": {
    command: ["java", "JavaUrlConnection.java"],
    sees: { ...RESENDS, ...ACCEPTS_CUT },
  },
  OkHttp: {
    command: ["java", "-cp", OKHTTP, "OkHttp.java"],
    sees: RESENDS,
    stillTwice: ["503 with `retry-after: 0`"],
  },
  Go: { command: [DEBIAN_GO, "run", "client.go"] },
  "Go with `Idempotency-Key`": {
    command: [DEBIAN_GO, "run", "client.go"],
    env: { IDEMPOTENCY_KEY: "key" },
    sees: RESENDS,
  },
  "Ruby Net::HTTP": { command: ["ruby", "net-http.rb"], sees: ACCEPTS_CUT },
  "Ruby httpclient": { command: ["ruby", "ruby-httpclient.rb"], sees: { ...RESENDS, ...ACCEPTS_CUT } },
  "Perl LWP": { command: ["perl", "lwp.pl"], sees: ACCEPTS_CUT },
  "Erlang httpc": { command: ["escript", "httpc.escript"] },
  "Node http.Agent": { command: [process.execPath, "node-agent.mjs"] },
  "undici fetch": { command: [process.execPath, "undici.mjs"] },
  "axios-retry": {
    command: [process.execPath, "axios-retry.mjs"],
    sees: { ...RESENDS, "two resets": CREATED },
  },
};

const home = await mkdtemp(join(tmpdir(), "plant-store-clients-"));
afterAll(() => rm(home, { recursive: true, force: true }));
const app = installApp(import.meta.dirname);

/** Runs a client with a request for each fault, and one after it. Returns what it sees, and the events after which it sent again. */
async function run({ command: [program, ...args], env }: Client, rows: Row[], more = {}) {
  const store = new MockStore();
  await using server = await listen(store);
  // Odd ids get a fault, even ones do not.
  const idOf = (index: number) => 2 * index + 1;
  for (const [index, [, fault]] of rows.entries()) store.enqueue({ ...fault, id: idOf(index) });
  store.subscribe((event) => {
    if (event.type === "received" && event.request.fault?.type === "hold")
      setTimeout(() => store.release(), 20);
  });
  const own = { HOME: home, GOCACHE: join(home, "go"), GOTOOLCHAIN: "local" };
  const all = [...args, server.url, `${2 * rows.length}`];
  const { code, stdout, stderr } = await runProgram(findProgram(program) ?? program, all, {
    cwd: join(app.folder, "clients"),
    env: { PATH: process.env.PATH, ...own, ...env, ...more },
    timeout: 120_000,
  });
  expect([code, stderr]).toEqual([0, ""]);
  const postsOf = (id: number) => store.requests.filter(({ plant }) => plant?.id === id).length;
  const sentAgain = rows.flatMap(([name], index) =>
    EVENTS.some(([event]) => event === name) && postsOf(idOf(index)) > 1 ? [name] : [],
  );
  return { seen: stdout.trimEnd().split(/ *\n/), sentAgain };
}

const table = readGuideTable("Clients and browsers");

/** Tested in test/browsers/lost-responses.test.ts. */
const BROWSERS = ["Chromium", "Firefox", "WebKitGTK"];

test("the guide has every client of these tests", () => {
  expect([...table.keys()].sort()).toEqual([...Object.keys(CLIENTS), ...BROWSERS].sort());
});

test.concurrent.each(Object.entries(CLIENTS))(
  "%s sees each fault, sends again what the guide says, and creates a plant with its next request",
  async (name, client) => {
    const again = table.get(name)?.sendsAgainAfter ?? [];
    const rows = [...EVENTS, ...OTHERS];
    const { seen, sentAgain } = await run(client, rows);
    expect(sentAgain).toEqual(again);
    const expected = rows.flatMap(([fault, , usual], index) => [
      `${2 * index + 1} ${again.includes(fault) ? CREATED : (client.sees?.[fault] ?? usual)}`.trimEnd(),
      `${2 * index + 2} ${CREATED}`,
    ]);
    expect(seen).toEqual(expected);
  },
);

/** The first words of the settings that the guide names. */
const settingsOf = (name: string) => {
  const [, text = ""] = table.get(name)?.more ?? [];
  return Array.from(text.matchAll(/`([\w-]+)/g), ([, word = ""]) => word);
};

test.concurrent.each(Object.entries(CLIENTS).filter(([name]) => settingsOf(name).length > 0))(
  "%s sends each request once with the setting of the guide",
  async (name, client) => {
    const source = await readFile(join(app.folder, "clients", `${client.command.at(-1)}`), "utf8");
    expect(settingsOf(name).filter((word) => source.includes(word))).not.toEqual([]);
    const { sentAgain } = await run(client, EVENTS, { ONCE: "1" });
    expect(sentAgain).toEqual(client.stillTwice ?? []);
  },
);

test("the guide says which clients take an incomplete response for a complete one", () => {
  const [, list = ""] =
    /^Take an incomplete 200 for a complete one: (.*)\.$/m.exec(sectionOf("What else clients hide")) ?? [];
  const accepting = Object.keys(CLIENTS).filter((name) => CLIENTS[name]?.sees?.incomplete === CUT);
  expect(testedNames(list).sort()).toEqual(accepting.sort());
});
