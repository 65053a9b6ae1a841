/** Requests that wait: for a delay to pass, or for good. Time is fake, so that nobody waits for real. */
import { getEventListeners } from "node:events";
import { createPlantStore, type Fault, faults, type PlantStore } from "plant-store-sdk/mocks/store";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TOKEN } from "../support/client.ts";
import { FERN, JSON_HEADERS, PLANTS_URL, post } from "../support/post-plant.ts";
import { collectGarbage } from "./collect-garbage.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const POST = { method: "POST", body: FERN, headers: JSON_HEADERS };
const PLANT = { id: 1, name: "Fern" };
/** As long as a timer can wait. */
const FOREVER = 2 ** 31 - 1;

/** Settles once the store has received so many requests, and as many have met a fault as ever will. */
async function received(store: PlantStore, requests = 1): Promise<void> {
  while (store.requests.length < requests) await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/** What becomes of a request, as far as it is known yet. */
function follow(response: Promise<Response>): { now: string } {
  const followed = { now: "waits" };
  response.then(
    ({ status }) => {
      followed.now = `answered ${status}`;
    },
    (error: Error) => {
      followed.now = `failed with ${error.name}`;
    },
  );
  return followed;
}

// Delays.

test.each<[string, Fault, string, number]>([
  ["is served as usual", faults.delay(50), "answered 200", 1],
  ["meets its fault", faults.delay(50, faults.status(503)), "answered 503", 0],
  ["meets its fault", faults.delay(50, faults.reset()), "failed with TypeError", 0],
  ["meets its fault", faults.delay(50, faults.reset({ afterCreate: true })), "failed with TypeError", 1],
  ["waits again", faults.delay(20, faults.delay(30)), "answered 200", 1],
])("a delayed request %s when its time has come, and not a millisecond earlier: %o", async (...row) => {
  const [_what, fault, end, plants] = row;
  const store = createPlantStore();
  store.enqueue(fault);
  const request = follow(post(store, FERN));
  await received(store);
  await vi.advanceTimersByTimeAsync(49);
  expect(request.now).toBe("waits");
  expect(store.plants).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(request.now).toBe(end);
  expect(store.plants).toHaveLength(plants);
  expect(vi.getTimerCount()).toBe(0);
});

test("a request that is refused is refused after its delay", async () => {
  const store = createPlantStore();
  store.enqueue(faults.delay(50));
  const request = follow(post(store, "{}"));
  await received(store);
  await vi.advanceTimersByTimeAsync(49);
  expect(request.now).toBe("waits");
  await vi.advanceTimersByTimeAsync(1);
  expect(request.now).toBe("answered 400");
});

test("a delay of nothing passes with the next timers", async () => {
  const store = createPlantStore();
  store.enqueue(faults.delay(0));
  const request = follow(post(store, FERN));
  await received(store);
  expect(request.now).toBe("waits");
  await vi.advanceTimersByTimeAsync(0);
  expect(request.now).toBe("answered 200");
});

test("a delayed request holds up no other, and is created when it is served", async () => {
  const store = createPlantStore();
  store.enqueue(faults.delay(50));
  const first = follow(post(store, FERN));
  await received(store);
  expect((await post(store, '{"id":2,"name":"Moss"}')).status).toBe(200);
  expect(first.now).toBe("waits");
  await vi.advanceTimersByTimeAsync(50);
  expect(first.now).toBe("answered 200");
  expect(store.plants.map(({ id }) => id)).toEqual([2, 1]);
  expect(store.requests.map(({ plant }) => plant?.id)).toEqual([1, 2]);
});

test("a store's delays pass each by itself", async () => {
  const store = createPlantStore();
  store.enqueue(faults.delay(30), faults.delay(10), faults.delay(20));
  const requests = [];
  for (let number = 1; number <= 3; number++) {
    requests.push(follow(post(store, FERN)));
    await received(store, number);
  }
  const seen = [];
  for (let ms = 10; ms <= 30; ms += 10) {
    await vi.advanceTimersByTimeAsync(10);
    seen.push(requests.map(({ now }) => now === "answered 200"));
  }
  expect(seen).toEqual([
    [false, true, false],
    [false, true, true],
    [true, true, true],
  ]);
});

// Hanging.

test("a hung request waits for as long as a timer can, without one", async () => {
  const store = createPlantStore();
  store.enqueue(faults.hang());
  const request = follow(post(store, FERN));
  await received(store);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(FOREVER);
  expect(request.now).toBe("waits");
  expect(store.plants).toEqual([]);
});

test.each([
  faults.hang(),
  faults.hang({ afterCreate: true }),
  faults.delay(FOREVER),
  faults.delay(FOREVER, faults.status(503)),
])("the journal tells at once of a request that waits: %o", async (fault) => {
  const store = createPlantStore();
  store.enqueue(fault);
  post(store, FERN).catch(() => {});
  await received(store);
  const entry = { method: "POST", url: PLANTS_URL, body: FERN, plant: PLANT, token: TOKEN, fault };
  expect(store.requests).toStrictEqual([entry]);
  expect(store.faults).toEqual([]);
  store.reset();
});

test("a hung request may have created its plant", async () => {
  const store = createPlantStore();
  store.enqueue(faults.hang({ afterCreate: true }), faults.hang({ afterCreate: true }));
  post(store, FERN).catch(() => {});
  post(store, "{}").catch(() => {});
  await received(store, 2);
  expect(store.plants).toEqual([PLANT]);
  store.reset();
});

test("a delay's status is journaled once it is answered", async () => {
  const store = createPlantStore();
  const fault = faults.delay(50, faults.status(503));
  store.enqueue(fault);
  post(store, FERN);
  await received(store);
  await vi.advanceTimersByTimeAsync(50);
  expect(store.requests).toMatchObject([{ status: 503, fault }]);
});

// Giving up.

const WAITS: [string, Fault][] = [
  ["hung", faults.hang()],
  ["delayed", faults.delay(50)],
  ["delayed and then hung", faults.delay(50, faults.hang({ afterCreate: true }))],
  ["twice delayed", faults.delay(0, faults.delay(50))],
];
const REASONS: [string, unknown][] = [
  ["an Error", new Error("enough")],
  ["a string", "enough"],
  ["zero", 0],
];
/** The ways in which a signal comes with a request. */
const WAYS: [string, (store: PlantStore, signal: AbortSignal) => Promise<Response>][] = [
  ["init", (store, signal) => store.fetch(PLANTS_URL, { ...POST, signal })],
  ["a Request", (store, signal) => store.fetch(new Request(PLANTS_URL, { ...POST, signal }))],
  ["both", (store, signal) => store.fetch(new Request(PLANTS_URL, POST), { signal })],
];

test.each(
  WAITS.flatMap(([wait, fault]) =>
    REASONS.flatMap(([what, reason]) =>
      WAYS.map(([way, send]) => ({ wait, fault, what, reason, way, send })),
    ),
  ),
)(
  "a $wait request whose signal, in $way, aborts with $what rejects with that very reason and creates nothing",
  async ({ fault, reason, send }) => {
    const store = createPlantStore();
    store.enqueue(fault);
    const controller = new AbortController();
    const outcome = send(store, controller.signal).catch((error: unknown) => ({ rejectedWith: error }));
    await received(store);
    await vi.advanceTimersByTimeAsync(49);
    controller.abort(reason);
    expect(await outcome).toEqual({ rejectedWith: reason });
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    await vi.advanceTimersByTimeAsync(FOREVER);
    expect(store.plants).toEqual([]);
    expect(store.requests).toHaveLength(1);
    expect(store.requests[0]).not.toHaveProperty("status");
  },
);

test("a signal that aborts without a reason rejects a waiting request with its AbortError", async () => {
  const store = createPlantStore();
  store.enqueue(faults.hang());
  const controller = new AbortController();
  const pending = store.fetch(PLANTS_URL, { ...POST, signal: controller.signal });
  pending.catch(() => {});
  await received(store);
  controller.abort();
  await expect(pending).rejects.toBe(controller.signal.reason);
  expect(controller.signal.reason).toMatchObject({ name: "AbortError" });
});

test("an abort after the plant was created takes nothing back", async () => {
  const store = createPlantStore();
  store.enqueue(faults.hang({ afterCreate: true }));
  const controller = new AbortController();
  const pending = store.fetch(PLANTS_URL, { ...POST, signal: controller.signal });
  pending.catch(() => {});
  await received(store);
  controller.abort("enough");
  await expect(pending).rejects.toBe("enough");
  expect(store.plants).toEqual([PLANT]);
});

/** What may follow a delay that ends. */
const AFTER_DELAY: [string, Fault][] = [
  ["is to be served", faults.delay(50)],
  ["is to be delayed again", faults.delay(50, faults.delay(50))],
  ["is to hang", faults.delay(50, faults.hang())],
  ["is to be created and hang", faults.delay(50, faults.hang({ afterCreate: true }))],
  ["is to be created and lost", faults.delay(50, faults.reset({ afterCreate: true }))],
];

test.each(AFTER_DELAY)(
  "an abort in the turn in which the delay of a request ends that %s creates nothing",
  async (_what, fault) => {
    const store = createPlantStore();
    store.enqueue(fault);
    const controller = new AbortController();
    const pending = store.fetch(PLANTS_URL, { ...POST, signal: controller.signal });
    pending.catch(() => {});
    await received(store);
    vi.advanceTimersByTime(50);
    controller.abort("enough");
    await expect(pending).rejects.toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
    expect(store.plants).toEqual([]);
  },
);

test("a request that gives up leaves the others waiting", async () => {
  const store = createPlantStore();
  store.enqueue(faults.delay(50), faults.delay(50));
  const controller = new AbortController();
  const first = follow(store.fetch(PLANTS_URL, { ...POST, signal: controller.signal }));
  const second = follow(post(store, FERN));
  await received(store, 2);
  controller.abort();
  await vi.advanceTimersByTimeAsync(50);
  expect([first.now, second.now]).toEqual(["failed with AbortError", "answered 200"]);
  expect(store.plants).toHaveLength(1);
});

/** A Request of its own listens to its caller's signal until it is collected; what is more is the store's. */
function listenersOfARequest(): number {
  const { signal } = new AbortController();
  const request = new Request(PLANTS_URL, { ...POST, signal });
  return request.bodyUsed ? Number.NaN : getEventListeners(signal, "abort").length;
}

test("a delay that passes, and a reset, leave no listener on the caller's signal", async () => {
  const store = createPlantStore();
  const { signal } = new AbortController();
  const countsOf = async (fault: Fault, end: () => unknown) => {
    const before = getEventListeners(signal, "abort").length;
    store.enqueue(fault);
    const pending = store.fetch(PLANTS_URL, { ...POST, signal });
    pending.catch(() => {});
    await received(store);
    const during = getEventListeners(signal, "abort").length;
    await end();
    await pending.catch(() => {});
    return [during - before, getEventListeners(signal, "abort").length - before];
  };
  const own = listenersOfARequest();
  const ofDelay = await countsOf(faults.delay(50), () => vi.advanceTimersByTimeAsync(50));
  expect(ofDelay).toEqual([own + 1, own]);
  store.reset();
  expect(await countsOf(faults.hang(), () => store.reset())).toEqual([own + 1, own]);
});

/** Nothing that the caller still holds leads to the Request. */
function sendAndForget(store: PlantStore, signal: AbortSignal): Promise<unknown> {
  return store.fetch(new Request(PLANTS_URL, { ...POST, signal })).catch((error: unknown) => error);
}

test.each(WAITS)(
  "the signal of a bare Request reaches a %s request after a garbage collection",
  async (_wait, fault) => {
    const store = createPlantStore();
    const controllers = Array.from({ length: 10 }, () => new AbortController());
    store.enqueue(...controllers.map(() => fault));
    const outcomes = controllers.map(({ signal }) => sendAndForget(store, signal));
    await received(store, controllers.length);
    await collectGarbage();
    const reason = new Error("enough");
    for (const controller of controllers) controller.abort(reason);
    for (const outcome of outcomes) expect(await outcome).toBe(reason);
    expect(store.plants).toEqual([]);
  },
);

// Reset.

test("reset() ends the requests that wait as lost connections, which create nothing and leave nothing", async () => {
  const store = createPlantStore({ plants: [{ id: 7, name: "Moss" }] });
  store.enqueue(...WAITS.map(([, fault]) => fault));
  const outcomes = WAITS.map(() => post(store, FERN).catch((error: unknown) => error));
  await received(store, WAITS.length);
  await vi.advanceTimersByTimeAsync(49);
  store.reset();
  const lost = { name: "TypeError", message: "fetch failed", cause: { code: "ECONNRESET" } };
  for (const outcome of outcomes) expect(await outcome).toMatchObject(lost);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(FOREVER);
  expect(store.plants).toEqual([{ id: 7, name: "Moss" }]);
  expect(store.requests).toEqual([]);
});

test.each(AFTER_DELAY)(
  "a reset in the turn in which the delay of a request ends that %s creates nothing either",
  async (_what, fault) => {
    const store = createPlantStore();
    store.enqueue(fault);
    const pending = post(store, FERN);
    pending.catch(() => {});
    await received(store);
    vi.advanceTimersByTime(50);
    store.reset();
    await expect(pending).rejects.toThrow(TypeError);
    expect(vi.getTimerCount()).toBe(0);
    expect(store.plants).toEqual([]);
  },
);

test("a plant that was created before its request hung is gone after reset()", async () => {
  const store = createPlantStore();
  store.enqueue(faults.hang({ afterCreate: true }));
  const pending = post(store, FERN);
  await Promise.all([expect(pending).rejects.toThrow(TypeError), received(store).then(() => store.reset())]);
  expect(store.plants).toEqual([]);
});

test("reset() ends a store's own requests alone, and serves new ones", async () => {
  const [one, other] = [createPlantStore(), createPlantStore()];
  const requests = [one, other].map((store) => {
    store.enqueue(faults.delay(50));
    return follow(post(store, FERN));
  });
  await Promise.all([received(one), received(other)]);
  one.reset();
  expect((await post(one, FERN)).status).toBe(200);
  await vi.advanceTimersByTimeAsync(50);
  expect(requests.map(({ now }) => now)).toEqual(["failed with TypeError", "answered 200"]);
  expect([one, other].map(({ plants }) => plants.length)).toEqual([1, 1]);
});

test("reset() may be called again and again, while a request ends and after", async () => {
  const store = createPlantStore();
  store.enqueue(faults.hang());
  const pending = post(store, FERN);
  pending.catch(() => {});
  await received(store);
  store.reset();
  store.reset();
  await expect(pending).rejects.toThrow(TypeError);
  store.reset();
  store.enqueue(faults.status(503));
  expect((await post(store, FERN)).status).toBe(503);
});
