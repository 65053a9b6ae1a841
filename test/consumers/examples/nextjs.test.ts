/** The Next.js example: its scripts, and the built app in Chromium with the mock as its store. */
import type { ChildProcess } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { MockServer, MockStore } from "plant-store-sdk/mocks/server";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { outputOf } from "../../support/run-program.ts";
import { expectPlaywright, expectRun, installApp, kill, requireProgram, startNode } from "../app.ts";
import { expectGzippedSize, expectOneChunk } from "../bundle.ts";

const app = installApp(resolve(import.meta.dirname, "../../../examples/nextjs"));

test("its tests pass", () => expectRun(app.folder, ["--run", "test"], [/Tests +\d+ passed/]));

// `next build` checks the types.
describe("the app, built without environment variables", () => {
  /** Of the packed package, which the app uses. */
  let mocks: typeof import("plant-store-sdk/mocks/server");
  let store: MockStore;
  let server: MockServer;
  let next: ChildProcess;
  let url: string;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    mocks = createRequire(join(app.folder, "app.js"))("plant-store-sdk/mocks/server");
    store = new mocks.MockStore();
    server = await mocks.listen(store);
    await expectRun(app.folder, ["--run", "build"], [/\/api\/plants/]);
    ({ next, url } = await startNext(server));
    browser = await chromium.launch({ executablePath: requireProgram("chromium"), args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser?.close();
    await kill(next);
    await server?.close();
  });
  beforeEach(async () => {
    page = await browser.newPage();
    page.setDefaultTimeout(30_000);
  });
  afterEach(async () => {
    await page.close();
    store.clear();
  });

  // Turbopack does not tree-shake the namespaces that zod exports.
  test("one script of its pages contains the package", async () => {
    expectGzippedSize(await expectOneChunk(join(app.folder, ".next/static/chunks")), [22_501, 33_000]);
  });

  test("its Playwright tests pass with two workers, each of which has a store of its own", () =>
    expectPlaywright(app.folder, "e2e"));

  const fill = async (id: string) => {
    await page.getByLabel("Id").fill(id);
    await page.getByLabel("Name").fill("Fern");
  };
  const message = () => page.locator("[role=status], p[role=alert]").textContent();

  describe.each([
    ["a server action", "/"],
    ["plantRoute", "/with-route"],
  ])("with %s", (_, path) => {
    test("a double click before its scripts have loaded creates one plant, with all digits of its id", async () => {
      const scripts = Promise.withResolvers<void>();
      await page.route("**/*.js", (route) => scripts.promise.then(() => route.continue()));
      await page.goto(url + path, { waitUntil: "commit" });
      await fill("9223372036854775807");
      await page.getByRole("button", { name: "Create" }).dblclick();
      expect(store.requests).toEqual([]);
      scripts.resolve();
      expect(await message()).toBe("Fern was created.");
      await page.reload();
      await page.getByLabel("Id").waitFor();
      expect(store.requests).toHaveLength(1);
      expect(store.plants).toEqual([{ id: 2n ** 63n - 1n, name: "Fern" }]);
    });

    test("tells the page the outcome, but neither the store's URL nor the token", async () => {
      const received: Promise<string>[] = [];
      page.on("response", (response) => received.push(response.text().catch(() => "")));
      store.enqueue(mocks.faults.reset({ afterCreate: true }));
      await page.goto(url + path);
      await fill("1");
      await page.getByRole("button", { name: "Create" }).click();
      expect(await message()).toBe("Fern may have been created. Check before you send it again.");
      const texts = await Promise.all(received);
      expect(texts.length).toBeGreaterThan(2);
      expect(texts.filter((text) => text.includes(server.url) || text.includes(TOKEN))).toEqual([]);
    });
  });
});

describe('a route with fetchCache = "default-cache"', () => {
  beforeAll(async () => {
    const write = async (path: string, code: string) => {
      await mkdir(join(app.folder, path, ".."), { recursive: true });
      await writeFile(join(app.folder, path), code);
    };
    await write("next.config.ts", "export default {};\n"); // `cacheComponents` does not allow `fetchCache`.
    await write("app/cached/client/route.ts", CACHED_CLIENT);
    await write("app/cached/plant-route/route.ts", CACHED_PLANT_ROUTE);
    await expectRun(app.folder, ["--run", "build"], [/\/cached\/plant-route/]);
  });

  test.each(["client", "plant-route"])("sends each of three equal plants with %s", async (path) => {
    const { MockStore, listen } = createRequire(join(app.folder, "app.js"))("plant-store-sdk/mocks/server");
    const store: MockStore = new MockStore();
    const server: MockServer = await listen(store);
    const { next, url } = await startNext(server);
    onTestFinished(async () => {
      await kill(next);
      await server.close();
    });
    const headers = { "content-type": "application/json", origin: url };
    for (const sent of [1, 2, 3]) {
      const body = '{"id":1,"name":"Fern"}';
      const response = await fetch(`${url}/cached/${path}`, { method: "POST", headers, body });
      expect(await response.json()).toEqual({ name: "Fern" });
      expect(store.requests).toHaveLength(sent);
    }
  });
});

const CACHED_CLIENT = `
  import { createPlant } from "plant-store-sdk";
  export const fetchCache = "default-cache";
  export const POST = async (request: Request) => Response.json(await createPlant(await request.json()));
`;
const CACHED_PLANT_ROUTE = `
  import { PlantStoreClient } from "plant-store-sdk";
  import { plantRoute } from "plant-store-sdk/route";
  export const fetchCache = "default-cache";
  export const POST = plantRoute({ client: () => new PlantStoreClient(), authorize: "anyone" });
`;

/** Starts the built app. */
async function startNext({ url: storeUrl }: MockServer) {
  const args = ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", "0"];
  const env = { NODE_ENV: "production", PLANT_STORE_BASE_URL: storeUrl, PLANT_STORE_TOKEN: TOKEN };
  const next = startNode(app.folder, args, env);
  const [, url = ""] = await outputOf(next, /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/);
  return { next, url };
}

const TOKEN = "token-of-the-nextjs-example";
