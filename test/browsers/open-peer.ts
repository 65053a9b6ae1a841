/** Starts peers from a test in a page. A peer is closed at the end of its test. */
import type { CreatePlantResult } from "plant-store-sdk";
import { expect } from "vitest";
import { commands } from "vitest/browser";
import type { PeerRequest, PeerScript } from "./peer.ts";

export const plant = { id: 1, name: "Fern" };
export const token = "a-very-secret-token";

/** The part of a test's context that `openPeer` needs. */
export interface TestEnd {
  onTestFinished: (close: () => Promise<void>) => void;
}

/** A peer with another origin than the page. */
export interface OpenPeer {
  baseUrl: string;
  port: number;
  /** The requests that it received, oldest first. */
  requests(): Promise<PeerRequest[]>;
  /** Only the POST requests. */
  posts(): Promise<PeerRequest[]>;
}

export async function openPeer(script: PeerScript, { onTestFinished }: TestEnd): Promise<OpenPeer> {
  const port = await commands.openPeer(script);
  onTestFinished(() => commands.close(port));
  const requests = () => commands.requestsOf(port);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    requests,
    posts: async () => (await requests()).filter(({ method }) => method === "POST"),
  };
}

/** Expects the failure of a lost connection. A page cannot know the reason. */
export function expectConnectionLost(result: CreatePlantResult, attempts: number): void {
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "unknown", attempts, cause: { name: "TypeError" } },
  });
  expect(result).not.toHaveProperty("error.code");
}
