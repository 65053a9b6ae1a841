/** The settings of a store that can change while it runs. */
import { type PlantStoreRules, rulesSchema } from "../../src/contract/rules.ts";
import { copyPlainData } from "../parts/plain-data.ts";
import { invalidOption, MUST_BE_MS, type OptionRules } from "../parts/read-options.ts";
import { type Chaos, type ChaosOptions, isLatency, type Latency, resolveChaos } from "./chaos.ts";

/** What `store.configure` changes and `store.clear()` restores. */
export interface MockStoreSettings {
  /** How the service decides what the specification leaves open. */
  rules: PlantStoreRules;
  /** Delay of every `POST /plants`, before its fault, ms: a number, or a random one between two. */
  latency: Latency;
  /** Faults for random requests, or `null`. */
  chaos: ChaosOptions | null;
}

export interface ResolvedSettings extends MockStoreSettings {
  chaos: Chaos | null;
}

/** `resolveSettings` validates more. */
export const SETTINGS: OptionRules<MockStoreSettings> = {
  rules: [{}, "", () => true],
  latency: [0, `${MUST_BE_MS}, or [min, max]`, isLatency],
  chaos: [null, "must be an object such as { rate: 0.1 }", (value) => typeof value === "object"],
};

/** @throws TypeError if one is invalid */
export function resolveSettings(
  { rules, latency, chaos }: MockStoreSettings,
  caller: string,
): ResolvedSettings {
  const { data, error } = rulesSchema.safeParse(rules);
  if (error) throw invalidOption(caller, "rules", error.issues);
  return {
    rules: data,
    latency: copyPlainData(latency),
    chaos: chaos === null ? null : resolveChaos(chaos, caller),
  };
}
