/** `cachedToken`: one token for all calls. */

import { cachedToken } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import { plant, recordingFetch, testClient } from "../support/client.ts";
import { respond } from "../support/fetch-stubs.ts";
import { throwing } from "../support/throwing.ts";

/** A store that rejects each token after `uses` calls with it, and what issues its tokens. */
function expiringTokens(uses: number) {
  let issued = 0;
  const used = new Map<string | null, number>();
  const fetchToken = vi.fn(async () => `token-number-${++issued}`);
  const { fetch, sent } = recordingFetch(async (_, { headers }) => {
    const token = headers.authorization ?? null;
    used.set(token, (used.get(token) ?? 0) + 1);
    return respond(Number(used.get(token)) > uses ? 401 : 200, '{"name":"Fern"}')("", {} as never);
  });
  return { client: testClient({ token: cachedToken(fetchToken), fetch }), fetchToken, sent };
}

test("a cached token is fetched once, at the first call", async () => {
  const { client, fetchToken } = expiringTokens(100);
  expect(fetchToken).not.toHaveBeenCalled();
  await Promise.all(Array.from({ length: 10 }, () => client.createPlant(plant)));
  await client.createPlant(plant);
  expect(fetchToken).toHaveBeenCalledTimes(1);
});

test("a cached token is renewed once for all calls that are rejected together, and serves later calls", async () => {
  const { client, fetchToken, sent } = expiringTokens(20);
  const plants = Array.from({ length: 20 }, () => plant);
  await Promise.all(plants.map((each) => client.createPlant(each)));
  const results = await Promise.all(plants.map((each) => client.safeCreatePlant(each)));
  expect(results.every(({ success }) => success)).toBe(true);
  expect(fetchToken).toHaveBeenCalledTimes(2);
  expect(new Set(sent.slice(40).map(({ headers }) => headers.get("authorization")))).toEqual(
    new Set(["Bearer token-number-2"]),
  );
});

test("a call that is rejected with the old token uses the token that another call has fetched meanwhile", async () => {
  const fetchToken = vi.fn().mockResolvedValueOnce("old-token").mockResolvedValue("new-token");
  const token = cachedToken(fetchToken);
  const calls = [1, 2].map(() => ({ attempt: 1, rejected: false, signal: new AbortController().signal }));
  const [first, second] = calls as [(typeof calls)[0], (typeof calls)[0]];
  expect([await token(first), await token(second)]).toEqual(["old-token", "old-token"]);
  expect(await token({ ...first, rejected: true })).toBe("new-token");
  expect(await token({ ...second, rejected: true })).toBe("new-token");
  expect(fetchToken).toHaveBeenCalledTimes(2);
});

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
