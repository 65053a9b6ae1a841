/** Formats times, plants, paths and values. */
import type { NewPlant } from "plant-store-sdk";
import { escapeUnits, HIDDEN } from "../../src/common/escape-controls.ts";
import { pickFields } from "../../src/contract/plant-fields.ts";

/** "0.4 ms", "31 ms", "2.35 s" */
export function formatDuration(ms: number): string {
  const [number, digits, unit] = ms >= 1_000 ? [ms / 1_000, 2, "s"] : [ms, ms < 10 ? 1 : 0, "ms"];
  return `${number.toLocaleString("en", { maximumFractionDigits: digits })} ${unit}`;
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

const MAX_LINE = 46;

/** Writes a value as TypeScript, on as few lines as are readable. Ids keep all digits: a bigint is `9007199254740993n`. */
export function formatValue(value: unknown, indent = ""): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return JSON.stringify(value).replace(HIDDEN, escapeUnits);
  if (typeof value !== "object" || value === null) return String(value);
  const [open, close, space] = Array.isArray(value) ? ["[", "]", ""] : ["{", "}", " "];
  const members = Object.entries(value).flatMap(([key, member]) => {
    if (member === undefined) return [];
    const name = Array.isArray(value) ? "" : `${formatKey(key)}: `;
    return [name + formatValue(member, `${indent}  `)];
  });
  if (members.length === 0) return open + close;
  const line = `${open}${space}${members.join(", ")}${space}${close}`;
  if (line.length + indent.length <= MAX_LINE && !line.includes("\n")) return line;
  return `${open}\n${members.map((member) => `${indent}  ${member},\n`).join("")}${indent}${close}`;
}

const formatKey = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
