/** The client: its options are read and checked once, and serve every call. */
import { type CreatePlantResult, performCreatePlant, unwrap } from "./create-plant.ts";
import {
  type CreatePlantCallOptions,
  type PlantStoreClientOptions,
  resolveOptions,
  type Settings,
  withCallOptions,
} from "./options.ts";
import type { NewPlant, Plant } from "./schemas.ts";

/**
 * A client of one Plant Store.
 *
 * @example
 * const client = new PlantStoreClient({ baseUrl: "https://plants.example", token });
 * const plant = await client.createPlant({ id: 42, name: "Fern" });
 */
export class PlantStoreClient {
  // Private, so that no print of a client shows its token.
  readonly #settings: Settings;

  /** @throws PlantStoreConfigurationError at once, naming the option that is missing or wrong. */
  constructor(options?: PlantStoreClientOptions) {
    this.#settings = resolveOptions(options);
  }

  /**
   * Creates a plant (specification, "Create plant").
   *
   * @returns the plant as the store answered it.
   * @throws a {@link PlantStoreFailure}: see {@link isPlantStoreFailure}.
   */
  async createPlant(plant: NewPlant, options?: CreatePlantCallOptions): Promise<Plant> {
    return unwrap(await this.safeCreatePlant(plant, options));
  }

  /** {@link PlantStoreClient.createPlant} for those who would rather look than catch: it never rejects. */
  safeCreatePlant(plant: NewPlant, options?: CreatePlantCallOptions): Promise<CreatePlantResult> {
    const settings = this.#settings;
    return performCreatePlant(() => withCallOptions(settings, options), plant);
  }
}
