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

test.each([
  [100, 90_000],
  ["3600", 3_570_000],
])("a token that expires in %j s is renewed after %i ms, for which one call waits", async (expiresIn, ms) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let issued = 0;
  const token = cachedToken(async () => ({ token: `token-number-${++issued}`, expiresIn }));
  expect(await token(context())).toBe("token-number-1");
  vi.advanceTimersByTime(ms - 1);
  expect(await token(context())).toBe("token-number-1");
  vi.advanceTimersByTime(1);
  expect(await Promise.all([token(context()), token(context())])).toEqual([
    "token-number-2",
    "token-number-1",
  ]);
  expect(await token(context())).toBe("token-number-2");
});

test("if an early renewal fails, the old token serves until it expires or is rejected", async () => {
  const { token, signals } = await renewableToken(FAILED, FAILED, FAILED, 50);
  const call = context();
  expect(await Promise.all([token(call), token(context())])).toEqual(["token-1", "token-1"]);
  await sleep(4_999);
  expect(await token(context())).toBe("token-1");
  expect(signals).toHaveLength(2);
  await sleep(1); // The next renewal.
  expect(await token(context())).toBe("token-1");
  expect(signals).toHaveLength(3);
  await expect(token({ ...call, rejected: true })).rejects.toThrow("the vault is closed");
  expect(await token(context())).toBe("token-5");
});

test.each([
  ["the wall clock", () => vi.setSystemTime(Date.now() + 100_000)],
  ["the wall clock, which was set back", () => vi.setSystemTime(Date.now() - 1_001)],
  ["the monotonic clock", () => vi.spyOn(performance, "now").mockReturnValue(performance.now() + 100_000)],
])("a token has expired if %s says so", async (_, change) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const fetchToken = vi.fn().mockReturnValue({ token: "another-token", expiresIn: 100 });
  const token = cachedToken(fetchToken.mockReturnValueOnce({ token: "a-token", expiresIn: 100 }));
  const endless = cachedToken(vi.fn().mockReturnValue("no-token").mockReturnValueOnce("endless-token"));
  for (const each of [token, endless]) await each(context());
  change();
  expect(await token(context())).toBe("another-token");
  expect(await endless(context())).toBe("endless-token");
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, "soon", "", " ", [], true, {}])(
  "a token with expiresIn: %j is an error",
  async (expiresIn) => {
    const fetchToken = vi.fn().mockReturnValue({ token: "a-token", expiresIn });
    const error = await failureBeforeSending({ token: cachedToken(fetchToken) });
    const problem = "must return seconds as `expiresIn`";
    expect(error).toMatchObject({ kind: "configuration", retryable: false, option: "fetchToken", problem });
  },
);

test.each([0, -1, "-5", null, undefined])(
  "a token with expiresIn: %j serves the call that fetches it",
  async (expiresIn) => {
    const token = cachedToken(() => ({ token: "a-token", expiresIn }));
    expect(await token(context())).toBe("a-token");
  },
);

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
  const fetchToken = async ({ signal }: { signal: AbortSignal }) => {
    const time = times[signals.length] ?? (times.at(-1) as number);
    const token = `token-${signals.push(signal)}`;
    if (time === FAILED) throw new Error("the vault is closed");
    if (time === STALLED) await new Promise(() => {}); // Ignores its signal.
    return sleep(time, { token, expiresIn });
  };
  return { signals, fetchToken };
}

/** A cached token that must be renewed now, and expires in 10 s. */
async function renewableToken(...renewals: number[]) {
  jumpFromTimerToTimer();
  const { fetchToken, signals } = tokenServer([0, ...renewals], 100);
  const token = cachedToken(fetchToken);
  await token(context());
  await sleep(90_000);
  return { token, signals };
}

test("no call ends a fetch: its token serves the next call", async () => {
  jumpFromTimerToTimer();
  const { fetchToken, signals } = tokenServer([1_000]);
  const { fetch, sent } = recordingFetch();
  const client = testClient({ token: cachedToken(fetchToken), fetch });
  const controller = new AbortController();
  const aborted = client.safeCreatePlant(plant, { signal: controller.signal });
  const timedOut = client.safeCreatePlant(plant, { timeout: 20 });
  controller.abort();
  expect(await aborted).toMatchObject({ error: { kind: "aborted", retryable: false } });
  expect(await timedOut).toMatchObject({ error: { kind: "timeout", retryable: true, attempts: 0 } });
  expect(await client.safeCreatePlant(plant)).toMatchObject({ success: true });
  expect(sent[0]?.headers.get("authorization")).toBe("Bearer token-1");
  expect(signals).toHaveLength(1);
  expect(signals[0]?.aborted).toBe(false);
});

test("a fetch that stalls is given up at its timeout: calls fail, and the next one fetches again", async () => {
  jumpFromTimerToTimer();
  const { fetchToken, signals } = tokenServer([STALLED, 50]);
  const client = testClient({
    token: cachedToken(fetchToken, { timeout: 2_000 }),
    fetch: recordingFetch().fetch,
  });
  const started = performance.now();
  const failed = await Promise.all([client.safeCreatePlant(plant), client.safeCreatePlant(plant)]);
  expect(performance.now() - started).toBe(2_000);
  const cause = new Error("`fetchToken` took longer than its `timeout` of 2000 ms");
  for (const result of failed)
    expect(result).toMatchObject({ error: { kind: "token", retryable: true, cause } });
  expect(signals[0]?.reason).toEqual(cause);
  expect(await client.safeCreatePlant(plant)).toMatchObject({ success: true });
});

test("a fetch that was given up still brings a token, unless a newer one has arrived or clear was called", async () => {
  jumpFromTimerToTimer();
  const { fetchToken } = tokenServer([15_000, STALLED, 15_000, 50, 15_000, 50]);
  const token = cachedToken(fetchToken);
  await expect(token(context())).rejects.toThrow("10000 ms");
  expect(await token(context())).toBe("token-1"); // Although the second fetch stalls.
  token.clear();
  await expect(token(context())).rejects.toThrow("10000 ms");
  expect(await token(context())).toBe("token-4");
  await sleep(10_000);
  expect(await token(context())).toBe("token-4");
  token.clear();
  await expect(token(context())).rejects.toThrow("10000 ms");
  token.clear();
  await sleep(10_000);
  expect(await token(context())).toBe("token-6");
});

test("while the old token is valid, one call waits 5 s for its renewal, and the others do not wait", async () => {
  const { token, signals } = await renewableToken(7_000);
  const started = performance.now();
  const first = token(context());
  expect(await token(context())).toBe("token-1");
  expect(performance.now() - started).toBe(0);
  expect(await first).toBe("token-1");
  expect(performance.now() - started).toBe(5_000);
  await sleep(2_000);
  expect(await token(context())).toBe("token-2");
  expect(signals).toHaveLength(2);
});

test("a call waits for the renewal of a valid token for half of its own time", async () => {
  jumpFromTimerToTimer();
  const { fetchToken } = tokenServer([0, STALLED], 100);
  const { fetch } = recordingFetch();
  const client = testClient({ token: cachedToken(fetchToken), fetch, timeout: 1_000 });
  await client.createPlant(plant);
  await sleep(90_000);
  const started = performance.now();
  expect(await client.safeCreatePlant(plant)).toMatchObject({ success: true });
  expect(performance.now() - started).toBe(500);
});

test("a call waits for the renewal of a valid token for half of the token's time", async () => {
  const { token } = await renewableToken(6_000);
  await sleep(7_000); // 3 s before it expires.
  const started = performance.now();
  expect(await token(context())).toBe("token-1");
  expect(performance.now() - started).toBe(1_500);
});

test("without a function that fetches, cachedToken throws", () => {
  const create = () => cachedToken("token" as never);
  expect(create).toThrow(expect.objectContaining({ option: "fetchToken" }));
});

test("a rejected token waits for a fetch that began after it arrived", async () => {
  const { token, signals } = await renewableToken(STALLED, 50);
  const call = context();
  expect(await token(call)).toBe("token-1"); // The renewal runs.
  const started = performance.now();
  await expect(token({ ...call, rejected: true })).rejects.toThrow("10000 ms");
  expect(performance.now() - started).toBe(5_000);
  expect(await token(context())).toBe("token-3");
  expect(signals).toHaveLength(3);
});

test("a rejected token does not wait for the token of a fetch that began before it arrived", async () => {
  jumpFromTimerToTimer();
  const { fetchToken } = tokenServer([11_000, 5_000, 50]);
  const token = cachedToken(fetchToken);
  await expect(token(context())).rejects.toThrow("10000 ms");
  const second = token(context()); // Begins a fetch. The first one's token arrives while it runs.
  await sleep(1_000);
  const call = context();
  expect(await token(call)).toBe("token-1");
  expect(await token({ ...call, rejected: true })).toBe("token-3");
  expect(await second).toBe("token-2");
});

test("after clear, a running fetch serves only the calls that wait for it, and others fetch after it", async () => {
  jumpFromTimerToTimer();
  const { fetchToken, signals } = tokenServer([2_000, 50]);
  const token = cachedToken(fetchToken);
  const waiting = [token(context()), token(context())];
  await sleep(1_000);
  token.clear();
  const later = token(context());
  await sleep(500);
  expect(signals).toHaveLength(1);
  expect(await Promise.all(waiting)).toEqual(["token-1", "token-1"]);
  expect(await later).toBe("token-2");
});

test.each([0, -1, false, "5", Number.NaN])("`timeout` of a cached token cannot be %j", (timeout) => {
  const make = () => cachedToken(() => "a-token", { timeout: timeout as number });
  expect(make).toThrow("`timeout` must be milliseconds above 0");
});
