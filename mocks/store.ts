/**
 * The Plant Store mock, in process and without MSW.
 *
 * @module plant-store-sdk/mocks/store
 */
import { formatIssues } from "../src/contract/issues.ts";
import { type NewPlant, newPlantSchema } from "../src/contract/schemas.ts";
import { normalizePlant } from "./service/protocol.ts";
import { type PlantStore, ReferenceStore } from "./service/reference-store.ts";

export type { StoreFetch } from "./adapters/fetch.ts";
export { type Fault, type FaultTiming, faults } from "./faults/faults.ts";
export type { RecordedRequest } from "./service/recorded-request.ts";
export type { PlantStore } from "./service/reference-store.ts";

/** Options of a store. The defaults follow the specification; options cover what it does not define. */
export interface PlantStoreOptions {
  /**
   * Initial plants. `reset()` restores them.
   * @default []
   */
  plants?: readonly NewPlant[] | undefined;
  /**
   * Which requests may create plants: those with any bearer token, all, or those whose token the function accepts.
   * @default "required"
   */
  auth?: "required" | "off" | ((token: string) => boolean) | undefined;
  /**
   * Status for a missing or rejected token. The specification does not define this.
   * @default 400
   */
  unauthorizedStatus?: 400 | 401 | undefined;
  /**
   * Whether a plant whose id already exists is created, or rejected with a 400. The specification does not define this.
   * @default "accept"
   */
  duplicates?: "accept" | "reject" | undefined;
  /**
   * How many plants `plants` keeps; the oldest are dropped. Can be Infinity. Duplicates are recognized among all plants.
   * @default 100_000
   */
  maxPlants?: number | undefined;
  /**
   * How many requests are recorded; the oldest are dropped. Can be Infinity. Each is kept with up to 1 MiB of body.
   * @default 10_000
   */
  maxRequests?: number | undefined;
}

/**
 * Creates a store. Stores are independent of each other.
 *
 * @throws TypeError if an option is invalid
 * @throws Error on Node before 22
 */
export function createPlantStore(options: PlantStoreOptions = {}): PlantStore {
  rejectOldNode();
  const { plants = [], auth = "required", unauthorizedStatus = 400, duplicates = "accept" } = options;
  const { maxPlants = 100_000, maxRequests = 10_000 } = options;
  check(
    "auth",
    typeof auth === "function" || auth === "required" || auth === "off",
    '"required", "off" or a function',
  );
  check("unauthorizedStatus", unauthorizedStatus === 400 || unauthorizedStatus === 401, "400 or 401");
  check("duplicates", duplicates === "accept" || duplicates === "reject", '"accept" or "reject"');
  check("maxPlants", isCapacity(maxPlants), "an integer of 0 or more, or Infinity");
  check("maxRequests", isCapacity(maxRequests), "an integer of 0 or more, or Infinity");
  check("plants", Array.isArray(plants), "an array of plants");
  const initial = Array.from(plants, parsePlant);
  return new ReferenceStore({
    plants: initial,
    auth,
    unauthorizedStatus,
    duplicates,
    maxPlants,
    maxRequests,
  });
}

/** Older versions do not expose the digits of a number in JSON, so the store would silently round large ids. */
function rejectOldNode(): void {
  const version = globalThis.process?.versions?.node;
  if (version === undefined || Number.parseInt(version, 10) >= 22) return;
  throw new Error(
    `createPlantStore: the mock needs Node 22.12 or later, but this is Node ${version}. Update Node.`,
  );
}

function check(option: string, isValid: boolean, expected: string): void {
  if (!isValid) throw new TypeError(`createPlantStore: \`${option}\` must be ${expected}.`);
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
