/** A provider whose refresh tokens can be used once revokes the grant if one comes twice: a cached token never sends one twice. */

import fc from "fast-check";
import { cachedToken } from "plant-store-sdk";
import { expect } from "vitest";
import { recordingFetch, testClient } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { respond, succeed } from "../support/fetch-stubs.ts";
import { property } from "./property.ts";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const LIFETIME_S = 20;

/** Takes a refresh token, and responds within the 10 s that a fetch may take. */
function provider(latencies: number[]) {
  let refreshToken = 0;
  const state = { isRevoked: false, fetches: 0, valid: "", validUntil: 0 };
  const request = async (sent: number) => {
    const number = state.fetches++;
    const latency = latencies[number % latencies.length] as number;
    await sleep(latency / 2);
    if (sent !== refreshToken) state.isRevoked = true;
    refreshToken++;
    state.valid = `token-${refreshToken}`;
    state.validUntil = Date.now() + LIFETIME_S * 1000;
    const issued = { token: state.valid, refreshToken };
    await sleep(latency / 2);
    return issued;
  };
  return { state, request };
}

const calls = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 8_000 }),
    timeout: fc.integer({ min: 1, max: 15_000 }),
    abortAfter: fc.option(fc.integer({ min: 0, max: 5_000 })),
  }),
  { minLength: 1, maxLength: 20 },
);

property(
  "no refresh token is sent twice, and a call with enough time succeeds",
  fc.record({
    calls,
    latencies: fc.array(fc.integer({ min: 0, max: 9_900 }), { minLength: 1, maxLength: 5 }),
  }),
  async ({ calls, latencies }) => {
    jumpFromTimerToTimer();
    const { state, request } = provider(latencies);
    let refresh = 0;
    const token = cachedToken(async () => {
      const issued = await request(refresh);
      refresh = issued.refreshToken;
      return { token: issued.token, expiresIn: LIFETIME_S };
    });
    const { fetch } = recordingFetch(async (url, init) => {
      const isValid =
        init.headers.authorization === `Bearer ${state.valid}` && Date.now() <= state.validUntil;
      return isValid ? succeed(url, init) : respond(401)(url, init);
    });
    const client = testClient({ token, fetch });
    const running: Promise<unknown>[] = [];
    for (const { after, timeout, abortAfter } of calls) {
      await sleep(after);
      const controller = new AbortController();
      if (abortAfter !== null) setTimeout(() => controller.abort(), abortAfter);
      running.push(client.safeCreatePlant({ id: 1, name: "Fern" }, { timeout, signal: controller.signal }));
    }
    await Promise.all(running);
    expect(await client.safeCreatePlant({ id: 2, name: "Moss" }, { timeout: 25_000 })).toMatchObject({
      success: true,
    });
    expect(state.isRevoked).toBe(false);
  },
  0.5,
);
