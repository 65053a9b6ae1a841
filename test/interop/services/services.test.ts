/** Services in other frameworks and languages: what `check`, the mock with its rules, the client and the import say about them. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { MockStore } from "../../../mocks/store.ts";
import { builtFile } from "../../../scripts/built-file.ts";
import { DEBIAN_GO } from "../../../scripts/installed-programs.ts";
import { PlantStoreClient, type PlantStoreFetch } from "../../../src/index.ts";
import type { PlantStoreCheckReport } from "../../../tools/check/index.ts";
import { importPlants, openJournal, PlantStoreImportError } from "../../../tools/import/index.ts";
import { readRules } from "../../../tools/terminal/rules-file.ts";
import { TOKEN } from "../../check/small-service.ts";
import { installApp, kill, runNode } from "../../consumers/app.ts";
import { findFreePort, isListening } from "../../support/servers.ts";
import { EXPRESS } from "./express/truth.ts";
import { FASTIFY } from "./fastify/truth.ts";
import { FLASK } from "./flask/truth.ts";
import { GO } from "./go/truth.ts";
import { JAVA } from "./java/truth.ts";
import { PHP } from "./php/truth.ts";
import { COMMON, type InteropService, TWENTY_REQUESTS } from "./service.ts";

const app = installApp(resolve(import.meta.dirname, ".."));

beforeAll(() => {
  const cwd = join(app.folder, "services/go");
  const own = { HOME: cwd, GOFLAGS: "-mod=mod", GOCACHE: join(app.folder, "../go-cache") };
  const env = { PATH: process.env.PATH, ...own };
  execFileSync(DEBIAN_GO, ["build", "-o", "plants", "main.go"], { cwd, env });
});

/** Starts a new service without plants. It ends with the test. */
async function start({ command }: InteropService): Promise<{ url: string; child: ChildProcess }> {
  const port = await findFreePort();
  const data = await mkdtemp(join(app.folder, "plants-")); // A later service may get the same port.
  const [program, ...args] = command(join(app.folder, "services"), port);
  const OPENAPI = resolve(import.meta.dirname, "../../../docs/openapi.json");
  const env = { PATH: process.env.PATH, PORT: `${port}`, TOKEN, DATA: data, OPENAPI };
  const child = spawn(program, args, { cwd: app.folder, env, stdio: "ignore" });
  onTestFinished(() => kill(child));
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with the exit code ${child.exitCode}`);
    await sleep(50);
  }
  return { url: `http://127.0.0.1:${port}`, child };
}

/**
 * Sends each request on a connection of its own: Werkzeug takes the body of a request that it rejected for the next request of
 * its connection, so that a call which reuses the connection may end as unknown.
 */
const sendAlone: PlantStoreFetch = (url, init) =>
  fetch(url, { ...(init as RequestInit), headers: { ...init.headers, connection: "close" } });

/** Stops a process. Its threads go on for a moment after the signal. */
async function stop({ pid }: ChildProcess): Promise<void> {
  process.kill(pid as number, "SIGSTOP");
  const tasks = `/proc/${pid}/task`;
  const isRunning = async (task: string) =>
    !/^State:\s+T/m.test(await readFile(join(tasks, task, "status"), "utf8"));
  while ((await Promise.all((await readdir(tasks)).map(isRunning))).includes(true)) await sleep(10);
}

/** Long numbers, and random letters. */
const masked = (detail: string) => detail.replace(/\d{8,}|(?<=plant-store-sdk check )\w+/g, "#");

/** Runs the command. Returns its report, and the rules that it has written. */
async function check(url: string) {
  const command = builtFile("cli/plant-store-sdk.js");
  const file = join(await mkdtemp(join(app.folder, "check-")), "rules.json");
  const created = `${file}.created`;
  const args = [command, "check", "--base-url", url, "--create-on", "127.0.0.1", "--write-rules", file];
  const { stdout } = await runNode(app.folder, [...args, "--created", created, "--json"], {
    PLANT_STORE_TOKEN: TOKEN,
  });
  return { report: JSON.parse(stdout) as PlantStoreCheckReport, rules: await readRules(file) };
}

/** Sends the requests, one after the other. Returns the status and the number of each response. Without a number, the status is meant. */
async function sendTwenty(url: string, fetch: (request: Request) => Promise<Response>) {
  const all: Record<string, string> = {};
  for (const [what, body, changed = {}] of TWENTY_REQUESTS) {
    const headers = new Headers({ authorization: `Bearer ${TOKEN}`, "content-type": "application/json" });
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    const response = await fetch(new Request(`${url}/plants`, { method: "POST", headers, body }));
    const { error = response.status } = (await response.json()) as { error?: number };
    all[what] = `${response.status} ${error}`;
  }
  return all;
}

const SERVICES = { FLASK, GO, PHP, EXPRESS, FASTIFY, JAVA };

describe.each(Object.entries(SERVICES))("%s", (_, service) => {
  test("every statement of the report is true, and the first run writes the rules", async () => {
    const { report, rules } = await check((await start(service)).url);
    const truth = new Map([...COMMON, ...service.truth].map(([name, ...rest]) => [name, rest]));
    for (const { name, result, detail } of report.checks) {
      const [expected, text = ""] = truth.get(name) ?? [];
      expect.soft([name, result]).toEqual([name, expected]);
      if (typeof text === "string") expect.soft([name, masked(detail)]).toEqual([name, text]);
      else expect.soft(detail).toMatch(text);
    }
    expect(report.checks).toHaveLength(truth.size);
    expect(rules).toMatchObject(service.rules);
  });

  test("a mock with the rules responds to twenty requests like it", async () => {
    const { rules } = await check((await start(service)).url);
    const { url } = await start(service);
    const real = await sendTwenty(url, (request) =>
      fetch(request, { headers: [...request.headers, ["connection", "close"]] }),
    );
    const mock = new MockStore({ rules, auth: (token) => token === TOKEN });
    const mocked = await sendTwenty("http://localhost", (request) => mock.fetch(request));
    const different = Object.keys(real).filter((what) => real[what] !== mocked[what]);
    expect(Object.keys(real)).toHaveLength(20);
    expect(different, JSON.stringify({ real, mocked }, null, 1)).toEqual(service.differing);
    expect(different.length).toBeLessThanOrEqual(2);
  });

  test("the client's outcomes are true", async () => {
    const { url, child } = await start(service);
    const client = new PlantStoreClient({ baseUrl: url, token: TOKEN, maxRetries: 0, fetch: sendAlone });
    const create = async (id: number | bigint, name: string, options = {}) => {
      const { success, error } = await client.safeCreatePlant({ id, name, tag: "indoor" }, options);
      return success ? 200 : [error.outcome, error.response?.status];
    };
    const rejected = (status: unknown) => ["not-created", status];
    expect(await create(2001, "Fern")).toBe(200);
    const again = await create(2001, "Fern");
    expect(again).toEqual(rejected(expect.any(Number)));
    expect(await create(2002, "Moss", { token: "wrong" })).toEqual(rejected(expect.any(Number)));
    // Nothing was created with the wrong token.
    expect(await create(2002, "Moss")).toBe(200);
    const { tooLong, rounded } = service;
    expect(await create(2003, "x".repeat(500))).toEqual(tooLong === 200 ? 200 : rejected(tooLong));
    await create(2n ** 53n, "Large");
    expect(await create(2n ** 53n + 1n, "Larger")).toEqual(rounded === 200 ? 200 : rejected(rounded));

    await stop(child);
    const sent = Promise.withResolvers<unknown>();
    subscribe("undici:request:bodySent", sent.resolve);
    const inFlight = create(2004, "In flight");
    await sent.promise;
    unsubscribe("undici:request:bodySent", sent.resolve);
    await kill(child);
    expect(await inFlight).toEqual(["unknown", undefined]);
    expect(await create(2005, "Down")).toEqual(["not-created", undefined]);
  });

  test("an import of fifty rows, twice with a new journal, says which plants exist", async () => {
    const { rules } = await check((await start(service)).url);
    const { url } = await start(service);
    const client = new PlantStoreClient({ baseUrl: url, token: TOKEN });
    const ids = Array.from({ length: 50 }, (_, index) => 3001 + index);
    const plants = ids.map((id) => ({ id, name: `Fern ${id}`, tag: "indoor" }));
    const folder = await mkdtemp(join(app.folder, "import-"));
    const run = async (path: string) => {
      const journal = await openJournal(join(folder, path), { baseUrl: url });
      try {
        for await (const _ of importPlants(client, plants, { journal, rules }));
      } catch (error) {
        // It stops after 50 rejections that are alike.
        if (!(error instanceof PlantStoreImportError)) throw error;
      }
      const count = journal.count();
      await journal.close();
      return count;
    };
    const none = { created: 0, exists: 0, notCreated: 0, unknown: 0 };
    expect(await run("first.db")).toEqual({ ...none, created: 50 });
    expect(await run("second.db")).toEqual({ ...none, [service.secondImport]: 50 });
  });
});
