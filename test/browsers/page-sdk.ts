/** A page that uses the built SDK, and MSW's worker for it. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { build } from "esbuild";
import type { CreatePlantOptions, PlantStoreFailureJSON, safeCreatePlant } from "plant-store-sdk";
import type { MockStore } from "plant-store-sdk/mocks";
import { afterAll } from "vitest";
import { startBrowser } from "./browser.ts";

declare global {
  interface Window {
    sdk: {
      safeCreatePlant: typeof safeCreatePlant;
      /** The store of `startWorker`. */
      store: MockStore;
      /** Starts MSW's worker, which serves the store at the path /api. */
      startWorker(): Promise<unknown>;
    };
  }
}

const SOURCE = `
  import { setupWorker } from "msw/browser";
  import { safeCreatePlant } from "plant-store-sdk";
  import { MockStore, mockHandlers } from "plant-store-sdk/mocks";
  const store = new MockStore();
  const startWorker = () =>
    setupWorker(...mockHandlers(store, { baseUrl: "/api" }))
      .start({ quiet: true, onUnhandledFrame: "bypass" }).then(() => {});
  window.sdk = { safeCreatePlant, store, startWorker };
`;

const root = resolve(import.meta.dirname, "../..");

/** A function that sets `window.sdk`, to run in a page. */
async function bundlePageSdk(): Promise<() => void> {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: root },
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false,
    logLevel: "error",
    tsconfigRaw: {}, // The project's paths would bundle the sources instead of the built package.
  });
  return new Function(outputFiles[0]?.text ?? "") as () => void;
}

/** Serves an empty page and MSW's worker, until the test file ends. Returns the URL. */
async function servePage(): Promise<string> {
  const worker = await readFile(resolve(root, "node_modules/msw/lib/mockServiceWorker.js"));
  const server = createServer(({ url }, response) => {
    if (url === "/mockServiceWorker.js") response.setHeader("content-type", "text/javascript").end(worker);
    else response.setHeader("content-type", "text/html").end("<!doctype html><title>A page</title>");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Starts the browser. */
export async function startSdkPage() {
  const [page, site, loadSdk] = await Promise.all([startBrowser(), servePage(), bundlePageSdk()]);
  /** Opens a page, by default an empty one, and loads the SDK, whatever the page's Content-Security-Policy is. */
  const open = async (url = site) => {
    await page.open(url);
    await page.run(loadSdk);
  };
  /** Creates the plant Fern from the page. `waits` are those before retries. */
  const create = (options: Omit<CreatePlantOptions, "signal">) =>
    page.run(async (options): Promise<PageResult> => {
      const waits: number[] = [];
      const result = await window.sdk.safeCreatePlant(
        { id: 1, name: "Fern" },
        { ...options, onEvent: (event) => event.type === "retry" && waits.push(event.wait) },
      );
      if (!result.success) return { error: result.error.toJSON(), waits };
      const { data, attempts, possibleDuplicate } = result;
      return { data, attempts, possibleDuplicate, waits };
    }, options);
  return { page, site, loadSdk, open, create };
}

/** Of a call in a page, as JSON. */
interface PageResult {
  data?: object;
  attempts?: number;
  possibleDuplicate?: boolean;
  error?: PlantStoreFailureJSON;
  waits: number[];
}

/** A page cannot know why a connection was lost. */
export const connectionLost = (attempts: number) => ({
  error: { kind: "connection", outcome: "unknown", attempts, cause: { name: "TypeError" } },
});
