/** Searches the results, errors and events of each call, and printed text, for the call's token. */
import type { PlantStoreClient, PlantStoreEvent, PlantStoreTokenContext } from "plant-store-sdk";
import { attempt, leaksOf } from "./leaks.ts";

type Sdk = Pick<typeof import("plant-store-sdk"), "createPlant" | "safeCreatePlant" | "PlantStoreClient">;

/** Wraps the functions and the class of the package without changing what they do. */
export function watchSdk<T extends Sdk>(sdk: T): T {
  return {
    ...sdk,
    createPlant: watchFunction(sdk.createPlant),
    safeCreatePlant: watchFunction(sdk.safeCreatePlant),
    PlantStoreClient: watchClass(sdk.PlantStoreClient),
  };
}

/** Leaks found since the last `takeLeaks()`. */
const leaks: string[] = [];

export function takeLeaks(): string[] {
  return leaks.splice(0);
}

/** Shorter tokens are not searched for, because they can be part of ordinary words. */
const MIN_TOKEN_LENGTH = 8;

/** The tokens of all calls: the call that printed a text is unknown. */
const allTokens = new Set<string>();

export function checkPrinted(place: string, values: unknown[]): void {
  search(place, values, allTokens);
}

function search(place: string, value: unknown, tokens: Iterable<string>): void {
  for (const token of tokens) {
    leaks.push(...leaksOf(token, value).map((leak) => `${place}: ${leak}`));
  }
}

/** Watches a call, or a client and all its calls. */
class Watch {
  readonly tokens: Set<string>;

  constructor(tokens = new Set<string>()) {
    this.tokens = tokens;
    // Some tests remove `process` or make its environment throw.
    this.registerToken(attempt(() => process.env.PLANT_STORE_TOKEN));
  }

  /** Also registers the parts of invalid tokens, such as "Bearer token" or "token\n". */
  registerToken(token: unknown): void {
    if (typeof token !== "string") return;
    for (const part of [token, ...token.split(/\s+/)]) {
      if (part.length < MIN_TOKEN_LENGTH) continue;
      this.tokens.add(part);
      allTokens.add(part);
    }
  }

  /** Wraps the options to observe the token and the listener. Each option is read once. */
  wrapOptions<T>(options: T): T {
    if (typeof options !== "object" || options === null) return options;
    // The target inherits from the options, so that the proxy may return other values than frozen options have.
    return new Proxy(Object.create(options), {
      ownKeys: () => Reflect.ownKeys(options),
      getOwnPropertyDescriptor: (_, option) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(options, option);
        return descriptor && { ...descriptor, configurable: true };
      },
      get: (_, option) => {
        const value: unknown = Reflect.get(options, option);
        if (option === "token") return this.#wrapToken(value);
        return option === "onEvent" && typeof value === "function" ? this.#wrapListener(value) : value;
      },
    });
  }

  #wrapToken(option: unknown): unknown {
    this.registerToken(option);
    if (typeof option !== "function") return option;
    return async (context: PlantStoreTokenContext) => {
      const token = await option(context);
      this.registerToken(token);
      return token;
    };
  }

  #wrapListener(listener: CallableFunction): (event: PlantStoreEvent) => unknown {
    return (event) => {
      search(`the event "${event.type}"`, event, this.tokens);
      return listener(event);
    };
  }

  async call<T>(place: string, perform: () => Promise<T>): Promise<T> {
    try {
      const result = await perform();
      // The plant is what the service said, and is not redacted.
      const { success, name } = Object(result);
      if (name === undefined) this.check(place, success ? { ...result, data: undefined } : result);
      return result;
    } catch (thrown) {
      this.check(place, thrown);
      throw thrown;
    }
  }

  check(place: string, value: unknown): void {
    search(place, value, this.tokens);
  }
}

function watchFunction<T extends Sdk["createPlant"] | Sdk["safeCreatePlant"]>(call: T): T {
  return new Proxy(call, {
    apply(_, self, [plant, options, ...more]) {
      const watch = new Watch();
      const wrapped = [plant, watch.wrapOptions(options), ...more];
      return watch.call(call.name, () => Reflect.apply(call, self, wrapped));
    },
  });
}

/** Wraps the constructor and the method that performs every call. */
function watchClass(Client: typeof PlantStoreClient): typeof PlantStoreClient {
  const tokensOf = new WeakMap<object, Set<string>>();
  const { safeCreatePlant } = Client.prototype;
  Client.prototype.safeCreatePlant = new Proxy(safeCreatePlant, {
    async apply(_, client: PlantStoreClient, [plant, options, ...more]) {
      const watch = new Watch(tokensOf.get(client));
      const wrapped = [plant, watch.wrapOptions(options), ...more];
      const result = await watch.call("safeCreatePlant", () =>
        Reflect.apply(safeCreatePlant, client, wrapped),
      );
      watch.check("the client", client);
      return result;
    },
  });
  return new Proxy(Client, {
    construct(_, [options, ...more], newTarget) {
      const watch = new Watch();
      try {
        const client = Reflect.construct(Client, [watch.wrapOptions(options), ...more], newTarget);
        tokensOf.set(client, watch.tokens);
        watch.check("the client", client);
        return client;
      } catch (error) {
        watch.check("the constructor", error);
        throw error;
      }
    },
  });
}
