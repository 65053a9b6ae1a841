/** What servers respond if a failure escapes from a handler. */
import { createServer, type ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { listenUntilTestEnds } from "../../support/servers.ts";
import { installApp, runNode } from "../app.ts";

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

/** Runs the servers with a store whose responses also have a cookie and a header. Returns its URL, too. */
async function runServers(): Promise<{ store: string; responses: Responses }> {
  const server = createServer(({ url = "" }, response) => {
    response.setHeader("set-cookie", "store-cookie=1").setHeader("x-store", "1");
    STORE[url.split("/")[1] ?? ""]?.[1](response);
  });
  const store = `http://127.0.0.1:${await listenUntilTestEnds(server)}`;
  const args = ["servers/app/servers.mjs", store, ...Object.keys(STORE)];
  const { code, stdout, output } = await runNode(app.folder, args, { NODE_ENV: "production" });
  expect(code, output).toBe(0);
  return { store, responses: JSON.parse(stdout) };
}

test("a server responds 500, with no status, header or cookie of the store, or as the guide's error handler says", async () => {
  const { store, responses } = await runServers();
  const { handledByFastify, handledByElysia, ...uncaught } = responses;
  const frameworks = Object.entries(uncaught);
  for (const [framework, byPath] of frameworks) {
    for (const [path, { status, headers, text }] of Object.entries(byPath)) {
      expect.soft(status, `${framework}, ${path}`).toBe(500);
      expect.soft(headers + text, `${framework}, ${path}`).not.toMatch(/store-cookie|x-store/);
    }
  }
  const names = ["Koa", "h3 1", "h3 2", "Express", "Hapi", "Hono", "Fastify", "Elysia"];
  expect(frameworks.map(([name]) => name)).toEqual(names);
  const namesStore = ([, byPath]: [string, object]) => JSON.stringify(byPath).includes(store);
  expect(frameworks.filter(namesStore).map(([name]) => name)).toEqual(["Fastify", "Elysia"]);

  for (const handled of [handledByFastify, handledByElysia])
    for (const [path, [outcome]] of Object.entries(STORE))
      expect(handled?.[path]).toMatchObject({ status: 502, text: JSON.stringify({ outcome }) });
});
