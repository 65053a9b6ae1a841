/** The plants of a store, and the look-ups that its rules need. */
import type { PlantStoreRules } from "../../src/contract/rules.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import { OptionError } from "../parts/option-error.ts";
import { parsePlants } from "../parts/parse-plants.ts";
import { estimateSize } from "../parts/plain-data.ts";
import { Item, type MemoryLimit, NewestItems } from "./newest-items.ts";

interface Limits {
  initial: InitialPlants;
  maxPlants: number;
  memory: MemoryLimit | undefined;
}

interface StoredPlant extends Item {
  plant: NewPlant;
  /** The `idempotency-key` of the request that created it. */
  key?: string | undefined;
  /** Whether it was added without a request. */
  isAdded: boolean;
}

/** What the look-ups of a plant take, bytes. */
const LOOKUP_SIZE = 200;

export class StoredPlants {
  readonly #options: Limits;
  /** Without the initial plants. */
  readonly #stored: NewestItems<StoredPlant>;
  /** The last plant with an id, a name or a key. A plant that is dropped is forgotten. */
  readonly #byId = new Map<NewPlant["id"], NewPlant>();
  readonly #byName = new Map<string, NewPlant>();
  readonly #byKey = new Map<string, NewPlant>();

  constructor(options: Limits) {
    this.#options = options;
    this.#stored = new NewestItems(options.maxPlants, (item) => this.#forget(item), options.memory);
  }

  /** Oldest first. */
  get all(): NewPlant[] {
    const { initial, maxPlants } = this.#options;
    const all = [...initial.plants, ...this.#stored.toArray().map(({ plant }) => plant)];
    return all.slice(Math.max(0, all.length - maxPlants));
  }

  withId(id: NewPlant["id"]): NewPlant | undefined {
    return this.#byId.get(id) ?? this.#options.initial.byId.get(id);
  }

  withName(name: string): NewPlant | undefined {
    return this.#byName.get(name) ?? this.#options.initial.byName.get(name);
  }

  withKey(key: string): NewPlant | undefined {
    return this.#byKey.get(key);
  }

  create(plant: NewPlant, key: string | undefined): void {
    this.#store({ ...new Item(), plant, key, isAdded: false });
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
    for (const plant of valid) this.#store({ ...new Item(), plant, isAdded: true });
  }

  clear(keepAdded: boolean): void {
    const kept = keepAdded ? this.#stored.toArray().filter(({ isAdded }) => isAdded) : [];
    this.#stored.clear();
    for (const item of kept) this.#store(item);
  }

  #store(item: StoredPlant): void {
    const { plant, key } = item;
    const size =
      this.#options.memory === undefined ? 0 : estimateSize(plant) + estimateSize(key) + LOOKUP_SIZE;
    if (this.#options.maxPlants === 0) return;
    this.#byId.set(plant.id, plant);
    this.#byName.set(plant.name, plant);
    if (key !== undefined) this.#byKey.set(key, plant);
    this.#stored.push(item, size);
  }

  /** A newer plant can have the same id or name. */
  #forget({ plant, key }: StoredPlant): void {
    if (this.#byId.get(plant.id) === plant) this.#byId.delete(plant.id);
    if (this.#byName.get(plant.name) === plant) this.#byName.delete(plant.name);
    if (key !== undefined) this.#byKey.delete(key);
  }
}

/** The plants that a store starts with. Not changed: stores with the same options share it. */
export type InitialPlants = ReturnType<typeof indexPlants>;

export function indexPlants(plants: readonly NewPlant[]) {
  return {
    plants,
    byId: new Map(plants.map((plant) => [plant.id, plant])),
    byName: new Map(plants.map((plant) => [plant.name, plant])),
  };
}
