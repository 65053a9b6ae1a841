/** Clients in other languages: each fault, then a normal request, which must succeed on what the fault left of the connection. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Fault, faults, listen, MockStore } from "../../mocks/server.ts";
import { findProgram } from "../../scripts/installed-programs.ts";
import { runProgram } from "../support/run-program.ts";

const CREATED = '200 {"name":"Fern"}';

/** What a client must see, unless it is in {@link CLIENTS}: a status with its body, or an error. */
const FAULTS: Record<string, [fault: Fault, seen: string]> = {
  "a 503": [faults.status(503), '503 {"error":503,"message":"fault: status 503"}'],
  "a 429": [
    faults.status(429, { headers: { "retry-after": "1" } }),
    '429 {"error":429,"message":"fault: status 429"}',
  ],
  "a 503 after the plant was created": [faults.status(503, { body: "down", afterCreate: true }), "503 down"],
  "a sign-in page": [faults.status(200, { body: "<p>", afterCreate: false }), "200 <p>"],
  "a 204": [faults.status(204), "204 "],
  "a truncated body": [faults.truncate(5), "error"],
  "a stalled body": [faults.stall(5), "error"],
  "a slow body": [faults.trickle(100), CREATED],
  "a reset": [faults.reset(), "error"],
  "a lost response": [faults.reset({ afterCreate: true }), "error"],
  "two resets": [faults.reset({ times: 2 }), "error"],
  "a hang": [faults.hang(), "error"],
  "a held request": [faults.hold(), CREATED],
  "a delay": [faults.delay(20), CREATED],
};

/** They send a request again if its reused connection was reset, and never tell their caller. */
const RESENDS = { "a reset": CREATED, "a lost response": CREATED };

/** They take a body that was cut for a whole one. */
const CUT = '200 {"nam';
const ACCEPTS_CUT = { "a truncated body": CUT };

/** How to run each client, and what it sees instead. */
const CLIENTS: Record<string, { command: string[]; sees?: Record<string, string> }> = {
  curl: { command: ["bash", "curl.sh"], sees: RESENDS },
  "PHP with curl": { command: ["php", "php-curl.php"], sees: RESENDS },
  "PHP streams": { command: ["php", "php-streams.php"], sees: { ...ACCEPTS_CUT, "a stalled body": CUT } },
  "Python requests": { command: ["/usr/bin/python3", "python-requests.py"], sees: ACCEPTS_CUT },
  "Python httpx": { command: ["/usr/bin/python3", "python-httpx.py"] },
  "Python aiohttp": { command: ["/usr/bin/python3", "python-aiohttp.py"] },
  "Java HttpClient": { command: ["java", "JavaHttpClient.java"] },
  "Java HttpURLConnection": {
    command: ["java", "JavaUrlConnection.java"],
    sees: { ...RESENDS, ...ACCEPTS_CUT },
  },
  Go: { command: ["go", "run", "client.go"] },
  "Ruby Net::HTTP": { command: ["ruby", "net-http.rb"], sees: ACCEPTS_CUT },
  "Perl LWP": { command: ["perl", "lwp.pl"], sees: ACCEPTS_CUT },
  "Node http.Agent": { command: [process.execPath, "node-agent.mjs"] },
  undici: { command: [process.execPath, "undici.mjs"] },
};

const home = await mkdtemp(join(tmpdir(), "plant-store-clients-"));
afterAll(() => rm(home, { recursive: true, force: true }));

test.concurrent.each(Object.entries(CLIENTS))(
  "%s sees each fault, and creates a plant with its next request",
  async (_name, { command: [program = "", ...args], sees = {} }) => {
    const store = new MockStore();
    await using server = await listen(store);
    // Odd ids get a fault, even ones do not.
    const expected = Object.entries(FAULTS).flatMap(([name, [fault, seen]], index) => {
      store.enqueue({ ...fault, id: 2 * index + 1 });
      return [`${2 * index + 1} ${sees[name] ?? seen}`.trimEnd(), `${2 * index + 2} ${CREATED}`];
    });
    store.subscribe((event) => {
      if (event.type === "received" && event.request.fault?.type === "hold")
        setTimeout(() => store.release(), 20);
    });
    const all = [...args, server.url, String(expected.length)];
    const { code, stdout, stderr } = await runProgram(findProgram(program) ?? program, all, {
      cwd: resolve(import.meta.dirname, "clients"),
      env: { PATH: process.env.PATH, HOME: home, GOCACHE: join(home, "go"), GOTOOLCHAIN: "local" },
      timeout: 120_000,
    });
    expect([code, stderr]).toEqual([0, ""]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => line.trimEnd())).toEqual(expected);
  },
);
