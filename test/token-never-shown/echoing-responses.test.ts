/** The sources and both builds do not leak a token that a server echoes, wherever it does so. */
import type { Socket } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { plant } from "../support/client.ts";
import { startSocketServer } from "../support/servers.ts";
import { builds, HEADER_SAFE_CANARY } from "./builds.ts";
import { type EchoingResponse, echoingResponses } from "./echoing-responses.ts";
import { leaksOf } from "./leaks.ts";
import { SPELLINGS } from "./spellings.ts";
import { takeLeaks } from "./token-watch.ts";

/** Starts a server that sends one response, with the echo in it. */
function startEchoingServer({ write, staysOpen }: EchoingResponse, echo: () => string) {
  return startSocketServer((socket: Socket) => {
    for (const piece of write(echo())) socket.write(piece);
    if (!staysOpen) socket.end();
  });
}

const cases = Object.entries(echoingResponses);

describe.each(builds)("%s", (build, { PlantStoreClient }) => {
  test.each(cases)("does not leak the token after %s", async (_what, response) => {
    let echo = "";
    const { url } = await startEchoingServer(response, () => echo);
    const onEvent = vi.fn();
    const options = { baseUrl: url, token: HEADER_SAFE_CANARY, onEvent, maxRetries: 0, ...response.options };
    const client = new PlantStoreClient(options);
    // How a token is found does not depend on the build, and the waits before retries take time.
    const isOneEnough = build !== "the sources" || response.options?.maxRetries !== undefined;
    const tried = Object.entries(SPELLINGS).slice(0, isOneEnough ? 1 : undefined);
    for (const [spelling, spell] of tried) {
      echo = spell(HEADER_SAFE_CANARY);
      const result = await client.safeCreatePlant(plant);
      expect(result.success ? "success" : result.error.kind, spelling).toBe(response.kind);
      // The server has echoed it.
      if (!["connection", "timeout"].includes(response.kind))
        expect(leaksOf("[token]", result), spelling).not.toEqual([]);
      // Leaks in the client, its events, its result or printed text.
      expect(takeLeaks(), spelling).toEqual([]);
      expect(onEvent, spelling).toHaveBeenCalled();
      onEvent.mockClear();
    }
  });
});
