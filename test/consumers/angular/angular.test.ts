/** Tests, builds and serves an Angular application, with the commands of `ng`. */
import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { listen, MockStore } from "../../../mocks/server.ts";
import { PlantStoreClient } from "../../../src/index.ts";
import { expectRun, installApp } from "../app.ts";
import { expectNoNode } from "../bundle.ts";

const app = installApp(import.meta.dirname);

const NG = "../node_modules/@angular/cli/bin/ng.js";
const inApp = (path = "") => join(app.folder, "app", path);

test("ng test passes", () => expectRun(inApp(), [NG, "test"], [/Tests +7 passed/]));

test("ng build makes one bundle without Node", async () => {
  await expectRun(inApp(), [NG, "build"], [/Application bundle generation complete/]);
  const folder = inApp("dist/shop/browser");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".js"));
  const bundles = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const [bundle = "", ...others] = bundles.filter((text) => text.includes("plant-store-sdk.failure"));
  expect(others).toEqual([]);
  expectNoNode(bundle);
});

test("ng serve passes the page's calls on to the store, with a token", async () => {
  const store = new MockStore({ auth: (token) => token === "any" });
  await using server = await listen(store);
  const config = await readFile(inApp("proxy.conf.json"), "utf8");
  await writeFile(inApp("proxy.conf.json"), config.replace("http://127.0.0.1:4010", server.url));
  const served = spawn(process.execPath, [NG, "serve", "--host", "127.0.0.1", "--port", "0"], {
    cwd: inApp(),
    env: { PATH: process.env.PATH, HOME: join(app.folder, "../home"), NO_COLOR: "1", CI: "1" },
  });
  onTestFinished(() => void served.kill());
  for await (const line of createInterface(served.stdout)) {
    const origin = /Local: +(http:.*[^/])/.exec(line)?.[1];
    if (origin === undefined) continue;
    const page = new PlantStoreClient({ baseUrl: `${origin}/api`, token: null });
    expect(await page.createPlant({ id: 1, name: "Fern" })).toEqual({ name: "Fern" });
    expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
    return;
  }
  expect.fail("ng serve did not start.");
});
