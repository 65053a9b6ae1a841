/** The page's side of servers outside of it: each ends with the test that opened it. */
import type { CreatePlantResult } from "plant-store-sdk";
import { expect } from "vitest";
import { commands } from "vitest/browser";
import type { PeerRequest, PeerScript } from "./peers.ts";

export const plant = { id: 1, name: "Fern" };
export const token = "a-very-secret-token";

/** The part of a test's context that ends what the test began. */
export interface Ending {
  onTestFinished: (end: () => Promise<void>) => void;
}

/** A server of another origin than the page's. */
export interface OpenPeer {
  baseUrl: string;
  port: number;
  /** What has reached it so far, oldest first. */
  requests(): Promise<PeerRequest[]>;
  /** The same without preflights. */
  posts(): Promise<PeerRequest[]>;
  /** Ends its connections by a TCP reset. */
  reset(): Promise<void>;
}

export async function openPeer(script: PeerScript, { onTestFinished }: Ending): Promise<OpenPeer> {
  const port = await commands.openPeer(script);
  onTestFinished(() => commands.close(port));
  const requests = () => commands.requestsOf(port);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    requests,
    posts: async () => (await requests()).filter(({ method }) => method === "POST"),
    reset: () => commands.resetPeer(port),
  };
}

/** All that a page is told of a request that fails on its way, for whatever reason. */
export function expectLost(result: CreatePlantResult, attempts: number): void {
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "unknown", attempts, cause: { name: "TypeError" } },
  });
  expect(result).not.toHaveProperty("error.code");
}
