/**
 * Makes a call of sources, and holds what it comes to against what every call promises. Without the watch over tokens,
 * which looks at what it is given, as these values do not let it: a failure's own prints are looked through here.
 */
import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, expect, vi } from "vitest";
import {
  type CreatePlantResult,
  createPlant,
  isPlantStoreFailure,
  type NewPlant,
  PlantStoreClient,
  type PlantStoreFailure,
  type PlantStoreFetch,
  safeCreatePlant,
} from "../../src/index.ts";
import { evaluate } from "./any-value.ts";

/** A call as source text. */
export interface CallSource {
  plant: string;
  /** Of the client, or of a function that stands alone. */
  options: string;
  /** Of a call on a client. */
  callOptions: string;
  /** In turn; after the last of them every plant is created. */
  answers: string[];
  by: (typeof BY)[number];
}

const BY = ["createPlant", "safeCreatePlant", "client.createPlant", "client.safeCreatePlant"] as const;

const TOKEN = "secret-token";

const usualCall: { [K in keyof CallSource]: fc.Arbitrary<CallSource[K]> } = {
  plant: fc.constant('{ id: 1, name: "Fern" }'),
  options: fc.constant(`{ baseUrl: "https://plants.example/api", token: "${TOKEN}", fetch: stub }`),
  callOptions: fc.constant("undefined"),
  answers: fc.constant([]),
  by: fc.constantFrom(...BY),
};

/** Calls that succeed, but for what is changed of them. */
export function anyCall(changes: Partial<typeof usualCall>): fc.Arbitrary<CallSource> {
  return fc.record({ ...usualCall, ...changes });
}

/** For every test of a file: time passes when a call waits for it, and what its listeners throw is not printed. */
export function standStill(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
    const { error } = console;
    console.error = () => {};
    return () => {
      console.error = error;
    };
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** What a call came to. */
export interface Settled {
  result: CreatePlantResult;
  /** The bodies that were sent. */
  sent: string[];
}

const FERN = '{"name":"Fern"}';

/** More attempts than any call has answers. */
const MANY_ATTEMPTS = 20;

type AnyFunction = (...args: unknown[]) => unknown;

/** Makes the call, and lets time pass until it has settled. @param given what it is given instead of its plant and its options. */
export async function settle(
  source: CallSource,
  given: (value: unknown) => unknown = (value) => value,
): Promise<Settled> {
  vi.clearAllTimers(); // Those of the call before.
  const sent: string[] = [];
  const answers = source.answers.map((answer) => evaluate(answer) as AnyFunction);
  const counted = (fetch: unknown) => {
    if (typeof fetch !== "function") return fetch;
    return (url: string, init: { body: string }) => {
      sent.push(init.body);
      if (sent.length > MANY_ATTEMPTS) return new Response(FERN); // There may be no other end.
      return (fetch as AnyFunction)(url, init);
    };
  };
  const answering: PlantStoreFetch = async (url, init) => {
    const answer = answers.shift() ?? (() => new Response(FERN));
    return answer(url, init) as Response;
  };
  const stub = counted(answering);
  vi.stubGlobal("fetch", stub); // Where the options give none. Nothing reaches the network.
  const names = { stub, counted };
  const plant = given(evaluate(source.plant)) as NewPlant;
  const options = given(evaluate(source.options, names)) as object;
  const callOptions = given(evaluate(source.callOptions, names)) as object;
  const result = await inTime(resultOf(source.by, plant, options, callOptions));
  return { result, sent };
}

async function resultOf(
  by: CallSource["by"],
  plant: NewPlant,
  options: object,
  callOptions: object,
): Promise<CreatePlantResult> {
  if (by === "safeCreatePlant") return safeCreatePlant(plant, options);
  if (by === "createPlant") return caught(() => createPlant(plant, options));
  let client: PlantStoreClient;
  try {
    client = new PlantStoreClient(options);
  } catch (error) {
    return { success: false, error: error as PlantStoreFailure };
  }
  if (by === "client.safeCreatePlant") return client.safeCreatePlant(plant, callOptions);
  return caught(() => client.createPlant(plant, callOptions));
}

/** As a result, what a call resolves or rejects with. */
async function caught(call: () => Promise<{ name: string }>): Promise<CreatePlantResult> {
  try {
    const response = { status: 200, headers: new Headers() };
    return { success: true, data: await call(), response, attempts: 1, possibleDuplicate: false };
  } catch (error) {
    return { success: false, error: error as PlantStoreFailure };
  }
}

/** More turns of the event loop than any of these calls needs. */
const MANY_TURNS = 500;

async function inTime<T>(call: Promise<T>): Promise<T> {
  let isSettled = false;
  const settling = call.finally(() => {
    isSettled = true;
  });
  settling.catch(() => {}); // It is awaited below.
  for (let turn = 0; !isSettled; turn++) {
    if (turn > MANY_TURNS) throw new Error("the call hangs: it has not settled, and waits for no timer");
    await setImmediate();
    if (!isSettled) vi.advanceTimersToNextTimer();
  }
  return settling;
}

const KINDS = [
  "rejected",
  "invalid-plant",
  "unexpected-response",
  "connection",
  "timeout",
  "aborted",
  "configuration",
];

/** Asserts that a call has come to a Plant or to a failure, and that it says of itself what it did. */
export function expectPlantOrFailure({ result, sent }: Settled): void {
  if (result.success) {
    expect(typeof result.data.name).toBe("string");
    expect(["string", "undefined"]).toContain(typeof result.data.tag);
    expect(sent.length).toBeGreaterThan(0);
    return;
  }
  const { error } = result;
  expect(isPlantStoreFailure(error)).toBe(true);
  expect(KINDS).toContain(error.kind);
  expect(["not-created", "unknown", "created"]).toContain(error.outcome);
  expect(error.attempts).toBe(sent.length);
  if (sent.length === 0) expect(error.outcome).toBe("not-created");
  if (error.kind === "invalid-plant") expect(sent).toEqual([]);
  expectPrintable(error);
}

/** A failure is made to be logged, whatever its cause is. */
function expectPrintable(error: PlantStoreFailure): void {
  expect(typeof error.message).toBe("string");
  const json = JSON.stringify(error);
  expect(`${json} ${error.stack}`).not.toContain(TOKEN);
  expect(JSON.parse(json)).toMatchObject({ kind: error.kind, outcome: error.outcome });
  // Where the caller's own value is the cause, the rest is between that and the runtime.
  if ("cause" in error && error.kind !== "connection") return;
  expect(inspect(error)).toContain(error.name);
  expect(structuredClone(error)).toMatchObject({ message: error.message });
}
