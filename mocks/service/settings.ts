/** The settings of a store that can change while it runs. */
import { isObject, type OptionRules } from "../../src/common/read-options.ts";
import { MILLISECONDS } from "../../src/common/sleep.ts";
import type { PlantStoreRules } from "../../src/contract/rules.ts";
import { rulesSchema } from "../../src/contract/validate-rules.ts";
import { invalidOption, readValue } from "../parts/option-error.ts";
import { copyPlainData } from "../parts/plain-data.ts";
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

/** `resolveSettings` and `resolveChaos` validate more. */
export const SETTINGS = {
  rules: [isObject, "an object of rules", {}],
  latency: [isLatency, `${MILLISECONDS}, or [min, max]`, 0],
  chaos: [(value) => typeof value === "object", 'an object such as { "rate": 0.1 }, or null', null],
} satisfies OptionRules<Partial<MockStoreSettings>>;

/** @throws TypeError if one is invalid */
export function resolveSettings(
  { rules, latency, chaos }: MockStoreSettings,
  caller: string,
): ResolvedSettings {
  const { data, error } = readValue(caller, "rules", () => rulesSchema.safeParse(rules));
  if (error) throw invalidOption(caller, "rules", error.issues);
  return {
    rules: data,
    latency: copyPlainData(latency),
    chaos: chaos === null ? null : resolveChaos(chaos, caller),
  };
}
