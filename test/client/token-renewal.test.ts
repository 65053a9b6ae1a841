/** After a 401, the token function is asked for another token. */
import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import type { PlantStoreEvent, PlantStoreTokenContext } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import {
  failureAfter,
  failureOf,
  plant,
  recordingFetch,
  testClient,
  tooManyRequests,
} from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { respond, succeed } from "../support/fetch-stubs.ts";

const unauthorized = respond(401, "expired");

/** A token function that returns one token after the other, then the last one again. */
function tokensInTurn(...tokens: (string | Error)[]) {
  return vi.fn(async (_context: PlantStoreTokenContext) => {
    const next = (tokens.length > 1 ? tokens.shift() : tokens[0]) as string | Error;
    if (next instanceof Error) throw next;
    return next;
  });
}

const sentTokens = (sent: { headers: Headers }[]) => sent.map(({ headers }) => headers.get("authorization"));

test("after a 401, another token is sent at once, outside maxRetries", async () => {
  const token = tokensInTurn("old-token", "new-token");
  const { fetch, sent } = recordingFetch(unauthorized, succeed);
  const events: PlantStoreEvent[] = [];
  const onEvent = (event: PlantStoreEvent) => events.push(event);
  const result = await testClient({ token, fetch, maxRetries: 0, onEvent }).safeCreatePlant(plant);
  expect(result).toMatchObject({ success: true, attempts: 2, possibleDuplicate: false });
  expect(sentTokens(sent)).toEqual(["Bearer old-token", "Bearer new-token"]);
  const calls = token.mock.calls.map(([{ attempt, rejected }]) => `${attempt} ${rejected}`);
  expect(calls).toEqual(["1 false", "2 true"]);
  expect(events[2]).toMatchObject({ type: "retry", status: 401, wait: 0, outcome: "not-created" });
});

test("a renewed token serves the later attempts of the call, which keep their retries", async () => {
  const token = tokensInTurn("old-token", "new-token", "never-asked-for");
  const { fetch, sent } = recordingFetch(unauthorized, tooManyRequests, tooManyRequests, succeed);
  const waits: number[] = [];
  const onEvent = (event: PlantStoreEvent) => event.type === "retry" && waits.push(event.wait);
  vi.spyOn(Math, "random").mockReturnValue(0);
  jumpFromTimerToTimer();
  const result = await testClient({ token, fetch, onEvent }).safeCreatePlant(plant);
  expect(result).toMatchObject({ success: true, attempts: 4 });
  expect(sentTokens(sent).slice(1)).toEqual(Array(3).fill("Bearer new-token"));
  expect(waits).toEqual([0, 300, 600]);
  expect(token).toHaveBeenCalledTimes(2);
});

const vaultClosed = new Error("the vault is closed");
const notRenewed = { attempts: 1, message: expect.stringContaining("could not be renewed; see `cause`. No") };
const invalid = expect.objectContaining({ kind: "configuration", option: "token" });

test.each<[what: string, tokens: (string | Error)[], sent: number, calls: number, failure: object]>([
  ["a second 401 is final", ["token-1", "token-2", "token-3"], 2, 2, { outcome: "not-created", attempts: 2 }],
  ["the same token is not sent again", ["same-token"], 1, 2, { attempts: 1 }],
  ["a failed renewal is the cause", ["old-token", vaultClosed], 1, 2, { ...notRenewed, cause: vaultClosed }],
  ["an invalid token is the cause", ["old-token", "can ary"], 1, 2, { ...notRenewed, cause: invalid }],
])("the call fails with the 401: %s", async (_, tokens, requests, calls, expected) => {
  const token = tokensInTurn(...tokens);
  const { fetch, sent } = recordingFetch(unauthorized);
  const failure = await failureOf(testClient({ token, fetch }).safeCreatePlant(plant));
  expect(failure).toMatchObject({ response: { status: 401, body: "expired" }, ...expected });
  expect("cause" in failure).toBe("cause" in expected);
  expect(inspect(failure, { depth: null })).not.toContain(" ary");
  expect(token).toHaveBeenCalledTimes(calls);
  expect(sent).toHaveLength(requests);
});

test("a renewal that never ends is aborted by the deadline, and the failure has the 401", async () => {
  jumpFromTimerToTimer();
  const { fetch, sent } = recordingFetch(unauthorized);
  const signals: AbortSignal[] = [];
  const types: string[] = [];
  const failure = await failureAfter(fetch, {
    timeout: 5_000,
    onEvent: ({ type }: PlantStoreEvent) => types.push(type),
    token: ({ rejected, signal }: PlantStoreTokenContext) => {
      signals.push(signal);
      return rejected
        ? new Promise((resolve) => signal.addEventListener("abort", () => resolve("late-token")))
        : "old-token";
    },
  });
  expect(failure).toMatchObject({ kind: "timeout", response: { status: 401 }, attempts: 1 });
  expect(signals.map(({ reason }) => reason.name)).toEqual(["TimeoutError", "TimeoutError"]);
  await setImmediate();
  expect(types).toEqual(["request", "response", "failure"]);
  expect(sent).toHaveLength(1);
});
