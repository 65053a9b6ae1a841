/** The options of a store: defaults and validation. */
import { formatIssues } from "../../src/contract/issues.ts";
import { type PlantStoreRules, parseRules } from "../../src/contract/rules.ts";
import { type NewPlant, newPlantSchema } from "../../src/contract/schemas.ts";
import type { Fault } from "../model/fault.ts";
import { faults } from "../model/faults.ts";
import { type Latency, validateLatency } from "../model/latency.ts";
import { MAX_BODY_BYTES, normalizePlant } from "../model/protocol.ts";
import { readOptions } from "../model/read-options.ts";
import { validateChaosFault } from "../model/validate-fault.ts";
import type { Chaos } from "./chaos.ts";
import type { MemoryLimit } from "./memory-limit.ts";
import { contentOf } from "./obey-rules.ts";
import type { PlantValidator } from "./validator.ts";

/**
 * Options of a store. The defaults follow the specification; options cover what it does not define.
 *
 * @expand
 */
export interface PlantStoreOptions {
  /**
   * Initial plants. `reset()` restores them.
   * @default []
   */
  plants?: readonly NewPlant[] | undefined;
  /**
   * Which requests may create plants: those with any bearer token, all, or those whose token the function accepts. If the
   * function throws or returns neither true nor false, the store responds 500.
   * @default "required"
   */
  auth?: "required" | "off" | ((token: string) => boolean | Promise<boolean>) | undefined;
  /**
   * How the service decides what the specification leaves open, such as `{ duplicates: { status: 409, error: 1003 } }`.
   * `store.setRules` changes them.
   * @default every valid plant is created, and a rejection is a 400
   */
  rules?: PlantStoreRules | undefined;
  /**
   * For what rules cannot say. Called after them, for one plant at a time: two simultaneous plants never both pass a check
   * of uniqueness. If the function throws, the store responds 500.
   * @default none
   */
  validate?: PlantValidator | undefined;
  /**
   * Delay of every `POST /plants`, before its fault, ms: a number, or a random one between two. `store.setLatency` changes it.
   * @default 0
   */
  latency?: Latency | undefined;
  /**
   * Faults for random requests. A queued fault takes precedence.
   * @default none
   */
  chaos?: ChaosOptions | undefined;
  /**
   * How many plants `plants` keeps; the oldest are dropped. Can be Infinity. Duplicates are recognized among all plants.
   * A store that is used for long holds hundreds of MB with the defaults. The command keeps 10,000 plants.
   * @default 100_000
   */
  maxPlants?: number | undefined;
  /**
   * How many requests are recorded; the oldest are dropped. Can be Infinity. Each is kept with up to 1 MiB of body. The
   * command keeps 1,000, with 16 KiB of each body.
   * @default 10_000
   */
  maxRequests?: number | undefined;
}

/**
 * Random faults. The seed and the number of a request decide its fate: `POST /plants` are numbered as they arrive, and
 * `reset()` starts again. So a run can be repeated. Under concurrency, the fates are the same, but not who gets which.
 */
export interface ChaosOptions {
  /** Share of the requests that get a fault, from 0 to 1. */
  rate: number;
  /**
   * The faults to choose from. Chaos decides which requests get one, so `delay` is the only common option that they can have.
   * @default a 503, a reset, a reset after the plant was created, and a delay of 2 s
   */
  faults?: readonly Fault[] | undefined;
  /**
   * Another seed chooses other requests: an integer from 0 to 2^32-1.
   * @default 0
   */
  seed?: number | undefined;
}

/** All options of a store, with defaults and after validation. */
export interface StoreSettings {
  plants: readonly NewPlant[];
  /** The content of the initial plants by id. */
  initialContents: ReadonlyMap<NewPlant["id"], string>;
  /** Names of the initial plants. */
  initialNames: ReadonlySet<string>;
  auth: "required" | "off" | ((token: string) => boolean | Promise<boolean>);
  rules: PlantStoreRules;
  validate: PlantValidator | undefined;
  latency: Latency;
  chaos: Chaos | undefined;
  maxPlants: number;
  maxRequests: number;
  /** How much of each request body is recorded, bytes. */
  maxRecordedBody: number;
  /** Limits the recorded requests and plants of several stores together. */
  memory: MemoryLimit | undefined;
}

const defaults = {
  plants: [] as readonly NewPlant[],
  auth: "required" as StoreSettings["auth"],
  rules: {} as PlantStoreRules,
  validate: undefined as PlantValidator | undefined,
  latency: 0 as Latency,
  chaos: undefined as ChaosOptions | undefined,
  maxPlants: 100_000,
  maxRequests: 10_000,
};

/** @throws TypeError if an option is unknown or invalid */
export function resolveStoreOptions(options: PlantStoreOptions = {}): StoreSettings {
  const given = readOptions<typeof defaults>("createPlantStore", options, defaults);
  const { plants, auth, rules, validate, latency, maxPlants, maxRequests } = given;
  check(
    "auth",
    typeof auth === "function" || auth === "required" || auth === "off",
    '"required", "off" or a function',
  );
  check("validate", validate === undefined || typeof validate === "function", "a function");
  const validRules = parseRules(rules, "createPlantStore: `rules`");
  const validLatency = validateLatency(latency, "createPlantStore: `latency`");
  check("maxPlants", isCapacity(maxPlants), "an integer of 0 or more, or Infinity");
  check("maxRequests", isCapacity(maxRequests), "an integer of 0 or more, or Infinity");
  check("plants", Array.isArray(plants), "an array of plants");
  const initial = Array.from(plants, parsePlant);
  return {
    ...given,
    plants: initial,
    rules: validRules,
    initialContents: new Map(initial.map((plant) => [plant.id, contentOf(plant)])),
    initialNames: new Set(initial.map(({ name }) => name)),
    latency: validLatency,
    chaos: given.chaos === undefined ? undefined : resolveChaos(given.chaos),
    maxRecordedBody: MAX_BODY_BYTES,
    memory: undefined,
  };
}

const chaosDefaults = {
  rate: undefined as number | undefined,
  faults: [
    faults.status(503),
    faults.reset(),
    faults.reset({ afterCreate: true }),
    faults.delay(2_000),
  ] as readonly Fault[],
  seed: 0,
};

function resolveChaos(options: ChaosOptions): Chaos {
  check("chaos", typeof options === "object" && options !== null, "an object such as { rate: 0.1 }");
  const given = readOptions<typeof chaosDefaults>("createPlantStore: `chaos`", options, chaosDefaults);
  const { rate, seed } = given;
  const isRate = typeof rate === "number" && rate >= 0 && rate <= 1;
  if (!isRate) throw invalid("chaos.rate", "a number from 0 to 1");
  check(
    "chaos.seed",
    Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32,
    "an integer from 0 to 4294967295",
  );
  check(
    "chaos.faults",
    Array.isArray(given.faults) && given.faults.length > 0,
    "an array of at least one fault",
  );
  const chosen = given.faults.map((fault, index) =>
    validateChaosFault(fault, `createPlantStore: \`chaos.faults[${index}]\` is not a valid fault`),
  );
  return { rate, seed, faults: chosen };
}

function check(option: string, isValid: boolean, expected: string): void {
  if (!isValid) throw invalid(option, expected);
}

function invalid(option: string, expected: string): TypeError {
  return new TypeError(`createPlantStore: \`${option}\` must be ${expected}.`);
}

function isCapacity(value: number): boolean {
  return value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value >= 0);
}

function parsePlant(plant: unknown, index: number): NewPlant {
  const { data, error } = newPlantSchema.safeParse(plant);
  if (data) return normalizePlant(data);
  throw new TypeError(
    `createPlantStore: \`plants[${index}]\` is invalid: ${formatIssues(error.issues, "it")}.`,
  );
}
