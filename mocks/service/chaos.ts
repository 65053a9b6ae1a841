/** Random faults and latencies. The seed and the number of a request decide, so that a run can be repeated. */
import { mixBits } from "../../src/common/mix-bits.ts";
import {
  integer,
  type OptionRules,
  REQUIRED,
  type ReadOptions,
  readOptions,
} from "../../src/common/read-options.ts";
import { isMilliseconds } from "../../src/common/sleep.ts";
import type { Fault } from "../parts/fault.ts";
import { faults } from "../parts/faults.ts";
import { OptionError } from "../parts/option-error.ts";
import { validateFault } from "../parts/validate-fault.ts";

/** Random faults. The seed and the number of a `POST /plants` decide its fault and its random latency; `clear()` starts again. */
export interface ChaosOptions {
  /** Share of the requests that get a fault, from 0 to 1. */
  rate: number;
  /**
   * The faults to choose from. `delay` is the only common option that they can have.
   * @default a 503, a reset, a reset after the plant was created, and a delay of 2 s
   */
  faults?: readonly Fault[] | undefined;
  /**
   * Another seed chooses other requests: an integer from 0 to 2^32-1.
   * @default 0, for a mock server a random one
   */
  seed?: number | undefined;
}

export type Chaos = ReadOptions<ChaosOptions, typeof RULES>;

const RULES = {
  rate: [(rate) => typeof rate === "number" && rate >= 0 && rate <= 1, "a number from 0 to 1", REQUIRED],
  faults: [
    (faults: unknown[]) => Array.isArray(faults) && faults.length > 0,
    "an array of at least one fault",
    [faults.status(503), faults.reset(), faults.reset({ afterCreate: true }), faults.delay(2_000)],
  ],
  seed: [...integer(0, 2 ** 32 - 1), 0],
} satisfies OptionRules<ChaosOptions>;

/** @throws OptionError */
export function resolveChaos(options: ChaosOptions, caller: string): Chaos {
  const fail = (option: string, problem: string, cause?: unknown) =>
    new OptionError(caller, option === "options" ? "chaos" : `chaos.${option}`, problem, cause);
  const given = readOptions(options, RULES, fail);
  const faults = given.faults.map((fault, index) =>
    validateFault(fault, caller, `chaos.faults[${index}]`, true),
  );
  return { ...given, faults };
}

export function chooseFault(chaos: Chaos | null, index: number): Fault | undefined {
  if (chaos === null) return undefined;
  const { rate, faults, seed } = chaos;
  const draw = hash(hash(seed) ^ index);
  if (draw / 2 ** 32 >= rate) return undefined;
  return faults[hash(draw) % faults.length];
}

/** A time in ms, or a random time between two. */
export type Latency = number | readonly [min: number, max: number];

export function isLatency(value: unknown): boolean {
  if (!Array.isArray(value)) return isMilliseconds(value);
  return value.length === 2 && value.every(isMilliseconds) && value[0] <= value[1];
}

/** The delay of a request, ms. A random one is independent of whether the request gets a fault. */
export function chooseLatency(latency: Latency, chaos: Chaos | null, index: number): number {
  if (typeof latency === "number") return latency;
  const [min, max] = latency;
  const random = chaos === null ? Math.random() : hash(hash(~chaos.seed) ^ index) / 2 ** 32;
  return min + random * (max - min);
}

const hash = (value: number) => mixBits((value + 0x9e3779b9) | 0); // Otherwise, that of 0 would be 0.
