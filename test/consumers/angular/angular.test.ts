/** Tests, builds and serves an Angular application, with the commands of `ng`. */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listen, MockStore } from "../../../mocks/server.ts";
import { PlantStoreClient } from "../../../src/index.ts";
import { outputOf } from "../../support/run-program.ts";
import { expectRun, installApp, kill, startNode } from "../app.ts";
import { expectOneChunk } from "../bundle.ts";

const app = installApp(resolve(import.meta.dirname, "../../../examples/angular"));

const NG = "node_modules/@angular/cli/bin/ng.js";
const inApp = (path = "") => join(app.folder, path);

test("ng test passes", () => expectRun(inApp(), [NG, "test"], [/Tests +7 passed/]));

test("ng build makes one bundle without Node", async () => {
  await expectRun(inApp(), [NG, "build"], [/Application bundle generation complete/]);
  await expectOneChunk(inApp("dist/shop/browser"));
});

test("ng serve passes the page's calls on to the store, with a token", async () => {
  const store = new MockStore({ auth: (token) => token === "any" });
  await using server = await listen(store);
  const config = await readFile(inApp("proxy.conf.json"), "utf8");
  await writeFile(inApp("proxy.conf.json"), config.replace("http://127.0.0.1:4010", server.url));
  const served = startNode(inApp(), [NG, "serve", "--host", "127.0.0.1", "--port", "0"]);
  onTestFinished(() => kill(served));
  const [, origin] = await outputOf(served, /Local: +(http:.*[^/\s])/);
  const page = new PlantStoreClient({ baseUrl: `${origin}/api`, token: null });
  expect(await page.createPlant({ id: 1, name: "Fern" })).toEqual({ name: "Fern" });
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
});
