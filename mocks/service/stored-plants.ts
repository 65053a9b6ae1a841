/** The plants of a store, and the look-ups that its rules need. */
import type { PlantStoreRules } from "../../src/contract/rules.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import { OptionError } from "../parts/option-error.ts";
import { parsePlants } from "../parts/parse-plants.ts";
import { type MemoryLimit, NewestItems } from "./newest-items.ts";

interface Limits {
  initial: InitialPlants;
  maxPlants: number;
  memory: MemoryLimit | undefined;
}

/** What the look-ups of a plant take, bytes. */
const LOOKUP_SIZE = 200;

export class StoredPlants {
  readonly #options: Limits;
  /** Without the initial plants. */
  readonly #stored: NewestItems<NewPlant>;
  /** The last plant with an id, a name or a key; the first two only once a rule needs them. A dropped plant is forgotten. */
  #byId: Map<NewPlant["id"], NewPlant> | undefined;
  #byName: Map<string, NewPlant> | undefined;
  readonly #byKey = new Map<string, NewPlant>();
  /** The `idempotency-key` of the requests that created plants. */
  readonly #keys = new Map<NewPlant, string>();
  /** Those that were added without a request. */
  readonly #added = new Set<NewPlant>();

  constructor(options: Limits) {
    this.#options = options;
    this.#stored = new NewestItems(options.maxPlants, (plant) => this.#forget(plant), options.memory);
  }

  /** Oldest first. */
  get all(): NewPlant[] {
    const { initial, maxPlants } = this.#options;
    const all = [...initial.plants, ...this.#stored.toArray()];
    return all.slice(Math.max(0, all.length - maxPlants));
  }

  withId(id: NewPlant["id"]): NewPlant | undefined {
    this.#byId ??= indexBy("id", this.#stored.toArray());
    return this.#byId.get(id) ?? this.#options.initial.byId.get(id);
  }

  withName(name: string): NewPlant | undefined {
    this.#byName ??= indexBy("name", this.#stored.toArray());
    return this.#byName.get(name) ?? this.#options.initial.byName.get(name);
  }

  withKey(key: string): NewPlant | undefined {
    return this.#byKey.get(key);
  }

  create(plant: NewPlant, key?: string): void {
    if (this.#options.maxPlants === 0) return;
    this.#byId?.set(plant.id, plant);
    this.#byName?.set(plant.name, plant);
    if (key !== undefined) {
      this.#byKey.set(key, plant);
      this.#keys.set(plant, key);
    }
    this.#stored.account(this.#stored.push(plant), plant, LOOKUP_SIZE + 2 * (key?.length ?? 0));
  }

  /**
   * Adds plants without a request.
   *
   * @throws OptionError if a plant is not valid, or there are too many
   */
  add(plants: readonly unknown[], rules: PlantStoreRules): void {
    const valid = parsePlants(plants, rules, "store.addPlants");
    const { maxPlants } = this.#options;
    if (plants.length > maxPlants)
      throw new OptionError("store.addPlants", "plants", `must be fewer: the store keeps ${maxPlants}`);
    for (const plant of valid) {
      this.#added.add(plant);
      this.create(plant);
    }
  }

  clear(keepAdded: boolean): void {
    const kept = keepAdded ? this.#stored.toArray().filter((plant) => this.#added.has(plant)) : [];
    this.#stored.clear();
    for (const plant of kept) {
      this.#added.add(plant);
      this.create(plant);
    }
  }

  /** A newer plant can have the same id or name. */
  #forget(plant: NewPlant): void {
    if (this.#byId?.get(plant.id) === plant) this.#byId.delete(plant.id);
    if (this.#byName?.get(plant.name) === plant) this.#byName.delete(plant.name);
    const key = this.#keys.get(plant);
    if (key !== undefined) this.#byKey.delete(key);
    this.#keys.delete(plant);
    this.#added.delete(plant);
  }
}

/** The plants that a store starts with. Not changed: stores with the same options share it. */
export type InitialPlants = ReturnType<typeof indexPlants>;

export const indexPlants = (plants: readonly NewPlant[]) => ({
  plants,
  byId: indexBy("id", plants),
  byName: indexBy("name", plants),
});

function indexBy<F extends "id" | "name">(field: F, plants: readonly NewPlant[]): Map<NewPlant[F], NewPlant> {
  return new Map(plants.map((plant) => [plant[field], plant]));
}
