/** The settings of a store that can change while it runs. */
import { type PlantStoreRules, parseRules } from "../../src/contract/rules.ts";
import { type Latency, validateLatency } from "../model/latency.ts";
import { readOptions } from "../model/read-options.ts";
import { type Chaos, type ChaosOptions, resolveChaos } from "./chaos.ts";

/** Settings of a store, which `store.configure` changes and `store.clear()` restores. */
export interface MockStoreSettings {
  /** How the service decides what the specification leaves open. */
  rules: PlantStoreRules;
  /** Delay of every `POST /plants`, before its fault, ms: a number, or a random one between two. */
  latency: Latency;
  /** Faults for random requests, or `null`. */
  chaos: ChaosOptions | null;
}

/** Settings after validation. */
export interface ResolvedSettings extends MockStoreSettings {
  chaos: Chaos | null;
}

/**
 * Adds the current settings to those that are given. Each replaces the current one as a whole.
 *
 * @throws TypeError if one is unknown or invalid
 */
export function resolveSettings(
  given: { [Name in keyof MockStoreSettings]?: MockStoreSettings[Name] | undefined },
  current: ResolvedSettings,
  caller: string,
): ResolvedSettings {
  const { rules, latency, chaos } = readOptions<MockStoreSettings>(caller, given, current);
  return {
    rules: parseRules(rules, `${caller}: \`rules\``),
    latency: validateLatency(latency, caller),
    chaos: chaos === null ? null : resolveChaos(chaos, caller),
  };
}
