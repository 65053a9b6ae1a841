/** `retryable`: whether sending the plant again creates no duplicate and may succeed. errors.test.ts has a failure of each kind. */
import type { CreatePlantOptions, PlantStoreFetch, PlantStoreToken } from "plant-store-sdk";
import { expect, test } from "vitest";
import { failureAfter, tooManyRequests } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import {
  breakingBody,
  connectionReset,
  fail,
  hang,
  networkError,
  respond,
  stallingBody,
  stubFetch,
} from "../support/fetch-stubs.ts";
import { throwing } from "../support/throwing.ts";

const notCapable = Object.assign(
  new Error('Requires net access to "plants.example:443", run again with the --allow-net flag'),
  { name: "NotCapable" },
);

const never = () => new Promise<string>(() => {});

/** A token function that returns a token for the first attempt. */
const tokenThen =
  (next: () => string | Promise<string>): PlantStoreToken =>
  ({ attempt }) =>
    attempt === 1 ? "a-token" : next();
const [noSecond, closed] = [tokenThen(never), tokenThen(throwing(new Error("closed")))];
const resend = { retryUnknown: true, maxRetries: 1 };

test.each<[retryable: boolean, what: string, fetch: PlantStoreFetch, options?: CreatePlantOptions]>([
  [true, "a 429", tooManyRequests],
  [true, "a timeout before anything was sent", hang, { token: never, timeout: 5 }],
  [true, "a 429, then a token that never arrives", tooManyRequests, { token: noSecond, maxRetries: 1 }],
  [true, "a 401, then a token that never arrives", respond(401), { token: noSecond, timeout: 5 }],
  [true, "a 401, then a token function that failed", respond(401), { token: closed }],
  [false, "a 503, then a token function that failed", respond(503), { token: closed, ...resend }],
  [false, "a 401, then an invalid token", respond(401), { token: tokenThen(() => "can ary") }],
  [false, "a timeout within a rejection", respond(400, stallingBody("{").stream), { timeout: 5 }],
  [false, "a lost connection", fail(connectionReset)],
  [false, "a certificate that is not trusted", fail(networkError("CERT_HAS_EXPIRED"))],
  [false, "a blocked port", fail(new TypeError("fetch failed", { cause: new Error("bad port") }))],
  [false, "a missing permission", fail(notCapable)],
  [false, "a rejection that breaks off", respond(400, breakingBody("{"))],
  [false, "a 401", respond(401)],
  [false, "a 424", respond(424)],
  [false, "a 503, then 429", stubFetch(respond(503), tooManyRequests), resend],
])("retryable is %s for %s", async (retryable, _, fetch, options) => {
  jumpFromTimerToTimer();
  expect((await failureAfter(fetch, options)).retryable).toBe(retryable);
});

test("a 424 is retryable for a client without a token, which does not send it again by itself", async () => {
  const failure = await failureAfter(respond(424), { token: null });
  expect(failure).toMatchObject({ retryable: true, attempts: 1 });
});

test("Deno's other missing permissions say nothing about the request", async () => {
  const cannotLog = Object.assign(new Error('Requires write access to "log"'), { name: "NotCapable" });
  expect(await failureAfter(fail(cannotLog))).toMatchObject({ outcome: "unknown", permanent: false });
});

test("without --allow-net, nothing was sent, and the message has Deno's flag with the host", async () => {
  const failure = await failureAfter(fail(notCapable));
  expect(failure).toMatchObject({ kind: "connection", outcome: "not-created", permanent: true, attempts: 1 });
  expect(failure.message).toMatch(/^Deno needs --allow-net=plants\.example to connect to the server/);
});
