/**
 * The reference Plant Store, without MSW.
 *
 * @module plant-store-sdk/mocks/store
 */
import { listIssues, type NewPlant, newPlantSchema } from "../src/schemas.ts";
import { plainPlant } from "./protocol.ts";
import { type PlantStore, ReferenceStore } from "./reference-store.ts";

export { type Fault, type FaultTiming, faults } from "./faults.ts";
export type { StoreFetch } from "./fetch.ts";
export type { PlantStore, RecordedRequest } from "./reference-store.ts";

/** What a store can be told. The defaults are the specification's words; where it is silent, an option decides. */
export interface PlantStoreOptions {
  /**
   * The plants that the store begins with, and returns to on `reset()`.
   * @default []
   */
  plants?: readonly NewPlant[] | undefined;
  /**
   * Who may create plants: whoever sends a bearer token, anyone, or whose token the function accepts.
   * @default "required"
   */
  auth?: "required" | "off" | ((token: string) => boolean) | undefined;
  /**
   * The answer to a missing or refused token, which the specification does not show.
   * @default 400
   */
  unauthorizedStatus?: 400 | 401 | undefined;
  /**
   * What becomes of a plant whose id exists already, which the specification does not show: a further plant, or a 400.
   * @default "accept"
   */
  duplicates?: "accept" | "reject" | undefined;
  /**
   * How many plants `plants` keeps, the newest; may be Infinity. Duplicates are recognized among all.
   * @default 100_000
   */
  maxPlants?: number | undefined;
  /**
   * How many requests the journal keeps, the newest; may be Infinity. A request counts with its body, of up to 1 MiB.
   * @default 10_000
   */
  maxRequests?: number | undefined;
}

/**
 * Makes a store, independent of every other.
 *
 * @throws TypeError naming the option that is wrong.
 * @throws Error on a Node before 22.
 */
export function createPlantStore(options: PlantStoreOptions = {}): PlantStore {
  refuseOldNode();
  const { plants = [], auth = "required", unauthorizedStatus = 400, duplicates = "accept" } = options;
  const { maxPlants = 100_000, maxRequests = 10_000 } = options;
  check(
    "auth",
    typeof auth === "function" || auth === "required" || auth === "off",
    '"required", "off" or a function',
  );
  check("unauthorizedStatus", unauthorizedStatus === 400 || unauthorizedStatus === 401, "400 or 401");
  check("duplicates", duplicates === "accept" || duplicates === "reject", '"accept" or "reject"');
  check("maxPlants", isCount(maxPlants), "a whole number, 0 or more, or Infinity");
  check("maxRequests", isCount(maxRequests), "a whole number, 0 or more, or Infinity");
  check("plants", Array.isArray(plants), "an array of plants");
  const seed = Array.from(plants, readSeed);
  return new ReferenceStore({ plants: seed, auth, unauthorizedStatus, duplicates, maxPlants, maxRequests });
}

/** Its JSON.parse does not tell a number's digits: the store would round large ids, and never say so. */
function refuseOldNode(): void {
  const version = globalThis.process?.versions?.node;
  if (version === undefined || Number.parseInt(version, 10) >= 22) return;
  throw new Error(
    `createPlantStore: the reference store needs Node 22.12 or newer, and this is Node ${version}. Update Node.`,
  );
}

function check(option: string, isRight: boolean, requirement: string): void {
  if (!isRight) throw new TypeError(`createPlantStore: \`${option}\` must be ${requirement}.`);
}

function isCount(value: number): boolean {
  return value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value >= 0);
}

function readSeed(plant: unknown, index: number): NewPlant {
  const { data, error } = newPlantSchema.safeParse(plant);
  if (data) return plainPlant(data);
  throw new TypeError(
    `createPlantStore: \`plants[${index}]\` is no valid plant: ${listIssues(error.issues, "it")}.`,
  );
}
