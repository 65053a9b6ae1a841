/** The client: its options are validated once and used for every call. */
import { CLIENT_OPTIONS, type ResolvedOptions, resolveOptions } from "./call/resolve-options.ts";
import { runCall } from "./call/run-call.ts";
import type { NewPlant, Plant } from "./contract/schemas.ts";
import type { CreatePlantResult } from "./create-plant.ts";
import type { PlantStoreCallOptions, PlantStoreClientOptions } from "./options.ts";
import { unwrap } from "./result.ts";

/**
 * Not in the client, so that printing it does not print its token. Not in a private field, because Vue's `ref` would change the
 * client's type.
 */
const optionsOf = new WeakMap<PlantStoreClient, ResolvedOptions>();

/** A client for one Plant Store. Create one and reuse it. */
export class PlantStoreClient {
  /** URL of the service, without a trailing slash. */
  readonly baseUrl: string;

  /**
   * Creates a client, and validates its options. Sends nothing.
   *
   * @throws PlantStoreConfigurationError if an option is missing or invalid
   *
   * @example
   * const client = new PlantStoreClient({ baseUrl: "https://plants.example/api", token });
   */
  constructor(options?: PlantStoreClientOptions) {
    const resolved = resolveOptions(options, CLIENT_OPTIONS);
    optionsOf.set(this, resolved);
    this.baseUrl = resolved.baseUrl;
    // So that they work when they are destructured. Looked up at each call, so that a stub on the prototype and the override of
    // a subclass count.
    const methods = (): PlantStoreClient => Object.getPrototypeOf(this);
    const bound: Pick<PlantStoreClient, "createPlant" | "safeCreatePlant"> = {
      createPlant: (...args) => methods().createPlant.apply(this, args),
      safeCreatePlant: (...args) => methods().safeCreatePlant.apply(this, args),
    };
    Object.assign(this, bound);
  }

  /**
   * Creates a plant (specification, "Create plant"). By default, retries only what created nothing: failed
   * connections, a 429, and a 401 if there is another token. A failure whose `outcome` is `"unknown"` may have created the
   * plant, so sending it again may create a duplicate.
   *
   * @returns the plant as returned by the service
   * @throws a {@link PlantStoreFailure}, see {@link isPlantStoreFailure}
   *
   * @example
   * const plant = await client.createPlant({ id: 42, name: "Fern" });
   */
  async createPlant(plant: NewPlant, options?: PlantStoreCallOptions): Promise<Plant> {
    return unwrap(await this.safeCreatePlant(plant, options));
  }

  /** Works like {@link PlantStoreClient.createPlant}, but never rejects: it returns failures. */
  safeCreatePlant(plant: NewPlant, options?: PlantStoreCallOptions): Promise<CreatePlantResult> {
    const client = optionsOf.get(this);
    // A call without a client would go to the store of the environment.
    if (!client) throw new TypeError("`this` is not a PlantStoreClient");
    return runCall(plant, options, client);
  }
}
