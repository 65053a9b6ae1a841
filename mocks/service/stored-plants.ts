/** The plants of a store, and its rules about several plants. */
import { type PlantStoreRules, readDuplicates } from "../../src/contract/rules.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import { OptionError } from "../model/option-error.ts";
import { estimateSize } from "../model/plain-data.ts";
import type { ServiceResult } from "../model/protocol.ts";
import { hasEscapes, redactToken } from "../model/redaction.ts";
import { InitialPlants, parsePlants } from "./initial-plants.ts";
import type { Waits } from "./interruptible-waits.ts";
import { contentOf, toHttpError } from "./obey-rules.ts";
import { RingBuffer } from "./ring-buffer.ts";
import type { ResolvedOptions } from "./store-options.ts";
import type { PlantValidator } from "./validator.ts";

export class StoredPlants {
  readonly #options: ResolvedOptions;
  #rules: PlantStoreRules;
  /** With those that were added. */
  #initial: InitialPlants;
  /** Without the initial plants. */
  readonly #created: RingBuffer<NewPlant>;
  /** How many plants were created, with those that were dropped. */
  #createdCount = 0;
  /** The content of created plants by id, including those that were dropped. Empty if the rules do not need it. */
  readonly #contents = new Map<NewPlant["id"], string>();
  /** Names of created plants, including those that were dropped. Empty if they need not be unique. */
  readonly #names = new Set<string>();
  /** Results of requests by their `idempotency-key`. */
  readonly #results = new Map<string, ServiceResult | Promise<ServiceResult>>();
  /** Of plants whose client wrote its token into them: copies without the token. */
  readonly #redacted = new WeakMap<NewPlant, NewPlant>();
  /** Settles when the last plant that waits for its turn is done. */
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#rules = options.settings.rules;
    this.#initial = options.initial;
    this.#created = new RingBuffer(options.maxPlants, options.memory);
  }

  get rules(): PlantStoreRules {
    return this.#rules;
  }

  /** Plants that were dropped are unknown to new rules. */
  set rules(rules: PlantStoreRules) {
    this.#rules = rules;
    this.#contents.clear();
    this.#names.clear();
    for (const plant of this.#created.toArray()) this.#index(plant);
  }

  get validate(): PlantValidator | undefined {
    return this.#options.validate;
  }

  /** Oldest first. */
  get all(): NewPlant[] {
    const all = [...this.#initial.plants, ...this.#created.toArray()];
    return all.slice(all.length - this.count);
  }

  get count(): number {
    return Math.min(this.#initial.plants.length + this.#created.length, this.#options.maxPlants);
  }

  /** How many plants were dropped, because the store keeps only the newest ones. */
  get dropped(): number {
    return this.#initial.plants.length + this.#createdCount - this.count;
  }

  /** @throws OptionError if a plant is not valid, or there are too many */
  addInitial(plants: readonly unknown[]): void {
    const all = [...this.#initial.plants, ...parsePlants(plants, "store.addPlants", "plants")];
    const { maxPlants } = this.#options;
    if (all.length > maxPlants)
      throw new OptionError("store.addPlants", "plants", `must be fewer: the store keeps ${maxPlants}`);
    this.#initial = new InitialPlants(all);
  }

  /** The plants for readers outside this process: without tokens. */
  get public(): NewPlant[] {
    return this.all.map((plant) => this.#redacted.get(plant) ?? plant);
  }

  /** @throws HttpError if the rules reject a plant because of those that exist */
  check(plant: NewPlant): void {
    const { id, name } = plant;
    const content = this.#contents.get(id) ?? this.#initial.contents.get(id);
    if (content !== undefined) {
      const { equal = "created", different = "created" } = readDuplicates(this.#rules);
      const isEqual = content === contentOf(plant);
      const decision = isEqual ? equal : different;
      if (decision !== "created") throw toHttpError(decision, `\`id\` ${id} already exists`);
    }
    const unique = this.#rules.name?.unique;
    if (unique && (this.#names.has(name) || this.#initial.names.has(name)))
      throw toHttpError(unique, "a plant with this `name` already exists");
  }

  /** @param token of the client that creates it */
  add(plant: NewPlant, token?: string): void {
    this.#createdCount += 1;
    this.#created.push(plant, this.#options.memory === undefined ? 0 : estimateSize(plant));
    const text = `${plant.name} ${plant.tag}`;
    if (token !== undefined && (text.includes(token) || hasEscapes(text))) {
      this.#redacted.set(plant, redactToken(plant, token));
    }
    this.#index(plant);
  }

  #index(plant: NewPlant): void {
    if (this.#rules.duplicates !== undefined) this.#contents.set(plant.id, contentOf(plant));
    if (this.#rules.name?.unique) this.#names.add(plant.name);
  }

  /** Performs a request, unless one with this key has succeeded or is being performed. */
  once(
    key: string,
    perform: () => ServiceResult | Promise<ServiceResult>,
  ): ServiceResult | Promise<ServiceResult> {
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    const result = perform();
    this.#results.set(key, result);
    if (result instanceof Promise)
      result.then(
        (settled) => "lost" in settled && this.#results.delete(key),
        () => this.#results.delete(key),
      );
    return result;
  }

  /** Creates plants one at a time. */
  async inTurn(waits: Waits, create: () => Promise<ServiceResult>): Promise<ServiceResult> {
    const previous = this.#lastTurn;
    const turn = waits.settled(previous).then((ended) => (ended ? create() : ({ lost: "reset" } as const)));
    // A client that disconnects does not let the next one overtake.
    this.#lastTurn = Promise.allSettled([previous, turn]);
    return turn;
  }

  /** Returns to the initial plants, and to the rules of the options. */
  clear(keepAdded: boolean): void {
    if (!keepAdded) this.#initial = this.#options.initial;
    this.#rules = this.#options.settings.rules;
    this.#created.clear();
    this.#createdCount = 0;
    this.#contents.clear();
    this.#names.clear();
    this.#results.clear();
  }
}
