/** The plants of a store. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import { estimateSize } from "../model/plain-data.ts";
import { hasEscapes, redactToken } from "../model/redaction.ts";
import { RingBuffer } from "./ring-buffer.ts";
import type { StoreSettings } from "./store-options.ts";

export class StoredPlants {
  readonly #settings: StoreSettings;
  /** Without the initial plants, which stores with the same settings share. */
  readonly #created: RingBuffer<NewPlant>;
  /** Ids of all created plants, including those that were dropped. Empty if duplicates are accepted. */
  readonly #createdIds = new Set<NewPlant["id"]>();
  /** Of plants whose client wrote its token into them: copies without the token. */
  readonly #redacted = new WeakMap<NewPlant, NewPlant>();

  constructor(settings: StoreSettings) {
    this.#settings = settings;
    this.#created = new RingBuffer(settings.maxPlants, settings.memory);
  }

  /** Oldest first. */
  get all(): NewPlant[] {
    const all = [...this.#settings.plants, ...this.#created.toArray()];
    return all.slice(all.length - this.count);
  }

  get count(): number {
    return Math.min(this.#settings.plants.length + this.#created.length, this.#settings.maxPlants);
  }

  /** The plants for readers outside this process: without tokens. */
  get public(): NewPlant[] {
    return this.all.map((plant) => this.#redacted.get(plant) ?? plant);
  }

  /** @param token of the client that creates it */
  add(plant: NewPlant, token?: string): void {
    this.#created.push(plant, this.#settings.memory === undefined ? 0 : estimateSize(plant));
    const text = `${plant.name} ${plant.tag}`;
    if (token !== undefined && (text.includes(token) || hasEscapes(text))) {
      this.#redacted.set(plant, redactToken(plant, token));
    }
    if (this.#settings.duplicates === "reject") this.#createdIds.add(plant.id);
  }

  /** Whether the id exists and may not be used again. */
  rejectsId(id: NewPlant["id"]): boolean {
    if (this.#settings.duplicates === "accept") return false;
    return this.#createdIds.has(id) || this.#settings.plantIds.has(id);
  }

  /** Returns to the initial plants. */
  reset(): void {
    this.#created.clear();
    this.#createdIds.clear();
  }
}
