/** The options of a store: defaults and validation. */
import {
  aFunction,
  type OptionRules,
  type ReadOptions,
  readOptions,
  type ValueCheck,
} from "../../src/common/read-options.ts";
import type { PlantStoreRules } from "../../src/contract/rules.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import { MAX_BODY_BYTES } from "../parts/limits.ts";
import { optionErrorOf } from "../parts/option-error.ts";
import { parsePlants } from "../parts/parse-plants.ts";
import type { RecordedRequest } from "../parts/recorded-request.ts";
import type { ChaosOptions, Latency } from "./chaos.ts";
import type { MemoryLimit } from "./newest-items.ts";
import { type MockStoreSettings, type ResolvedSettings, resolveSettings, SETTINGS } from "./settings.ts";
import { type InitialPlants, indexPlants } from "./stored-plants.ts";
import type { PlantValidator } from "./validator.ts";

/**
 * Options of a store. The defaults follow the specification; options cover what it does not define.
 *
 * @expand
 */
export interface MockStoreOptions {
  /**
   * Initial plants. `clear()` restores them.
   * @default []
   */
  plants?: readonly NewPlant[] | undefined;
  /**
   * Which requests may create plants: those with any bearer token, all, or those whose token the function accepts.
   * @default "required"
   */
  auth?: "required" | "off" | ((token: string) => boolean | Promise<boolean>) | undefined;
  /**
   * How the service decides what the specification leaves open, such as `{ duplicates: { status: 409, error: 1003 } }`.
   * `store.configure` changes them.
   * @default every valid plant is created, and a rejection is a 400
   */
  rules?: PlantStoreRules | undefined;
  /**
   * For what rules cannot say. Called after them, for one plant at a time, so `atomicIds: false` changes nothing. If it throws,
   * the store responds 500.
   * @default none
   */
  validate?: PlantValidator | undefined;
  /**
   * Delay of every `POST /plants`, before its fault, ms: a number, or a random one between two. `store.configure` changes it.
   * @default 0
   */
  latency?: Latency | undefined;
  /**
   * Faults for random requests. A queued fault takes precedence.
   * @default none
   */
  chaos?: ChaosOptions | null | undefined;
  /**
   * How many plants the store keeps, or Infinity. Older ones are forgotten: their id, name and idempotency key are free again,
   * except for initial plants. The command keeps fewer.
   * @default 100_000
   */
  maxPlants?: number | undefined;
  /**
   * How many requests are kept, or Infinity, each with up to 1 MiB of its body. The command keeps fewer, with 16 KiB.
   * @default 10_000
   */
  maxRequests?: number | undefined;
}

/** All options of a store, with defaults and after validation. */
export interface ResolvedOptions
  extends Omit<ReadOptions<MockStoreOptions, typeof RULES>, "plants" | keyof MockStoreSettings> {
  initial: InitialPlants;
  settings: ResolvedSettings;
  /** How much of each request body is recorded, bytes. */
  maxRecordedBody: number;
  /** Whether recorded requests have their token for readers outside this process, too. */
  showTokens: boolean;
  /**
   * Gets the record of each request that has ended, and the one that its `resentOf` names. A subscription would get a copy with
   * every header and body.
   *
   * @param index absent if it was refused before a store got it
   */
  log: ((record: RecordedRequest, index?: number, original?: RecordedRequest) => void) | undefined;
  /** Limits the recorded requests, plants, faults and settings of several stores together. */
  memory: MemoryLimit | undefined;
}

const capacity: ValueCheck = [
  (value) => value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value >= 0),
  "an integer of 0 or more, or Infinity",
];

const RULES = {
  plants: [Array.isArray, "an array of plants", []],
  auth: [
    (auth) => typeof auth === "function" || auth === "required" || auth === "off",
    '"required", "off" or a function',
    "required",
  ],
  ...SETTINGS,
  validate: aFunction,
  maxPlants: [...capacity, 100_000],
  maxRequests: [...capacity, 10_000],
} satisfies OptionRules<MockStoreOptions>;

/** @throws TypeError if an option is unknown or invalid */
export function resolveStoreOptions(options: MockStoreOptions = {}): ResolvedOptions {
  const { plants, rules, latency, chaos, ...rest } = readOptions(options, RULES, optionErrorOf("MockStore"));
  const settings = resolveSettings({ rules, latency, chaos }, "MockStore");
  return {
    ...rest,
    settings,
    initial: indexPlants(parsePlants(plants, settings.rules, "MockStore")),
    maxRecordedBody: MAX_BODY_BYTES,
    showTokens: false,
    log: undefined,
    memory: undefined,
  };
}
