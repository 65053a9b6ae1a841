/** The sources and both builds do not leak a token that a server echoes, wherever it does so. */
import type { Socket } from "node:net";
import { type CreatePlantResult, safeCreatePlant } from "plant-store-sdk";
import { describe, expect, test, vi } from "vitest";
import { plant } from "../support/client.ts";
import { startSocketServer } from "../support/servers.ts";
import { builds } from "./builds.ts";
import { HEADER_SAFE_CANARY } from "./canary.ts";
import { type EchoingResponse, echoingResponses } from "./echoing-responses.ts";
import { leaksOf } from "./leaks.ts";
import { SPELLINGS } from "./spellings.ts";
import { takeLeaks } from "./token-watch.ts";

/** Starts a server that sends one response, with the echo in it. */
function startEchoingServer({ write, end }: EchoingResponse, echo: () => string) {
  return startSocketServer((socket: Socket) => {
    for (const piece of write(echo())) socket.write(piece);
    if (end === undefined) socket.end();
    if (end === "reset") socket.write("", () => socket.resetAndDestroy());
  });
}

const cases = Object.entries(echoingResponses);

describe.each(builds)("%s", (_, { PlantStoreClient }) => {
  test.each(cases)("does not leak the token after %s", async (_what, response) => {
    let echo = "";
    const { url } = await startEchoingServer(response, () => echo);
    const onEvent = vi.fn();
    const options = { baseUrl: url, token: HEADER_SAFE_CANARY, onEvent, maxRetries: 0, ...response.options };
    const client = new PlantStoreClient(options);
    // The waits before retries take time, and do not depend on the spelling.
    const tried = Object.entries(SPELLINGS).slice(0, response.options?.maxRetries ? 1 : undefined);
    for (const [spelling, spell] of tried) {
      echo = spell(HEADER_SAFE_CANARY);
      expect(kindOf(await client.safeCreatePlant(plant)), spelling).toBe(response.kind);
      // Leaks in the client, its events, its result or printed text.
      expect(takeLeaks(), spelling).toEqual([]);
      expect(onEvent, spelling).toHaveBeenCalled();
      onEvent.mockClear();
    }
  });
});

/** A token that is too short to be redacted, which shows that the servers echo it. */
const SHORT_TOKEN = "Canary7";

test.each(cases.filter(([, { kind }]) => !["connection", "timeout"].includes(kind)))(
  "a token that is too short to be redacted is echoed by %s",
  async (_what, response) => {
    const { url } = await startEchoingServer(response, () => SHORT_TOKEN);
    const options = { baseUrl: url, token: SHORT_TOKEN, maxRetries: 0, ...response.options };
    expect(leaksOf(SHORT_TOKEN, await safeCreatePlant(plant, options))).not.toEqual([]);
  },
);

function kindOf(result: CreatePlantResult): EchoingResponse["kind"] {
  return result.success ? "success" : result.error.kind;
}
