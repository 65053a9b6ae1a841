/** The rules of a service that the mock obeys, and its `validate` and `auth` functions. */

import { faults, MockStore, type PlantStoreRules, type PlantValidator } from "plant-store-sdk/mocks/store";
import { describe, expect, test, vi } from "vitest";
import { errorMessageOf, FERN, JSON_HEADERS, PLANTS_URL, POST, post } from "../support/post-plant.ts";
import { throwing } from "../support/throwing.ts";

type Headers = Record<string, string | undefined>;

const MOSS = { id: 7, name: "Moss", tag: "wet" };

/** Posts a plant to a store with these rules and the plant Moss. Returns the status, and the `error` of a rejection. */
async function postUnder(rules: PlantStoreRules, plant: object | string, headers?: Headers) {
  const store = new MockStore({ rules, plants: [MOSS], auth: (token) => token !== "wrong" });
  const response = await post(store, typeof plant === "string" ? plant : JSON.stringify(plant), headers);
  const { error } = await response.json();
  expect(store.plants).toHaveLength(response.status === 200 ? 2 : 1);
  return response.status === 200 ? 200 : [response.status, error];
}

const taken = { status: 409, error: 1003 };
const plant = (fields: object) => ({ id: 1, name: "Fern", ...fields });
const wrong = { authorization: "Bearer wrong" };
const longToken = `Bearer ${"x".repeat(1_025)}`;
const TEXT = { "content-type": "text/plain" };
const missing = { authorization: undefined };
const [missing401, invalid422] = [{ unauthorized: { status: 401 } }, { invalid: { status: 422 } }];
const bodyFirst = { bodyBeforeToken: true, ...missing401, ...invalid422, tooLarge: { status: 422 } };

test.each<[PlantStoreRules, object | string, unknown, Headers?]>([
  [{ duplicates: taken }, MOSS, [409, 1003]],
  [{ duplicates: taken }, { id: 7, name: "Fern" }, [409, 1003]],
  [{ duplicates: taken }, { id: 8, name: "Moss" }, 200],
  [{ duplicates: { equal: taken } }, MOSS, [409, 1003]],
  [{ duplicates: { equal: taken } }, { id: 7, name: "Moss" }, 200],
  [{ duplicates: { equal: "created", different: { status: 422 } } }, MOSS, 200],
  [{ duplicates: { equal: "created", different: { status: 422 } } }, { id: 7, name: "Moss" }, [422, 422]],
  [{ unauthorized: { status: 401 } }, plant({}), [401, 401], missing],
  [{ unauthorized: { missing: { status: 401 }, wrong: { status: 403, error: 7 } } }, FERN, [403, 7], wrong],
  [{ unauthorized: { wrong: { status: 403 } } }, plant({}), [400, 400], missing],
  [{ unauthorized: { wrong: { status: 403 } } }, plant({}), [403, 403], { authorization: longToken }],
  [{ invalid: { status: 422, error: 1001 } }, { id: 1 }, [422, 1001]],
  [{ invalid: { status: 422, error: 1001 } }, "{", [422, 1001]],
  [{ invalid: { status: 422 }, malformed: { status: 400, error: 1006 } }, "{", [400, 1006]],
  [{ invalid: { status: 422 }, malformed: { status: 400, error: 1006 } }, { id: 1 }, [422, 422]],
  [{ invalid: { status: 422 } }, plant({}), [422, 422], TEXT],
  [{ invalid: { status: 422 }, mediaType: { status: 415, error: 1007 } }, plant({}), [415, 1007], TEXT],
  [{ maxBodyBytes: 22 }, '{"id":1,"name":"Fern"}', 200],
  [{ maxBodyBytes: 21, malformed: { status: 400 } }, '{"id":1,"name":"Fern"}', [413, 413]],
  [{ bearerCase: "any" }, plant({}), 200, { authorization: "bearer right" }],
  [{ bearerCase: "exact" }, plant({}), 200],
  [{ bearerCase: "exact" }, plant({}), [400, 400], { authorization: "bearer right" }],
  [{ id: { min: 1 } }, plant({ id: 0 }), [400, 400]],
  [{ id: { min: 1 } }, plant({ id: 1 }), 200],
  [{ id: { max: 2 ** 53 - 1 } }, '{"id":9007199254740992,"name":"Fern"}', [400, 400]],
  [{ id: { min: 1, max: 2 ** 53 - 1 } }, '{"id":9007199254740991,"name":"Fern"}', 200],
  [{ invalid: { status: 422 }, name: { minLength: 1 } }, plant({ name: "" }), [422, 422]],
  [{ name: { minLength: 1 } }, plant({ name: "x" }), 200],
  [{ name: { maxLength: 2 } }, plant({ name: "🌿🌿" }), 200],
  [{ name: { maxLength: 2 } }, plant({ name: "🌿🌿🌿" }), [400, 400]],
  [{ name: { maxLength: null } }, plant({ name: "x".repeat(10_000) }), 200],
  [{ tag: { maxLength: 2 } }, plant({ tag: "abc" }), [400, 400]],
  [{ tag: { maxLength: 2 } }, plant({}), 200],
  [{ tag: { maxLength: 0 } }, plant({ tag: "" }), 200],
  [{ name: { unique: { status: 400, error: 1004 } } }, plant({ name: "Moss" }), [400, 1004]],
  [{ name: { unique: false } }, plant({ name: "Moss" }), 200],
  [{ unknownFields: { status: 400, error: 1005 } }, plant({ color: "green" }), [400, 1005]],
  [{ unknownFields: { status: 400, error: 1005 } }, plant({ tag: "wet" }), 200],
  [{ unknownFields: "ignored" }, plant({ color: "green" }), 200],
  [{ maxBodyBytes: 21, tooLarge: { status: 400, error: 7 } }, FERN, [400, 7]],
  [{ tag: { missing: { status: 422, error: 6 } } }, plant({}), [422, 6]],
  ...(["id", "name", "tag"] as const).flatMap((field): [PlantStoreRules, object, unknown][] => {
    const rules = { invalid: { status: 400, error: 1 }, [field]: { type: { status: 422, error: 2 } } };
    const wrongId = { id: "1", name: "Fern" };
    return [
      [rules, plant({ [field]: true }), [422, 2]],
      [rules, field === "id" ? { id: 1 } : wrongId, [400, 1]],
    ];
  }),
  [{ id: { missing: { status: 422 } } }, { name: "Fern" }, [422, 422]],
  [{ id: { missing: { status: 422 } }, name: { missing: { status: 409 } } }, {}, [422, 422]],
  [{ id: { range: { status: 422 } } }, '{"id":9223372036854775808,"name":"Fern"}', [422, 422]],
  [{ id: { range: { status: 422 }, min: 2 } }, plant({}), [422, 422]],
  [{ name: { range: { status: 422 }, maxLength: 3 } }, plant({}), [422, 422]],
  [{ tag: { range: { status: 422 }, maxLength: 2 } }, plant({ tag: "wet" }), [422, 422]],
  [{ lengths: "utf-16", name: { maxLength: 3 } }, plant({ name: "🌿🌿" }), [400, 400]],
  [{ lengths: "utf-16", name: { maxLength: 4 } }, plant({ name: "🌿🌿" }), 200],
  [{ lengths: "bytes", name: { maxLength: 7 } }, plant({ name: "🌿🌿" }), [400, 400]],
  [{ lengths: "bytes", name: { maxLength: 8 } }, plant({ name: "🌿🌿" }), 200],
  // The order.
  [bodyFirst, "{", [422, 422], missing],
  [bodyFirst, "x".repeat(2_000_000), [422, 422], missing],
  [{ bodyBeforeToken: true, unauthorized: { status: 401 } }, { id: 1 }, [401, 401], missing],
  // Body parsers skip other media types.
  [{ bodyBeforeToken: true, unauthorized: { status: 401 } }, "{", [401, 401], { ...TEXT, ...missing }],
  [{ unauthorized: { status: 401 }, mediaType: { status: 415 } }, "{", [401, 401], { ...TEXT, ...missing }],
  [{ mediaType: { status: 415 }, maxBodyBytes: 0 }, "{", [415, 415], TEXT],
  [{ maxBodyBytes: 0, malformed: { status: 422 } }, "{", [413, 413]],
  [{ unauthorized: { status: 401 }, invalid: { status: 422 } }, "{", [401, 401], missing],
  [{ invalid: { status: 422 }, duplicates: taken, id: { max: 6 } }, MOSS, [422, 422]],
  [{ duplicates: taken, name: { unique: { status: 400, error: 1004 } } }, MOSS, [409, 1003]],
])("under the rules %j, %j results in %j", async (rules, sent, result, headers) => {
  expect(await postUnder(rules, sent, headers)).toEqual(result);
});

test.each<[seeded: number | bigint, sent: string, status: number]>([
  [1, "1.0", 409],
  [1n, "1e0", 409],
  [-0, "0", 409],
  [0, "-0", 409],
  [2n ** 53n, "9007199254740992", 409],
  [2n ** 53n, "9007199254740993", 200], // The same double.
])("if there is a plant with the id %s, the id %s results in %i", async (id, sent, status) => {
  const store = new MockStore({ rules: { duplicates: taken }, plants: [{ id, name: "Moss" }] });
  expect((await post(store, `{"id":${sent},"name":"Fern"}`)).status).toBe(status);
  expect(store.plants[0]).toStrictEqual({ id: id === 1n ? 1 : id || 0, name: "Moss" });
});

test.each([
  [undefined, [200, 200, 200]],
  [false, [409, 409, 409]],
])("with exactIds: %s, ids that round to those of other plants result in %j", async (exactIds, statuses) => {
  const base = 2n ** 53n;
  const rules = { duplicates: taken, exactIds };
  const store = new MockStore({ rules, plants: [{ id: base + 1n, name: "Moss" }] });
  store.addPlants({ id: base + 3n, name: "Ivy" });
  await post(store, `{"id":${base + 8n},"name":"Oak"}`);
  const sent = [base, base + 4n, base + 9n];
  const responses = sent.map(async (id) => (await post(store, `{"id":${id},"name":"Fern"}`)).status);
  expect(await Promise.all(responses)).toEqual(statuses);
});

test("with exactIds: false, the largest ids become the largest double that is an int64", async () => {
  const store = new MockStore({ rules: { exactIds: false } });
  await post(store, `{"id":${2n ** 63n - 1n},"name":"Fern"}`);
  expect(store.plants).toEqual([{ id: 2n ** 63n - 1024n, name: "Fern" }]);
});

test("a rejection has the message of the rules, and its record says which rule rejected it", async () => {
  const store = new MockStore({ rules: { duplicates: taken }, plants: [MOSS] });
  const message = async () => (await (await post(store, JSON.stringify(MOSS))).json()).message;
  expect(await message()).toBe("`id` 7 already exists");
  store.configure({ rules: { duplicates: { ...taken, message: "taken" } } });
  expect(await message()).toBe("taken");
  expect(store.requests.at(-1)?.reason).toBe("`id` 7 already exists");
});

test.each<[PlantStoreRules, string]>([
  [{ id: { min: 8 } }, "`id` must be at least 8"],
  [{ id: { max: 6 } }, "`id` must be at most 6"],
  [{ name: { minLength: 5 } }, "`name` must have at least 5 characters, and has 4"],
  [{ tag: { maxLength: 2 } }, "`tag` must have at most 2 characters, and has 3"],
  [{ lengths: "bytes", tag: { maxLength: 2 } }, "`tag` must have at most 2 bytes, and has 3"],
])("under the rules %j, the message is: %s", async (rules, message) => {
  const response = await post(new MockStore({ rules }), '{"id":7,"name":"Fern","tag":"wet"}');
  expect((await response.json()).message).toBe(message);
});

const statusesOf = async (responses: Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status).sort();

test.each([
  [true, [200, 409, 409]],
  [undefined, [200, 409, 409]],
  [false, [200, 200, 200]],
])("with atomicIds: %s, three simultaneous plants with one id result in %j", async (atomicIds, statuses) => {
  const store = new MockStore({ rules: { duplicates: taken, atomicIds } });
  expect(await statusesOf([post(store, FERN), post(store, FERN), post(store, FERN)])).toEqual(statuses);
  expect((await post(store, FERN)).status).toBe(409);
});

const create = (store: MockStore, key: string) => post(store, FERN, { "idempotency-key": key });

test("without a rule for idempotency keys, a key that is sent twice creates two plants", async () => {
  const store = new MockStore();
  expect(await statusesOf([create(store, "one"), create(store, "one")])).toEqual([200, 200]);
  expect(store.plants).toHaveLength(2);
});

describe("with idempotencyKey: true", () => {
  const rules = { idempotencyKey: true };

  test("a key creates one plant, also if its first response was lost", async () => {
    const store = new MockStore({ rules: { ...rules, duplicates: taken } });
    store.enqueue(faults.reset({ afterCreate: true }));
    await create(store, "one").catch(() => {});
    expect((await create(store, "one")).status).toBe(200);
    expect(store.plants).toHaveLength(1);
    expect(store.requests.map(({ created }) => created)).toEqual([true, false]);
    expect(store.requests.map(({ reason }) => reason)).toEqual([
      undefined,
      expect.stringContaining("replays"),
    ]);
    expect((await create(store, "two")).status).toBe(409);
  });

  test("a key of another plant gets the first response, or the rejection in the rules", async () => {
    const other = '{"id":2,"name":"Fern"}';
    for (const [idempotencyKey, expected] of [
      [true, 200],
      [{ different: { status: 422 } }, 422],
    ] as const) {
      const store = new MockStore({ rules: { idempotencyKey } });
      await create(store, "one");
      expect((await post(store, other, { "idempotency-key": "one" })).status).toBe(expected);
      expect((await create(store, "one")).status).toBe(200);
      expect(store.plants).toEqual([JSON.parse(FERN)]);
    }
  });

  test("a store without atomic ids creates one plant for simultaneous requests with one key", async () => {
    const store = new MockStore({ rules: { ...rules, duplicates: taken, atomicIds: false } });
    expect(await statusesOf([create(store, "one"), create(store, "one")])).toEqual([200, 200]);
    expect(store.plants).toHaveLength(1);
  });

  test.each([
    ["a request that ends early", undefined],
    ["a slow rejection", { status: 409 }],
  ])("%s does not use up the key", async (_, rejection) => {
    const { promise, resolve } = Promise.withResolvers<typeof rejection>();
    const validate = vi.fn<PlantValidator>().mockReturnValueOnce(promise);
    const store = new MockStore({ rules, validate });
    const client = new AbortController();
    const headers = { ...JSON_HEADERS, "idempotency-key": "one" };
    const first = store.fetch(PLANTS_URL, { ...POST, headers, signal: client.signal }).catch(() => {});
    await expect.poll(() => validate).toHaveBeenCalled();
    if (rejection === undefined) client.abort();
    else resolve(rejection);
    await first;
    expect((await create(store, "one")).status).toBe(200);
    expect(store.plants).toHaveLength(1);
  });
});

describe("validate", () => {
  test("decides after the rules, and sees the token, the headers and the plants", async () => {
    const validate = vi.fn(() => ({ status: 403, error: 9, message: "not your shelf" }));
    const store = new MockStore({ validate, plants: [MOSS], rules: { duplicates: taken } });
    const response = await post(store, FERN, { "x-tenant": "one" });
    expect([response.status, await response.json()]).toEqual([403, { error: 9, message: "not your shelf" }]);
    expect(validate).toHaveBeenCalledExactlyOnceWith(
      { id: 1, name: "Fern" },
      {
        token: JSON_HEADERS.authorization.slice("Bearer ".length),
        headers: expect.objectContaining({ "x-tenant": "one" }),
        plants: [MOSS],
      },
    );
    expect((await post(store, JSON.stringify(MOSS))).status).toBe(409);
    expect(validate).toHaveBeenCalledOnce();
    expect(store.plants).toEqual([MOSS]);
  });

  test("two simultaneous plants with one name never both pass, also if it is slow", async () => {
    const store = new MockStore({
      validate: async ({ name }, { plants }) => {
        const isTaken = plants.some((plant) => plant.name === name);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return isTaken ? { status: 409 } : undefined;
      },
    });
    const ids = [1, 2, 3, 4];
    const responses = ids.map((id) => post(store, JSON.stringify({ id, name: "Fern" })));
    expect(await statusesOf(responses)).toEqual([200, 409, 409, 409]);
  });

  test("sees no token if none was sent", async () => {
    const validate = vi.fn<PlantValidator>(throwing(new Error("no")));
    const store = new MockStore({ validate, auth: "off" });
    expect((await post(store, FERN, missing)).status).toBe(500);
    expect(validate.mock.calls[0]?.[1].token).toBeUndefined();
    expect(store.requests[0]?.reason).toContain("failed: no");
  });

  test.each<[string, (store: MockStore, controller: AbortController) => void, number]>([
    ["the store is cleared", (store) => store.clear(), 0],
    ["the client disconnects", (_store, controller) => controller.abort(), 1],
  ])("if %s while a plant waits for its turn, it is not created", async (_, interrupt, others) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const store = new MockStore({ validate: () => promise });
    const controller = new AbortController();
    const send = (signal?: AbortSignal) =>
      store.fetch(PLANTS_URL, { method: "POST", body: FERN, headers: JSON_HEADERS, signal: signal ?? null });
    const responses = [send(), send(controller.signal)];
    const settled = Promise.allSettled(responses);
    await expect.poll(() => store.requests).toHaveLength(2);
    interrupt(store, controller);
    resolve();
    await settled;
    expect(store.plants).toHaveLength(others);
    await post(store, FERN);
    expect(store.plants).toHaveLength(others + 1);
  });

  test.each([
    [
      "throws",
      throwing(new Error(`no: ${JSON_HEADERS.authorization}`)),
      "the `validate` function of this mock failed: no: Bearer [token]",
    ],
    ["throws a value that is not an Error", throwing("no"), "it threw no Error"],
    ["returns a status that is no rejection", () => ({ status: 200 }), "must return nothing or a rejection"],
  ])("a function that %s is a 500, with the reason in the log", async (_, validate, reason) => {
    const store = new MockStore({ validate });
    expect((await post(store, FERN)).status).toBe(500);
    expect(store.requests[0]?.reason).toContain(reason);
    expect(store.plants).toEqual([]);
  });
});

describe("auth", () => {
  test("receives only the token, and only if there is one", async () => {
    const auth = vi.fn((token: string) => token === "good");
    const store = new MockStore({ auth });
    for (const authorization of ["Bearer good", "Bearer bad", undefined])
      await post(store, FERN, { authorization });
    expect(auth.mock.calls).toEqual([["good"], ["bad"]]);
    expect(store.requests.map(({ status }) => status)).toEqual([200, 400, 400]);
  });

  test("a fault applies without a call of the function, unless it creates a plant", async () => {
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
  ])("a function that %s causes a 500 with a message", async (_what, auth, problem) => {
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
});
