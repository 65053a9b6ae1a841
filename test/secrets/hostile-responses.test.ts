/** Whatever a server echoes of the token, and wherever, it goes no further: in the sources, and in both builds. */
import type { Socket } from "node:net";
import { type CreatePlantResult, safeCreatePlant } from "plant-store-sdk";
import { describe, expect, test, vi } from "vitest";
import { plant } from "../support/client.ts";
import { startSocketServer } from "../support/servers.ts";
import { builds } from "./builds.ts";
import { type HostileResponse, hostileResponses, spellings, TOKEN } from "./hostile-responses.ts";
import { leaksOf } from "./leaks.ts";
import { takeLeaks } from "./token-watch.ts";

/** A server that gives one answer, with the echo in it. */
function peerAnswering({ write, end }: HostileResponse, echo: () => string) {
  return startSocketServer((socket: Socket) => {
    for (const piece of write(echo())) socket.write(piece);
    if (end === undefined) socket.end();
    if (end === "reset") socket.write("", () => socket.resetAndDestroy());
  });
}

const cases = Object.entries(hostileResponses);

describe.each(builds)("%s", (_, { PlantStoreClient }) => {
  test.each(cases)("shows no token after %s", async (_what, answer) => {
    let echo = "";
    const { url } = await peerAnswering(answer, () => echo);
    const onEvent = vi.fn();
    const options = { baseUrl: url, token: TOKEN, onEvent, maxRetries: 0, ...answer.options };
    const client = new PlantStoreClient(options);
    for (const [spelling, spell] of Object.entries(spellings)) {
      echo = spell(TOKEN);
      expect(kindOf(await client.safeCreatePlant(plant)), spelling).toBe(answer.kind);
      // Of the client, its events, its result and what was printed.
      expect(takeLeaks(), spelling).toEqual([]);
      expect(onEvent, spelling).toHaveBeenCalled();
      onEvent.mockClear();
    }
  });
});

/** A token that is too short to be replaced. */
const SHORT = "Canary7";

test.each(cases.filter(([, { kind }]) => !["connection", "timeout"].includes(kind)))(
  "these servers do echo, which a token that is too short to be replaced shows: %s",
  async (_what, answer) => {
    const { url } = await peerAnswering(answer, () => SHORT);
    const options = { baseUrl: url, token: SHORT, maxRetries: 0, ...answer.options };
    expect(leaksOf(SHORT, await safeCreatePlant(plant, options))).not.toEqual([]);
  },
);

function kindOf(result: CreatePlantResult): HostileResponse["kind"] {
  return result.success ? "success" : result.error.kind;
}
