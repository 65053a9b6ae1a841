/** The settings of a store and the plants in it. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import { RingBuffer } from "./ring-buffer.ts";

/** All options of a store, with defaults and after validation. */
export interface StoreSettings {
  plants: readonly NewPlant[];
  auth: "required" | "off" | ((token: string) => boolean);
  unauthorizedStatus: 400 | 401;
  duplicates: "accept" | "reject";
  maxPlants: number;
  maxRequests: number;
}

export class StoreState {
  readonly settings: StoreSettings;
  readonly plants: RingBuffer<NewPlant>;
  /** Ids of all plants, including those that `plants` no longer keeps. Empty if duplicates are accepted. */
  readonly #ids = new Set<NewPlant["id"]>();

  constructor(settings: StoreSettings) {
    this.settings = settings;
    this.plants = new RingBuffer(settings.maxPlants);
    this.reset();
  }

  add(plant: NewPlant): void {
    this.plants.push(plant);
    if (this.settings.duplicates === "reject") this.#ids.add(plant.id);
  }

  /** Whether the id exists and may not be used again. */
  rejectsId(id: NewPlant["id"]): boolean {
    return this.#ids.has(id);
  }

  /** Restores the initial plants. */
  reset(): void {
    this.plants.clear();
    this.#ids.clear();
    for (const plant of this.settings.plants) this.add(plant);
  }
}
