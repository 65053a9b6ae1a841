import { cachedToken } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import { failureBeforeSending, plant, recordingFetch, testClient } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { type FetchStub, respond, succeed } from "../support/fetch-stubs.ts";
import { throwing } from "../support/throwing.ts";

test("a cached token is fetched at the first call, and renewed once for all calls that are rejected together", async () => {
  let issued = 0;
  const fetchToken = vi.fn(async () => `token-number-${++issued}`);
  const twentyTimes = (stub: FetchStub) => Array<FetchStub>(20).fill(stub);
  const { fetch, sent } = recordingFetch(...twentyTimes(succeed), ...twentyTimes(respond(401)), succeed);
  const client = testClient({ token: cachedToken(fetchToken), fetch });
  expect(fetchToken).not.toHaveBeenCalled();
  const plants = Array.from({ length: 20 }, () => plant);
  await Promise.all(plants.map((each) => client.createPlant(each)));
  const results = await Promise.all(plants.map((each) => client.safeCreatePlant(each)));
  expect(results.every(({ success }) => success)).toBe(true);
  expect(fetchToken).toHaveBeenCalledTimes(2);
  const last = sent.slice(40).map(({ headers }) => headers.get("authorization"));
  expect(last).toEqual(Array(20).fill("Bearer token-number-2"));
});

test("a retry after another failure than a 401 sends the cached token again", async () => {
  jumpFromTimerToTimer();
  const fetchToken = vi.fn(() => "a-good-token");
  const { fetch } = recordingFetch(respond(429), respond(429), succeed);
  await testClient({ token: cachedToken(fetchToken), fetch }).createPlant(plant);
  expect(fetchToken).toHaveBeenCalledTimes(1);
});

test("a rejection of an older token does not drop the one that another call has fetched", async () => {
  let issued = 0;
  const fetchToken = vi.fn(async () => `token-number-${++issued}`);
  const token = cachedToken(fetchToken);
  const [slow, quick] = [context(), context()];
  for (const each of [slow, quick]) await token(each);
  for (const each of [quick, slow]) expect(await token({ ...each, rejected: true })).toBe("token-number-2");
});

const context = () => ({ attempt: 1, rejected: false, signal: new AbortController().signal });

test("if fetching the token fails, the waiting calls fail, and the next call fetches again", async () => {
  const cause = new Error("the vault is closed");
  const fetchToken = vi.fn().mockImplementationOnce(throwing(cause)).mockReturnValue("a-good-token");
  const { fetch } = recordingFetch();
  const client = testClient({ token: cachedToken(fetchToken), fetch });
  const failed = await Promise.all([client.safeCreatePlant(plant), client.safeCreatePlant(plant)]);
  for (const result of failed) expect(result).toMatchObject({ error: { kind: "token", cause } });
  expect(await client.safeCreatePlant(plant)).toMatchObject({ success: true });
  expect(fetchToken).toHaveBeenCalledTimes(2);
});

test("the call that waits for a token ends by its timeout, and fetches for which no call waits are aborted and dropped", async () => {
  jumpFromTimerToTimer();
  const { fetchToken, signals } = tokenServer([STALLED, STALLED, 0]);
  const { fetch } = recordingFetch();
  const client = testClient({ token: cachedToken(fetchToken), fetch });
  const controller = new AbortController();
  const aborted = client.safeCreatePlant(plant, { signal: controller.signal });
  const timedOut = client.safeCreatePlant(plant, { timeout: 20 });
  controller.abort();
  expect(await aborted).toMatchObject({ error: { kind: "aborted", retryable: false } });
  expect(signals[0]?.aborted).toBe(false); // Another call waits.
  expect(await timedOut).toMatchObject({ error: { kind: "timeout", retryable: true, attempts: 0 } });
  expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
  expect(await client.safeCreatePlant(plant)).toMatchObject({ success: true });
  expect(signals).toHaveLength(3);
});

test.each([
  [100, 90_000],
  [3_600, 3_570_000],
])("a token that expires in %i s is renewed after %i ms", async (expiresIn, ms) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let issued = 0;
  const token = cachedToken(async () => ({ token: `token-number-${++issued}`, expiresIn }));
  expect(await token(context())).toBe("token-number-1");
  vi.advanceTimersByTime(ms - 1);
  expect(await token(context())).toBe("token-number-1");
  vi.advanceTimersByTime(1);
  expect(await Promise.all([token(context()), token(context())])).toEqual(Array(2).fill("token-number-2"));
});

test("if an early renewal fails, the old token serves until it expires or is rejected", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const closed = new Error("the vault is closed");
  const fetchToken = vi.fn().mockResolvedValueOnce({ token: "old-token", expiresIn: 100 });
  const token = cachedToken(fetchToken.mockRejectedValue(closed));
  expect(await token(context())).toBe("old-token");
  vi.advanceTimersByTime(99_999);
  const call = context();
  expect(await Promise.all([token(call), token(context())])).toEqual(["old-token", "old-token"]);
  expect(fetchToken).toHaveBeenCalledTimes(2);
  await expect(token({ ...call, rejected: true })).rejects.toBe(closed);
  fetchToken.mockResolvedValueOnce({ token: "new-token", expiresIn: 100 });
  expect(await token(context())).toBe("new-token");
  vi.advanceTimersByTime(100_000);
  await expect(token(context())).rejects.toBe(closed);
});

test.each([Number.NaN, "soon"])("a token with expiresIn: %j is an error", async (expiresIn) => {
  const fetchToken = vi.fn().mockReturnValue({ token: "a-token", expiresIn });
  const error = await failureBeforeSending({ token: cachedToken(fetchToken) });
  const problem = "must return seconds as `expiresIn`";
  expect(error).toMatchObject({ kind: "configuration", retryable: false, option: "fetchToken", problem });
});

test("clear forgets the token", async () => {
  let issued = 0;
  const token = cachedToken(() => `token-number-${++issued}`);
  expect(await token(context())).toBe("token-number-1");
  token.clear();
  expect(await token(context())).toBe("token-number-2");
});

const sleep = <T>(ms: number, value?: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));
const STALLED = Number.POSITIVE_INFINITY;
const FAILED = -1;

/** @param times how long each fetch takes, ms, or how it ends otherwise. The last one is repeated */
function tokenServer(times: number[], expiresIn?: number) {
  const signals: AbortSignal[] = [];
  const running = new Set<AbortSignal>();
  const server = { signals, mostAtOnce: 0, fetchToken };
  function fetchToken({ signal }: { signal: AbortSignal }) {
    const time = times[signals.length] ?? (times.at(-1) as number);
    const token = `token-${signals.push(signal)}`;
    server.mostAtOnce = Math.max(server.mostAtOnce, running.add(signal).size);
    return new Promise<{ token: string; expiresIn: number | undefined }>((resolve, reject) => {
      const end = (settle: () => void) => running.delete(signal) && settle();
      signal.addEventListener("abort", () => end(() => reject(signal.reason)));
      if (time === FAILED) end(() => reject(new Error("the vault is closed")));
      else if (time !== STALLED) setTimeout(() => end(() => resolve({ token, expiresIn })), time);
    });
  }
  return server;
}

/** Makes calls that overlap. Returns when the last one that failed began, ms. */
async function makeCalls(
  fetchToken: Parameters<typeof cachedToken>[0],
  calls: number,
  every: number,
  timeout: number,
) {
  const { fetch } = recordingFetch();
  const client = testClient({ token: cachedToken(fetchToken), fetch, timeout });
  const ended = Array.from({ length: calls }, async (_, index) => {
    await sleep(index * every);
    const { success } = await client.safeCreatePlant(plant);
    return success ? -1 : index * every;
  });
  return Math.max(...(await Promise.all(ended)));
}

const stalled = (count: number) => [...Array<number>(count).fill(STALLED), 50];

test.each([
  ["the first fetch stalls", stalled(1), 50, 200, 1_000, 2, -1],
  ["the server takes 6 s", [6_000], 100, 0, 30_000, 2, -1],
  ["the server takes 12 s", [12_000], 100, 0, 30_000, 3, -1],
  ["the server takes 20 s", [20_000], 100, 0, 30_000, 3, -1],
  ["the second fetch fails while the first one runs", [6_000, FAILED], 100, 0, 30_000, 2, -1],
  ["three fetches stall", stalled(3), 100, 200, 1_000, 4, 4_400],
  ["three fetches of long calls stall", stalled(3), 300, 200, 30_000, 4, 0],
  ["the server takes longer than the calls", [6_000], 100, 200, 1_000, 5, 4_800],
])("calls that overlap recover if %s", async (_, times, calls, every, timeout, fetches, lastFailed) => {
  jumpFromTimerToTimer();
  const server = tokenServer(times);
  expect(await makeCalls(server.fetchToken, calls, every, timeout)).toBe(lastFailed);
  expect(server.signals).toHaveLength(fetches);
  expect(server.mostAtOnce).toBe(Math.min(fetches, 3));
});

/** A cached token that must be renewed now, and expires in 10 s. */
async function renewableToken(...renewals: number[]) {
  jumpFromTimerToTimer();
  const { fetchToken, signals } = tokenServer([0, ...renewals], 100);
  const token = cachedToken(fetchToken);
  await token(context());
  await sleep(90_000);
  return { token, signals };
}

test("if a renewal stalls, calls use the old token after their patience, and fetch another when it has expired", async () => {
  const { token, signals } = await renewableToken(STALLED, 50);
  const started = performance.now();
  expect(await Promise.all([token(context()), token(context())])).toEqual(["token-1", "token-1"]);
  expect(performance.now() - started).toBe(5_000);
  expect(await token(context())).toBe("token-1");
  expect(performance.now() - started).toBe(5_000);
  expect(signals).toHaveLength(2);
  await sleep(5_000);
  expect(signals[1]?.aborted).toBe(false);
  expect(await token(context())).toBe("token-3");
  expect(signals[1]?.aborted).toBe(true);
});

test("a renewal continues if the call that waits for it is aborted, and serves later calls", async () => {
  const { token, signals } = await renewableToken(1_000);
  const controller = new AbortController();
  const aborted = token({ ...context(), signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
  await sleep(1_000);
  expect(await token(context())).toBe("token-2");
  expect(signals.map((signal) => signal.aborted)).toEqual([false, false]);
});

test("a rejected token serves no call, although its renewal stalls", async () => {
  const { token } = await renewableToken(STALLED, 50);
  const call = context();
  expect(await token(call)).toBe("token-1");
  expect(await token({ ...call, rejected: true })).toBe("token-3");
});

test("a stalled renewal that no call waits for is aborted", async () => {
  const { token, signals } = await renewableToken(STALLED);
  await token(context());
  await sleep(60_000);
  expect(signals[1]?.aborted).toBe(true);
});

test("a call without a deadline fetches again after a minute", async () => {
  jumpFromTimerToTimer();
  const { fetchToken, signals } = tokenServer(stalled(1));
  expect(await cachedToken(fetchToken)(context())).toBe("token-2");
  expect(signals[0]?.aborted).toBe(true);
});

test("a call whose own fetch failed relies on those of others only for its patience", async () => {
  jumpFromTimerToTimer();
  const started = performance.now();
  const failLate = async () => {
    await sleep(6_000);
    throw new Error("the vault is closed");
  };
  const fetchToken = vi.fn(async () => "a-good-token");
  const token = cachedToken(
    fetchToken.mockImplementationOnce(failLate).mockReturnValueOnce(sleep(100_000, "late")),
  );
  const waiting = [token(context()), token(context())];
  expect(await Promise.all(waiting)).toEqual(Array(2).fill("a-good-token"));
  expect(performance.now() - started).toBe(10_000);
});

test("after clear, fetches that run serve only the calls that wait for them, and do not prevent others", async () => {
  jumpFromTimerToTimer();
  const { fetchToken, signals } = tokenServer([STALLED, STALLED, 20_000, 50]);
  const token = cachedToken(fetchToken);
  const waiting = Array.from({ length: 3 }, () => token(context()));
  await sleep(12_000);
  expect(signals).toHaveLength(3);
  token.clear();
  expect(await token(context())).toBe("token-4");
  expect(await Promise.all(waiting)).toEqual(Array(3).fill("token-3"));
  expect(await token(context())).toBe("token-4");
});
