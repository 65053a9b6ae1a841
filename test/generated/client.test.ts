/**
 * Generated calls of the client. The token watch is not used, because it reads the arguments, which can throw. Instead,
 * `expectPlantOrFailure` searches a failure's message, JSON and stack for the token.
 */
import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import fc from "fast-check";
import {
  type CreatePlantResult,
  isPlantStoreFailure,
  type NewPlant,
  PlantStoreClient,
  type PlantStoreFailure,
  type PlantStoreFetch,
  safeCreatePlant,
} from "plant-store-sdk";
import { beforeEach, expect, vi } from "vitest";
import { fieldNames, isValid } from "../support/document-fields.ts";
import { anyCallOptions, anyFetch, anyOptions, anyPlant, stablePlant } from "./any-call.ts";
import { evaluate } from "./any-value.ts";
import { property } from "./property.ts";

const TOKEN = "secret-token";

/** A call that succeeds. Its arguments are the source text of expressions. */
const succeedingCall = {
  plant: fc.constant<string>('{ id: 1, name: "Fern" }'),
  /** Options of the client, or of a call without one. */
  options: fc.constant<string>(`{ baseUrl: "https://plants.example/api", token: "${TOKEN}", fetch: stub }`),
  /** Options of a call of a client. */
  callOptions: fc.constant<string>("undefined"),
  /** Implementations of `fetch`, one for each attempt. After the last one, every attempt creates a plant. */
  fetches: fc.constant<string[]>([]),
  hasClient: fc.boolean(),
};

type CallSource = {
  [K in keyof typeof succeedingCall]: (typeof succeedingCall)[K] extends fc.Arbitrary<infer T> ? T : never;
};

/** Calls that succeed, unless `changes` makes them fail. */
function anyCall(changes: Partial<typeof succeedingCall>): fc.Arbitrary<CallSource> {
  return fc.record({ ...succeedingCall, ...changes });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  vi.spyOn(console, "error").mockReturnValue(); // About listeners that throw.
});

/** More than any call has in `fetches`. */
const MAX_ATTEMPTS = 20;

type AnyFunction = (...args: unknown[]) => unknown;

/** Runs a call, and advances the timers until it settles. `sent` has the bodies of the requests. */
async function runCall(source: CallSource): Promise<{ result: CreatePlantResult; sent: string[] }> {
  vi.clearAllTimers(); // Timers of the previous call.
  const sent: string[] = [];
  const fetches = source.fetches.map((fetch) => evaluate(fetch) as AnyFunction);
  const counted = (fetch: unknown) => {
    if (typeof fetch !== "function") return fetch;
    return (url: string, init: { body: string }) => {
      sent.push(init.body);
      if (sent.length > MAX_ATTEMPTS) return new Response(init.body); // Ends a call with unlimited retries.
      return (fetch as AnyFunction)(url, init);
    };
  };
  const nextFetch: PlantStoreFetch = async (url, init) => {
    const fetch = fetches.shift() ?? (() => new Response(init.body));
    return fetch(url, init) as Response;
  };
  const stub = counted(nextFetch);
  vi.stubGlobal("fetch", stub); // Used if the options contain no `fetch`. Nothing reaches the network.
  const names = { stub, counted };
  const plant = evaluate(source.plant) as NewPlant;
  const options = evaluate(source.options, names) as object;
  const callOptions = evaluate(source.callOptions, names) as object;
  const call = source.hasClient ? callClient(plant, options, callOptions) : safeCreatePlant(plant, options);
  return { result: await advanceTimersUntilSettled(call), sent };
}

async function callClient(plant: NewPlant, options: object, callOptions: object): Promise<CreatePlantResult> {
  let client: PlantStoreClient;
  try {
    client = new PlantStoreClient(options);
  } catch (error) {
    return { success: false, error: error as PlantStoreFailure };
  }
  return client.safeCreatePlant(plant, callOptions);
}

/** Turns of the event loop. No generated call needs more. */
const MAX_TURNS = 500;

async function advanceTimersUntilSettled<T>(call: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  call.then(settle, settle);
  for (let turn = 0; !isSettled; turn++) {
    if (turn > MAX_TURNS) throw new Error("the call hangs: it has not settled, and no timer is active");
    await setImmediate();
    if (!isSettled) vi.advanceTimersToNextTimer();
  }
  return call;
}

/** Asserts that a call ended with a Plant or a failure, and that the failure reports correctly what was sent. */
async function expectPlantOrFailure(source: CallSource): Promise<void> {
  const { result, sent } = await runCall(source);
  if (result.success) {
    expect(typeof result.data.name).toBe("string");
    expect(["string", "undefined"]).toContain(typeof result.data.tag);
    expect(sent.length).toBeGreaterThan(0);
    return;
  }
  const { error } = result;
  expect(isPlantStoreFailure(error)).toBe(true);
  expect(["not-created", "unknown", "created"]).toContain(error.outcome);
  expect(error.attempts).toBe(sent.length);
  if (sent.length === 0) expect(error.outcome).toBe("not-created");
  if (error.kind === "invalid-plant") expect(sent).toEqual([]);
  // The failure can be logged, whatever its cause is, and does not contain the token.
  expect(typeof error.message).toBe("string");
  const json = JSON.stringify(error);
  expect(`${json} ${error.stack}`).not.toContain(TOKEN);
  expect(JSON.parse(json)).toMatchObject({ kind: error.kind, outcome: error.outcome });
  // If the cause is the caller's own value, it can make `inspect` and `structuredClone` throw.
  if ("cause" in error && error.kind !== "connection") return;
  expect(inspect(error)).toContain(error.name);
  expect(structuredClone(error)).toMatchObject({ message: error.message });
}

property(
  "a call settles with a plant or a failure, whatever its plant and its options are and its fetch does",
  anyCall({
    plant: anyPlant,
    options: anyOptions,
    callOptions: anyCallOptions,
    fetches: fc.array(anyFetch, { minLength: 1, maxLength: 5 }),
  }),
  expectPlantOrFailure,
  3,
);

property(
  "a valid plant is sent once, with no other fields, and an invalid plant is not sent",
  anyCall({ plant: stablePlant }),
  async (source) => {
    const { result, sent } = await runCall(source);
    const expected = expectedBody(evaluate(source.plant));
    if (expected === undefined) expect(result).toMatchObject({ error: { kind: "invalid-plant" } });
    else expect(result.success).toBe(true);
    expect(sent).toEqual(expected === undefined ? [] : [expected]);
  },
);

/** The JSON of a plant, or `undefined` if the plant is invalid. */
function expectedBody(plant: unknown): string | undefined {
  try {
    if (typeof plant !== "object" || plant === null || Array.isArray(plant)) return undefined;
    const values = fieldNames.map((name) => [name, (plant as NewPlant)[name]] as const);
    if (!values.every(([name, value]) => isValid(name, value))) return undefined;
    const members = values
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `"${name}":${typeof value === "string" ? JSON.stringify(value) : value}`);
    return `{${members}}`;
  } catch {
    return undefined;
  }
}
