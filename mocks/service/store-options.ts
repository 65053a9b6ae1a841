/** The options of a store: defaults and validation. */
import type { PlantStoreRules } from "../../src/contract/rules.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Latency } from "../model/latency.ts";
import { OptionError } from "../model/option-error.ts";
import { parsePlants } from "../model/parse-plants.ts";
import { readOptions } from "../model/read-options.ts";
import { MAX_BODY_BYTES } from "../model/service-request.ts";
import type { ChaosOptions } from "./chaos.ts";
import type { MemoryLimit } from "./memory-limit.ts";
import { type ResolvedSettings, resolveSettings } from "./settings.ts";
import { InitialPlants } from "./stored-plants.ts";
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
   * Which requests may create plants: those with any bearer token, all, or those whose token the function accepts. If the
   * function throws or returns neither true nor false, the store responds 500.
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
   * For what rules cannot say. Called after them, for one plant at a time: two simultaneous plants never both pass a check
   * of uniqueness. If the function throws, the store responds 500.
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
   * How many plants the store keeps; the oldest are dropped. Can be Infinity. A dropped plant is forgotten: its id, name and
   * idempotency key are free again, unless it was an initial one.
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

/** All options of a store, with defaults and after validation. */
export interface ResolvedOptions {
  initial: InitialPlants;
  auth: "required" | "off" | ((token: string) => boolean | Promise<boolean>);
  validate: PlantValidator | undefined;
  settings: ResolvedSettings;
  maxPlants: number;
  maxRequests: number;
  /** How much of each request body is recorded, bytes. */
  maxRecordedBody: number;
  /** Whether recorded requests have their token for readers outside this process, too. */
  showTokens: boolean;
  /** Limits the recorded requests and plants of several stores together. */
  memory: MemoryLimit | undefined;
}

const defaults = {
  plants: [] as readonly NewPlant[],
  auth: "required" as ResolvedOptions["auth"],
  rules: {} as PlantStoreRules,
  validate: undefined as PlantValidator | undefined,
  latency: 0 as Latency,
  chaos: null as ChaosOptions | null,
  maxPlants: 100_000,
  maxRequests: 10_000,
};

const NO_SETTINGS: ResolvedSettings = { rules: {}, latency: 0, chaos: null };

/** @throws TypeError if an option is unknown or invalid */
export function resolveStoreOptions(options: MockStoreOptions = {}): ResolvedOptions {
  const given = readOptions<typeof defaults>("MockStore", options, defaults);
  const { plants, auth, rules, validate, latency, chaos, maxPlants, maxRequests } = given;
  check(
    "auth",
    typeof auth === "function" || auth === "required" || auth === "off",
    '"required", "off" or a function',
  );
  check("validate", validate === undefined || typeof validate === "function", "a function");
  const settings = resolveSettings({ rules, latency, chaos }, NO_SETTINGS, "MockStore");
  check("maxPlants", isCapacity(maxPlants), "an integer of 0 or more, or Infinity");
  check("maxRequests", isCapacity(maxRequests), "an integer of 0 or more, or Infinity");
  check("plants", Array.isArray(plants), "an array of plants");
  return {
    auth,
    validate,
    settings,
    maxPlants,
    maxRequests,
    initial: new InitialPlants(parsePlants(plants, "MockStore", "plants")),
    maxRecordedBody: MAX_BODY_BYTES,
    showTokens: false,
    memory: undefined,
  };
}

function check(option: string, isValid: boolean, expected: string): void {
  if (!isValid) throw new OptionError("MockStore", option, `must be ${expected}`);
}

function isCapacity(value: number): boolean {
  return value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value >= 0);
}
