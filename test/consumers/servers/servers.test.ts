/** What servers respond if a failure escapes from a handler, and that they can mount a page's route. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { expectRun, installApp, runNode } from "../app.ts";

const app = installApp();

const CUT = { "content-type": "application/json", "content-length": "99" };

/** What a store responds, and the outcome, by path. */
const STORE: Record<string, [outcome: string, respond: (response: ServerResponse) => void]> = {
  "sign-in": ["unknown", (response) => response.end("<h1>Sign in</h1>")],
  cut: ["created", (response) => response.writeHead(200, CUT).write('{"na', () => response.destroy())],
  unauthorized: ["not-created", (response) => response.writeHead(401, { "content-length": "3" }).end("no!")],
};

/** The responses by framework and path. */
type Responses = Record<string, Record<string, { status: number; headers: string; text: string }>>;

/** What the servers print. */
interface Results {
  /** Of handlers. */
  responses: Responses;
  /** Of actions and procedures that let the failure escape. */
  uncaught: Responses;
  /** Of actions and procedures that return the outcome. */
  safe: Responses;
  /** The statuses after a body that is too large for a route. */
  large: Record<string, number>;
  /** What a page's client gets from the route after it. */
  pages: Record<string, object>;
}

let store = "";
let results: Results;

beforeAll(async () => {
  for (const [name, program] of Object.entries({
    astro: "astro/bin/astro.mjs",
    tanstack: "vite/bin/vite.js",
  }))
    await expectRun(join(app.folder, "servers/app", name), [`../../../node_modules/${program}`, "build"]);
  const server = createServer(({ url = "" }, response) => {
    response.setHeader("set-cookie", "store-cookie=1").setHeader("x-store", "1");
    const [, respond] = STORE[url.split("/")[1] ?? ""] ?? [];
    if (respond) respond(response);
    else response.setHeader("content-type", "application/json").end('{"name":"Fern"}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  store = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = ["servers/app/servers.mjs", ...Object.keys(STORE)];
  const { code, stdout, output } = await runNode(app.folder, args, { NODE_ENV: "production", STORE: store });
  server.close();
  expect(code, output).toBe(0);
  results = JSON.parse(stdout);
});

const namesStore = ([, byPath]: [string, object]) => JSON.stringify(byPath).includes(store);

/** @param statuses by framework; 500 otherwise */
function expectNoHeadOfStore(responses: Responses, statuses: Record<string, number> = {}) {
  for (const [framework, byPath] of Object.entries(responses)) {
    for (const [path, { status, headers, text }] of Object.entries(byPath)) {
      expect.soft(status, `${framework}, ${path}`).toBe(statuses[framework] ?? 500);
      expect.soft(headers + text, `${framework}, ${path}`).not.toMatch(/store-cookie|x-store/);
    }
  }
}

test("a server responds 500, with no status, header or cookie of the store, or as the guide's error handler says", () => {
  const { handledByFastify, handledByElysia, ...uncaught } = results.responses;
  expectNoHeadOfStore(uncaught);
  const frameworks = Object.entries(uncaught);
  const names = ["Koa", "h3 1", "h3 2", "Express", "Hapi", "Hono", "Fastify", "Elysia"];
  expect(frameworks.map(([name]) => name)).toEqual([...names, "Astro", "TanStack Start", "React Router"]);
  expect(frameworks.filter(namesStore).map(([name]) => name)).toEqual(["Fastify", "Elysia"]);

  for (const handled of [handledByFastify, handledByElysia])
    for (const [path, [outcome]] of Object.entries(STORE))
      expect(handled?.[path]).toMatchObject({ status: 502, text: JSON.stringify({ outcome }) });
});

test("an action responds as the guide says, without the outcome", () => {
  const { uncaught } = results;
  expectNoHeadOfStore(uncaught, { "TanStack Start function": 200 });
  const names = ["tRPC", "Astro action", "TanStack Start function"];
  expect(Object.keys(uncaught)).toEqual([...names, "React Router action"]);
  expect(
    Object.entries(uncaught)
      .filter(namesStore)
      .map(([name]) => name),
  ).toEqual(names);
  expect(JSON.stringify(uncaught)).not.toContain("outcome");
});

test("an action that returns the outcome hides everything else", () => {
  const { safe, uncaught } = results;
  expect(Object.keys(safe)).toEqual(Object.keys(uncaught));
  for (const [action, byPath] of Object.entries(safe)) {
    for (const [path, [outcome]] of Object.entries(STORE)) {
      expect.soft(byPath[path]?.status, action).toBe(200);
      expect.soft(byPath[path]?.text, action).toMatch(new RegExp(`outcome.*"${outcome}"`));
    }
  }
  expect(JSON.stringify(safe)).not.toContain(store);
});

test("a page's client creates a plant through the route of each framework, also after a body that is too large", () => {
  const names = ["Fastify", "h3 1", "h3 2", "React Router", "Astro", "TanStack Start"];
  expect(results.large).toEqual(Object.fromEntries(names.map((name) => [name, 413])));
  expect(results.pages).toEqual(Object.fromEntries(names.map((name) => [name, { name: "Fern" }])));
});
