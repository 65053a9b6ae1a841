/** What a test in a page has done outside of it: Vitest's browser commands. They run in Node. */
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { CreatePlantOptions } from "plant-store-sdk";
import type { ServedRequest } from "plant-store-sdk/mocks/server";
import type { BrowserCommand } from "vitest/node";
import { type Peer, type PeerRequest, type PeerScript, startPeer } from "./peers.ts";
import { fileOfPackage } from "./peers-package.ts";

/** A server is known by its port. */
interface PeerCommands {
  openPeer(script: PeerScript): Promise<number>;
  requestsOf(port: number): Promise<PeerRequest[]>;
  /** Ends the server's connections by a TCP reset. */
  resetPeer(port: number): Promise<void>;
  /** Has the package's own store listen. */
  openStore(): Promise<number>;
  servedBy(port: number): Promise<ServedRequest[]>;
  /** Ends a peer or a store. */
  close(port: number): Promise<void>;
  /** Makes one call after another on a page of its own, which a peer serves. */
  createPlantsOn(page: string, calls: PlainOptions[]): Promise<Visit>;
}

declare module "vitest/browser" {
  interface BrowserCommands extends PeerCommands {}
}

/** Options that JSON can hold. */
export type PlainOptions = Pick<CreatePlantOptions, "baseUrl" | "token">;

/** What came of the calls on a page. */
export interface Visit {
  /** An error as its `toJSON` has it. */
  results: { success: boolean; error?: object }[];
  /** The directives of the page's Content-Security-Policy that the calls violated. */
  violations: string[];
}

type InNode<Commands extends object> = {
  [K in keyof Commands]: Commands[K] extends (...args: infer A) => infer R ? BrowserCommand<A, R> : never;
};

/** @param app the folder of an app that has the package. */
export async function peerCommands(app: string): Promise<InNode<PeerCommands>> {
  const { createPlantStore, listen } = await importServer(app);
  const sdk = await bundle(app);
  const peers = new Map<number, Peer>();
  const stores = new Map<number, ServedRequest[]>();
  const closers = new Map<number, () => Promise<void>>();

  return {
    async openPeer(_context, script) {
      const peer = await startPeer(script, sdk);
      peers.set(peer.port, peer);
      closers.set(peer.port, peer.close);
      return peer.port;
    },
    requestsOf: async (_context, port) => peers.get(port)?.requests ?? [],
    resetPeer: async (_context, port) => peers.get(port)?.reset(),
    async openStore() {
      const served: ServedRequest[] = [];
      const store = await listen(createPlantStore(), { onRequest: (request) => served.push(request) });
      stores.set(store.port, served);
      closers.set(store.port, store.close);
      return store.port;
    },
    servedBy: async (_context, port) => stores.get(port) ?? [],
    close: async (_context, port) => closers.get(port)?.(),
    async createPlantsOn({ context }, url, calls) {
      const page = await context.newPage();
      try {
        await page.goto(url);
        return await page.evaluate(createPlantsHere, calls);
      } finally {
        await page.close();
      }
    },
  };
}

/** Runs in the page, with nothing but what is in it. */
async function createPlantsHere(calls: PlainOptions[]): Promise<Visit> {
  const violations: string[] = [];
  const script = "/sdk.js";
  const { safeCreatePlant }: typeof import("plant-store-sdk") = await import(script);
  const markerReported = new Promise<void>((resolve) => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
      if (effectiveDirective === "img-src") resolve();
      else violations.push(effectiveDirective);
    });
  });
  const results: Visit["results"] = [];
  for (const options of calls) {
    const result = await safeCreatePlant({ id: 1, name: "Fern" }, options);
    results.push(result.success ? { success: true } : { success: false, error: result.error.toJSON() });
  }
  // A violation is reported some time later. Once one that comes after all others is reported, they all are.
  new Image().src = "/marker";
  await markerReported;
  return { results, violations };
}

/** The package's own server, which is of the same build as what runs in the page. */
function importServer(app: string): Promise<typeof import("plant-store-sdk/mocks/server")> {
  return import(pathToFileURL(fileOfPackage(app, "dist/mocks/server.js")).href);
}

/** The package as one script, for pages that no bundler serves. */
async function bundle(app: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileOfPackage(app, "dist/index.js")],
    bundle: true,
    format: "esm",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
