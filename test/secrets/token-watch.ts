/**
 * Searches what each call returns, throws, reports and prints for the call's token. Values of the caller are exempt:
 * what the caller's own functions threw, and the reason of its signal.
 */
import { types } from "node:util";
import type { PlantStoreClient, PlantStoreEvent, PlantStoreFailure } from "plant-store-sdk";
import { attempt, leaksOf } from "./leaks.ts";

type Sdk = Pick<typeof import("plant-store-sdk"), "createPlant" | "safeCreatePlant" | "PlantStoreClient">;

/** Wraps the package. Its functions and its class behave as before. */
export function watched<T extends Sdk>(sdk: T): T {
  return {
    ...sdk,
    createPlant: watchedFunction(sdk.createPlant),
    safeCreatePlant: watchedFunction(sdk.safeCreatePlant),
    PlantStoreClient: watchedClass(sdk.PlantStoreClient),
  };
}

/** Leaks found since the last `takeLeaks()`. */
const leaks: string[] = [];

export function takeLeaks(): string[] {
  return leaks.splice(0);
}

/** Shorter tokens are not searched for, because they can be part of ordinary words. */
const SHORTEST = 8;

/** Printed text is searched for the tokens of all calls, because its call is unknown. */
const allTokens = new Set<string>();

/** What functions of the caller threw. It may be returned and printed. */
const callersOwn = new Set<unknown>();

/** @param values that are printed. */
export function checkPrinted(what: string, values: unknown[]): void {
  look(
    what,
    values.filter((value) => !callersOwn.has(value)),
    allTokens,
  );
}

function look(what: string, value: unknown, tokens: Iterable<string>): void {
  for (const token of tokens) {
    leaks.push(...leaksOf(token, value).map((leak) => `${what}: ${leak}`));
  }
}

/** Watches a call, or a client, whose calls share its tokens. */
class Watch {
  readonly tokens: Set<string>;
  #signal: AbortSignal | undefined;

  constructor(tokens = new Set<string>()) {
    this.tokens = tokens;
    // Some tests remove `process` or make its environment throw.
    this.learn(attempt(() => process.env.PLANT_STORE_TOKEN));
  }

  /** Learns the parts too: invalid tokens can have a scheme in front or a line break behind. */
  learn(token: unknown): void {
    if (typeof token !== "string") return;
    for (const part of [token, ...token.split(/\s+/)]) {
      if (part.length < SHORTEST) continue;
      this.tokens.add(part);
      allTokens.add(part);
    }
  }

  /** Wraps the options, to learn the token, the signal and the listener. Each option is read once. */
  options<T>(given: T): T {
    if (typeof given !== "object" || given === null) return given;
    return new Proxy(Object.create(given), {
      get: (_, option) => {
        const value: unknown = keepingWhatIsThrown(() => Reflect.get(given, option));
        if (option === "signal") this.#signal = value as AbortSignal;
        if (option === "token") return this.#token(value);
        return option === "onEvent" && typeof value === "function" ? this.#listener(value) : value;
      },
    });
  }

  #token(given: unknown): unknown {
    this.learn(given);
    if (typeof given !== "function") return given;
    return async () => {
      try {
        const token = await given();
        this.learn(token);
        return token;
      } catch (thrown) {
        callersOwn.add(thrown);
        throw thrown;
      }
    };
  }

  #listener(given: CallableFunction): (event: PlantStoreEvent) => unknown {
    return (event) => {
      look(`the event "${event.type}"`, event, this.tokens);
      const returned = keepingWhatIsThrown(() => given(event));
      if (types.isPromise(returned)) returned.catch((thrown) => callersOwn.add(thrown));
      return returned;
    };
  }

  async call<T>(what: string, perform: () => Promise<T>): Promise<T> {
    try {
      const given = await perform();
      this.lookAt(what, given);
      return given;
    } catch (thrown) {
      this.lookAt(what, thrown);
      throw thrown;
    }
  }

  /** @param given a plant, a result or an error. Its cause is skipped if it is the caller's own value. */
  lookAt(what: string, given: unknown): void {
    const error = given instanceof Error ? given : (given as { error?: PlantStoreFailure }).error;
    const cause = Object.getOwnPropertyDescriptor(Object(error), "cause");
    // If reading a plant throws, the error is from the caller's plant.
    const { kind } = Object(error) as PlantStoreFailure;
    const isCallersOwn =
      cause && (kind === "invalid-plant" || callersOwn.has(cause.value) || this.#isReason(cause.value));
    if (isCallersOwn) Object.defineProperty(error, "cause", { ...cause, value: undefined });
    look(what, given, this.tokens);
    if (isCallersOwn) Object.defineProperty(error, "cause", cause);
  }

  #isReason(cause: unknown): boolean {
    return attempt(() => this.#signal?.aborted === true && Object.is(cause, this.#signal.reason)) ?? false;
  }
}

function watchedFunction<T extends Sdk["createPlant"] | Sdk["safeCreatePlant"]>(call: T): T {
  return new Proxy(call, {
    apply(_, self, [plant, options, ...more]) {
      const watch = new Watch();
      const passed = [plant, watch.options(options), ...more];
      return watch.call(call.name, () => Reflect.apply(call, self, passed));
    },
  });
}

/** Wraps the constructor and the method that performs every call. */
function watchedClass(Client: typeof PlantStoreClient): typeof PlantStoreClient {
  const tokensOf = new WeakMap<object, Set<string>>();
  const { safeCreatePlant } = Client.prototype;
  Client.prototype.safeCreatePlant = new Proxy(safeCreatePlant, {
    async apply(_, client: PlantStoreClient, [plant, options, ...more]) {
      const watch = new Watch(tokensOf.get(client));
      const passed = [plant, watch.options(options), ...more];
      const result = await watch.call("safeCreatePlant", () =>
        Reflect.apply(safeCreatePlant, client, passed),
      );
      watch.lookAt("the client", client);
      return result;
    },
  });
  return new Proxy(Client, {
    construct(_, [options, ...more], newTarget) {
      const watch = new Watch();
      try {
        const client = Reflect.construct(Client, [watch.options(options), ...more], newTarget);
        tokensOf.set(client, watch.tokens);
        watch.lookAt("the client", client);
        return client;
      } catch (error) {
        watch.lookAt("the constructor", error);
        throw error;
      }
    },
  });
}

/** Runs a function of the caller and remembers what it throws. */
function keepingWhatIsThrown<T>(run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    callersOwn.add(thrown);
    throw thrown;
  }
}
