/** A page that uses the SDK, and MSW's worker for it. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { build } from "esbuild";
import type { safeCreatePlant } from "plant-store-sdk";
import type { MockStore } from "plant-store-sdk/mocks";

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
export async function bundlePageSdk(): Promise<() => void> {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: root },
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false,
    tsconfigRaw: {}, // The project's paths would bundle the sources instead of the built package.
  });
  return new Function(outputFiles[0]?.text ?? "") as () => void;
}

export interface PageSite {
  url: string;
  close(): Promise<void>;
}

/** Serves an empty page and MSW's worker. */
export async function servePage(): Promise<PageSite> {
  const worker = await readFile(resolve(root, "node_modules/msw/lib/mockServiceWorker.js"));
  const server = createServer(({ url }, response) => {
    if (url === "/mockServiceWorker.js") response.setHeader("content-type", "text/javascript").end(worker);
    else response.setHeader("content-type", "text/html").end("<!doctype html><title>A page</title>");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}
