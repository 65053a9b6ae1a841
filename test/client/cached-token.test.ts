import { cachedToken } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import { failureBeforeSending, plant, recordingFetch, testClient } from "../support/client.ts";
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

test("the call that waits for a token ends by its timeout, and a fetch for which no call waits is aborted and dropped", async () => {
  const signals: AbortSignal[] = [];
  const fetchToken = vi
    .fn((_context: { signal: AbortSignal }): string | Promise<string> => "a-good-token")
    .mockImplementationOnce(({ signal }) => {
      signals.push(signal);
      return new Promise<string>(() => {});
    });
  const { fetch } = recordingFetch();
  const client = testClient({ token: cachedToken(fetchToken), fetch });
  const controller = new AbortController();
  const aborted = client.safeCreatePlant(plant, { signal: controller.signal });
  const timedOut = client.safeCreatePlant(plant, { timeout: 20 });
  controller.abort();
  expect(await aborted).toMatchObject({ error: { kind: "aborted", retryable: false } });
  expect(signals[0]?.aborted).toBe(false); // Another call waits.
  expect(await timedOut).toMatchObject({ error: { kind: "timeout", retryable: true, attempts: 0 } });
  expect(signals[0]?.aborted).toBe(true);
  expect(await client.safeCreatePlant(plant)).toMatchObject({ success: true });
  expect(fetchToken).toHaveBeenCalledTimes(2);
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
  const message = "`fetchToken` must return seconds as `expiresIn`";
  expect(error).toMatchObject({ kind: "token", cause: { message } });
});

test("clear forgets the token", async () => {
  let issued = 0;
  const token = cachedToken(() => `token-number-${++issued}`);
  expect(await token(context())).toBe("token-number-1");
  token.clear();
  expect(await token(context())).toBe("token-number-2");
});
