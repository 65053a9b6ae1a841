/** The arguments of the mock functions work, or cause a TypeError with a message. */
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import {
  createPlantStore,
  type Fault,
  type PlantStoreHandlersOptions,
  type PlantStoreOptions,
  plantStoreHandlers,
} from "plant-store-sdk/mocks";
import { expect } from "vitest";
import { errorSchema, isPlantStoreFailure, newPlantSchema, plantSchema } from "../../src/index.ts";
import { nearlyValidPlant } from "./any-plant.ts";
import { anyValue, evaluate, mostly, type Source, stableValue } from "./any-value.ts";
import { property } from "./property.ts";

/** Without getters, traps and methods that throw: the mock may pass on what they throw. */
const withoutThrow = (source: Source) =>
  source.filter((text) => !text.includes("throw") && !text.includes("revoke"));
const value = withoutThrow(stableValue);

function object(members: Record<string, Source>): Source {
  return fc
    .subarray(Object.keys(members))
    .chain((names) =>
      fc.tuple(...names.map((name) => mostly(members[name] as Source, value).map((v) => `${name}: ${v}`))),
    )
    .map((all) => `{ ${all.join(", ")} }`);
}

const count = fc.oneof(fc.nat(5).map(String), fc.constant("Infinity"));

const storeOptions = object({
  plants: fc.array(nearlyValidPlant(value), { maxLength: 3 }).map((plants) => `[${plants.join(", ")}]`),
  auth: fc.oneof(
    fc.constantFrom('"required"', '"off"'),
    value.map((v) => `() => (${v})`),
    value.map((v) => `() => Promise.reject(${v})`),
  ),
  rules: object({
    duplicates: fc.oneof(fc.constantFrom('"created"', "{ status: 409 }"), value),
    unauthorized: fc.constantFrom("{ status: 401 }", "{ wrong: { status: 403 } }"),
  }),
  latency: fc.constantFrom("0", "[0, 1]"),
  maxPlants: count,
  maxRequests: count,
});

/** Returns the result, or `undefined` if the function throws a TypeError with a message. */
function resultUnlessTypeError<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).not.toBe("");
    return undefined;
  }
}

const post = {
  method: "POST",
  headers: { authorization: "Bearer t0ken", "content-type": "application/json" },
  body: '{"id":1,"name":"Fern"}',
};
const url = "https://plants.example/plants";

property(
  "createPlantStore returns a store that responds, or throws a TypeError, whatever its options are",
  mostly(withoutThrow(storeOptions), value),
  async (source) => {
    const store = resultUnlessTypeError(() => createPlantStore(evaluate(source) as PlantStoreOptions));
    if (store === undefined) return;
    const response = store.fetch(url, post).then(({ status }) => status);
    // Any number up to 2^31 is a valid latency, and `auth` may return a promise that never settles.
    const result = await Promise.race([response, setTimeout(100, "still waiting")]);
    if (result === "still waiting") {
      expect(source).toMatch(/latency|auth/);
      store.reset();
      await expect(response).rejects.toThrow(TypeError);
    } else expect([200, 400, 401, 403, 409, 500]).toContain(result); // Or a status of the rules.
  },
);

const text: Source = fc.constantFrom('"server error"', '""', '"{"');
const fault: Source = fc.oneof(
  object({
    status: fc.constantFrom("200", "204", "400", "503"),
    body: fc.oneof(text, value),
    headers: value.map((v) => `{ "x-shelf": "3", y: ${v} }`),
  }).map((o) => `Object.assign({ type: "status" }, ${o})`),
  object({ seconds: count }).map((o) => `Object.assign({ type: "rateLimit" }, ${o})`),
  object({ text, contentType: text }).map((o) => `Object.assign({ type: "body" }, ${o})`),
  object({ bytes: count }).map((o) => `Object.assign({ type: "truncate" }, ${o})`),
  fc.constant('{ type: "reset", afterCreate: true }'),
  object({ bytesPerSecond: fc.constantFrom("1e9", "0") }).map(
    (o) => `Object.assign({ type: "trickle" }, ${o})`,
  ),
  object({ delay: fc.constantFrom("0", "1e-9") }).map((o) => `Object.assign({ type: "delay" }, ${o})`),
  value.map((v) => `Object.setPrototypeOf({ type: "rateLimit", seconds: 1 }, Object(${v}))`),
);

/** The request of these tests takes all of them, once. */
const options = fc.constantFrom(
  "{ id: 1n }",
  '{ id: 1.0, name: "Fern", times: 1 }',
  "{ times: 1, for: 1e9, delay: 0 }",
  "{ for: 0, times: 1 }",
  "{ for: -1 }",
  '{ times: "once" }',
);
const anyFault: Source = fc.oneof(
  fault,
  fc.tuple(fault, options).map(([one, other]) => `Object.assign(${one}, ${other})`),
  mostly(fault, value).map((inner) => `({ type: "repeat", times: 1, fault: ${inner} })`),
);

property(
  "enqueue accepts a fault that the store then applies, or throws a TypeError and queues nothing",
  mostly(anyFault, value),
  async (source) => {
    const store = createPlantStore();
    const queued = resultUnlessTypeError(() => {
      store.enqueue(evaluate(source) as Fault);
      return store.faults.length;
    });
    expect(store.faults).toHaveLength(queued ?? 0);
    if (queued === undefined) return;
    try {
      const response = await store.fetch(url, post);
      await response.text();
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      expect((error as TypeError).message).toBe("fetch failed");
    }
    expect(store.faults).toEqual([]);
  },
);

const handlersOptions = object({
  baseUrl: fc.constantFrom('"*"', '"https://plants.example/api/"', 'new URL("http://localhost")'),
});

property(
  "plantStoreHandlers returns handlers or throws a TypeError, whatever its options are",
  mostly(handlersOptions, value),
  (source) => {
    const options = evaluate(source) as PlantStoreHandlersOptions;
    const handlers = resultUnlessTypeError(() => plantStoreHandlers(createPlantStore(), options));
    if (handlers !== undefined) expect(handlers).toHaveLength(2);
  },
);

property("isPlantStoreFailure accepts any value", anyValue, (source) => {
  expect(typeof isPlantStoreFailure(evaluate(source))).toBe("boolean");
});

const schemas = [plantSchema, newPlantSchema, errorSchema];

property("the schemas validate any value without throwing, unless reading it throws", value, (source) => {
  fc.pre(isReadable(evaluate(source)));
  for (const schema of schemas) expect(typeof schema.safeParse(evaluate(source)).success).toBe("boolean");
});

/** Includes inherited members: getters of built-in classes throw if another object inherits them. */
function isReadable(value: unknown): boolean {
  try {
    for (const key in Object(value)) void Object(value)[key];
    return true;
  } catch {
    return false;
  }
}
