/** The `auth` function of the mock. */
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { errorMessageOf, FERN, PLANTS_URL, POST, post } from "../support/post-plant.ts";
import { throwing } from "../support/throwing.ts";

test("the `auth` function receives only the token, and only if there is one", async () => {
  const auth = vi.fn((token: string) => token === "good");
  const store = new MockStore({ auth });
  for (const authorization of ["Bearer good", "Bearer bad", undefined])
    await post(store, FERN, { authorization });
  expect(auth.mock.calls).toEqual([["good"], ["bad"]]);
  expect(store.requests.map(({ status }) => status)).toEqual([200, 400, 400]);
});

test.each<[string, (store: MockStore, controller: AbortController) => void]>([
  ["the store is cleared", (store) => store.clear()],
  ["the client disconnects", (_store, controller) => controller.abort()],
])("nothing is created if %s while the `auth` function waits", async (_what, interrupt) => {
  const { promise, resolve: accept } = Promise.withResolvers<boolean>();
  const store = new MockStore({ auth: () => promise });
  const controller = new AbortController();
  const response = store.fetch(PLANTS_URL, { ...POST, signal: controller.signal });
  response.catch(() => {});
  await expect.poll(() => store.requests).toHaveLength(1);
  interrupt(store, controller);
  await expect(response).rejects.toThrow();
  accept(true);
  await new Promise(setImmediate);
  expect(store.plants).toEqual([]);
});

test("a fault applies without a call of the `auth` function, unless it creates a plant", async () => {
  const auth = vi.fn(() => false);
  const store = new MockStore({ auth, rules: { unauthorized: { status: 401 } } });
  store.enqueue(faults.status(503), faults.status(200, { body: "{}" }));
  expect((await post(store, FERN)).status).toBe(503);
  expect(auth).not.toHaveBeenCalled();
  expect((await post(store, FERN)).status).toBe(401);
});

test.each([
  ["throws", (token: string) => throwing(new Error(`${token}?`))(), "failed: [token]?"],
  ["throws a value that cannot be printed", throwing(Object.create(null)), "failed: it threw no Error"],
  ["rejects", (token: string) => Promise.reject(new Error(`${token}?`)), "failed: [token]?"],
  ["resolves to something else", async () => "yes", "must return true or false"],
  ["returns nothing", () => {}, "must return true or false"],
])("an `auth` function that %s causes a 500 with a message", async (_what, auth, problem) => {
  const message = `the \`auth\` function of this mock ${problem}`;
  const store = new MockStore({ auth: auth as () => boolean, rules: { unauthorized: { status: 401 } } });
  expect(await errorMessageOf(await post(store, FERN), 500)).toBe(message);
  expect(store.requests).toMatchObject([{ status: 500, reason: message }]);
  expect(store.plants).toEqual([]);
});

test("records why it rejected a token, even if the response is lost", async () => {
  const store = new MockStore({ auth: () => false });
  store.enqueue(faults.reset({ afterCreate: true }));
  await expect(post(store, FERN)).rejects.toThrow();
  const reason = "the bearer token is not accepted";
  expect(store.requests).toMatchObject([{ created: false, unauthorized: true, reason }]);
});
