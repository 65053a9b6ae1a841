/** The Next.js example: its scripts, and the built app in Chromium with the mock as its store. */
import type { ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { MockServer, MockStore } from "plant-store-sdk/mocks/server";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium } from "../../support/installed-programs.ts";
import { expectRun, installApp, kill, outputOf, runNode, startNode } from "../app.ts";
import { expectGzippedSize, expectOneChunk } from "../bundle.ts";

const app = installApp(resolve(import.meta.dirname, "../../../examples/nextjs"));

test("its tests pass", () => expectRun(app.folder, ["--run", "test"], [/Tests +\d+ passed/]));

test("its types are correct", () => expectRun(app.folder, ["--run", "typecheck"]));

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
    const args = ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", "0"];
    const env = { NODE_ENV: "production", PLANT_STORE_BASE_URL: server.url, PLANT_STORE_TOKEN: TOKEN };
    next = startNode(app.folder, args, env);
    [, url = ""] = await outputOf(next, /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/);
    browser = await chromium.launch({ executablePath: requireChromium(), args: ["--no-sandbox"] });
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
    expectGzippedSize(await expectOneChunk(join(app.folder, ".next/static/chunks")), [22_001, 32_000]);
  });

  test("its Playwright tests pass twice with two workers, each of which has a store of its own", async () => {
    const args = ["--run", "e2e", "--", "--repeat-each", "2", "--timeout", "120000"];
    const { code, output } = await runNode(app.folder, args, { CHROMIUM: requireChromium() });
    expect(code, output).toBe(0);
    expect(output).toMatch(/Running 8 tests using 2 workers/);
    expect(output).toMatch(/8 passed/);
  });

  const click = () => page.getByRole("button", { name: "Create" }).click();
  const message = () => page.locator("[role=status], p[role=alert]").textContent();

  async function fill(path: string, id: string): Promise<void> {
    await page.goto(url + path);
    await page.getByLabel("Id").fill(id);
    await page.getByLabel("Name").fill("Fern");
  }

  describe.each([
    ["a server action", "/"],
    ["plantRoute", "/with-route"],
  ])("with %s", (_, path) => {
    test("creates a plant with all digits of its id", async () => {
      await fill(path, "9223372036854775807");
      await click();
      expect(await message()).toBe("Fern was created.");
      expect(store.plants).toEqual([{ id: 2n ** 63n - 1n, name: "Fern" }]);
    });

    test.each<[fault: string, text: RegExp, plants: number]>([
      ["truncate", /^Fern was created\.$/, 1],
      ["reject", /^Fern was not created\. The store does not accept it \(error 7\)\.$/, 0],
      ["forbid", /^Fern was not created\. The store cannot be reached\./, 0],
      ["lose", /^Fern may have been created\. Check before you send it again\.$/, 1],
      ["fail", /^Fern may have been created\. Check before you send it again\.$/, 0],
    ])("shows the outcome after the fault %s, and sends the plant once", async (fault, text, plants) => {
      const { faults } = mocks;
      const byName = {
        truncate: faults.truncate(5),
        reject: faults.status(400, { body: { error: 7, message: "the bearer token is not accepted" } }),
        forbid: faults.status(403),
        lose: faults.reset({ afterCreate: true }),
        fail: faults.status(503),
      };
      store.enqueue(byName[fault as keyof typeof byName]);
      await fill(path, "1");
      await click();
      expect(await message()).toMatch(text);
      expect(store.plants).toHaveLength(plants);
      expect(store.requests).toHaveLength(1);
    });

    test("shows an error at the field, and sends nothing", async () => {
      await fill(path, "fern");
      await click();
      expect(await message()).toBe("Fern was not created. Correct the marked fields.");
      expect(await page.getByLabel("Id").getAttribute("aria-invalid")).toBe("true");
      expect(await page.getByLabel("Id").inputValue()).toBe("fern");
      expect(store.requests).toEqual([]);
    });

    test("creates one plant after a double click and a reload", async () => {
      store.configure({ latency: 200 });
      await fill(path, "1");
      await page.getByRole("button", { name: "Create" }).dblclick();
      expect(await message()).toBe("Fern was created.");
      await page.reload();
      await page.getByLabel("Id").waitFor();
      expect(store.requests).toHaveLength(1);
    });

    test("tells the page neither the store's URL nor the token", async () => {
      const received: Promise<string>[] = [];
      page.on("response", (response) => received.push(response.text().catch(() => "")));
      store.enqueue(mocks.faults.reset());
      await fill(path, "1");
      await click();
      await message();
      const texts = await Promise.all(received);
      expect(texts.length).toBeGreaterThan(2);
      expect(texts.filter((text) => text.includes(server.url) || text.includes(TOKEN))).toEqual([]);
    });
  });

  test.each(["/", "/with-route"])(
    "a double click before the scripts of %s have loaded creates one plant",
    async (path) => {
      const scripts = Promise.withResolvers<void>();
      await page.route("**/*.js", (route) => scripts.promise.then(() => route.continue()));
      await page.goto(url + path, { waitUntil: "commit" });
      await page.getByLabel("Id").fill("1");
      await page.getByLabel("Name").fill("Fern");
      await page.getByRole("button", { name: "Create" }).dblclick();
      expect(store.requests).toEqual([]);
      scripts.resolve();
      expect(await message()).toBe("Fern was created.");
      await page.reload();
      await page.getByLabel("Id").waitFor();
      expect(store.requests).toHaveLength(1);
    },
  );
});

function requireChromium(): string {
  return findChromium() ?? expect.fail("Chromium is not installed. Run `npm run setup:browsers`.");
}

const TOKEN = "token-of-the-nextjs-example";
