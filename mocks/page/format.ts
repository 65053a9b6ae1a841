/** Formats times, plants and paths. */
import type { NewPlant } from "plant-store-sdk";
import { pickFields } from "../../src/contract/plant-fields.ts";

const integer = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** "0.4 ms", "31 ms", "2.35 s" */
export function formatDuration(ms: number): string {
  if (ms >= 1_000) return `${twoDigits.format(ms / 1_000)} s`;
  return `${(ms < 10 ? oneDigit : integer).format(ms)} ms`;
}

/** "09:41:07", in local time. @param time ms since 1970 */
export const formatTime = (time: number) => new Date(time).toLocaleTimeString("en-GB");

/** What a plant has besides its id and name, each as text. */
export function formatDetails(plant: NewPlant): string[] {
  const { id: _, name: __, ...details } = pickFields(plant);
  return Object.values(details).map(String);
}

/** The path and the query of a URL. Its host can be `[token]`, which URL parsers reject. */
export const formatPath = (url: string) => url.replace(/^[^:]+:\/\/[^/?#]*/, "");

/** Three to five round numbers from 0 to the end of a time axis. @param span the length of the axis, ms */
export function ticksOf(span: number): number[] {
  const power = 10 ** Math.floor(Math.log10(span / 2));
  const step = power * ([5, 2, 1].find((factor) => factor * power <= span / 2) ?? 1);
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step);
}
