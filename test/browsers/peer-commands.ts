import { build } from "esbuild";
import type { CreatePlantOptions } from "plant-store-sdk";
import type { BrowserCommand } from "vitest/node";
import { fileOfPackage } from "./packed-package.ts";
import { type Peer, type PeerRequest, type PeerScript, startPeer } from "./peer.ts";

/** A port identifies a server. */
interface PeerCommands {
  openPeer(script: PeerScript): Promise<number>;
  requestsOf(port: number): Promise<PeerRequest[]>;
  close(port: number): Promise<void>;
  /** Opens a page, which a peer serves, and makes the calls there one after another. */
  createPlantsOn(url: string, calls: JsonOptions[]): Promise<PageResults>;
}

declare module "vitest/browser" {
  interface BrowserCommands extends PeerCommands {}
}

/** Options that can be serialized as JSON. */
export type JsonOptions = Pick<CreatePlantOptions, "baseUrl" | "token">;

export interface PageResults {
  /** `error` is what its `toJSON` returned. */
  results: { success: boolean; error?: object }[];
  /** The directives of the page's Content-Security-Policy that the calls violated. */
  violations: string[];
}

type InNode<Commands extends object> = {
  [K in keyof Commands]: Commands[K] extends (...args: infer A) => infer R ? BrowserCommand<A, R> : never;
};

/** @param app the folder of an app that contains the package */
export async function peerCommands(app: string): Promise<InNode<PeerCommands>> {
  const sdk = await bundle(app);
  const peers = new Map<number, Peer>();

  return {
    async openPeer(_context, script) {
      const peer = await startPeer(script, sdk);
      peers.set(peer.port, peer);
      return peer.port;
    },
    requestsOf: async (_context, port) => peers.get(port)?.requests ?? [],
    close: async (_context, port) => peers.get(port)?.close(),
    async createPlantsOn({ context }, url, calls) {
      const page = await context.newPage();
      try {
        await page.goto(url);
        return await page.evaluate(createPlantsInPage, calls);
      } finally {
        await page.close();
      }
    },
  };
}

/** Runs in the page. It cannot use other code of this file. */
async function createPlantsInPage(calls: JsonOptions[]): Promise<PageResults> {
  const violations: string[] = [];
  const script = "/sdk.js";
  const { safeCreatePlant }: typeof import("plant-store-sdk") = await import(script);
  const markerReported = new Promise<void>((resolve) => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
      if (effectiveDirective === "img-src") resolve();
      else violations.push(effectiveDirective);
    });
  });
  const results: PageResults["results"] = [];
  for (const options of calls) {
    const result = await safeCreatePlant({ id: 1, name: "Fern" }, options);
    results.push(result.success ? { success: true } : { success: false, error: result.error.toJSON() });
  }
  // Violations are reported with a delay, in order. This last one shows that all were reported.
  new Image().src = "/marker";
  await markerReported;
  return { results, violations };
}

/** Bundles the client, for pages that Vite does not serve. */
async function bundle(app: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileOfPackage(app, "dist/index.js")],
    bundle: true,
    format: "esm",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
