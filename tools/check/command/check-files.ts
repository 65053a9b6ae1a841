/** The files that `plant-store-sdk check` writes. Each may be the only copy of what an earlier run did or found. */
import { closeSync, existsSync, writeSync } from "node:fs";
import { resolveBaseUrl } from "../../../src/call/resolve-base-url.ts";
import { stringifyJson } from "../../../src/contract/json.ts";
import {
  isSameRejection,
  type PlantStoreRules,
  type Rejection,
  readDuplicates,
  readUnauthorized,
} from "../../../src/contract/rules.ts";
import { attemptWrite, flushToDisk, openToAppend, writeOutput } from "../../terminal/output-file.ts";
import { readNamedFile } from "../../terminal/read-named-file.ts";
import { readRules } from "../../terminal/rules-file.ts";
import { UsageError } from "../../terminal/usage-error.ts";
import { describeRules } from "../check-plant-store.ts";
import type { Conclusion } from "./format-report.ts";

/** The file of ids that were sent: what a run may have created, even if it is killed. */
export class CreatedFile {
  readonly path: string;
  /** Undefined until this run has sent an id. */
  descriptor: number | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** The ids of earlier runs. @throws UsageError */
  async read(): Promise<bigint[]> {
    const text = existsSync(this.path) ? await readNamedFile("--created", this.path) : "";
    const lines = text.split(/\s+/).filter((line) => line !== "");
    const wrong = lines.find((line) => !/^-?\d{1,20}$/.test(line));
    if (wrong !== undefined) throw new UsageError(`--created ${this.path} must contain one id per line.`);
    return lines.map(BigInt);
  }

  /** Returns when the id is on the disk. @throws UsageError */
  add(id: bigint): void {
    const name = `--created ${this.path}`;
    const descriptor = this.descriptor ?? openToAppend(this.path, name);
    this.descriptor = descriptor;
    attemptWrite(name, () => {
      writeSync(descriptor, `${id}\n`);
      flushToDisk(descriptor);
    });
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }
}

/** The rules that checks find out, by their path, except for those of limits that a service may not have. */
const RULES = [
  ...["duplicates.equal", "duplicates.different", "atomicIds", "exactIds", "namesMayChange"],
  ...["unauthorized.missing", "unauthorized.wrong", "bearerCase", "bodyBeforeToken"],
  ...["invalid", "malformed", "mediaType", "unknownFields", "idempotencyKey"],
  ...["id.missing", "id.type", "id.range", "name.missing", "name.type", "name.minLength", "name.maxLength"],
  ...["name.unique", "tag.type", "tag.maxLength"],
];

/** Reads the file before the run. @throws UsageError if it has no rules, or those of another service */
export async function readEarlierRules(path: string | undefined, baseUrl: string) {
  if (path === undefined || !existsSync(path)) return undefined;
  const rules = await readRules(path, "--write-rules");
  const before = rules.checked?.baseUrl;
  if (before !== undefined && before !== resolveBaseUrl(baseUrl, true, undefined))
    throw new UsageError(`${path} has the rules of ${before}. Choose another name.`);
  return rules;
}

/** Writes what was found, and keeps the smallest id, a largest one and messages. Returns what was not written, and why. */
export function writeRules(path: string, { rules, ended, checks }: Conclusion, before: PlantStoreRules = {}) {
  const hasCreated = checks.some(({ name, result }) => name === "create" && result !== "skipped");
  if (ended !== undefined || !hasCreated)
    return `${path} was not written, because ${ended === undefined ? "no plant was created" : "the run ended early"}.`;
  const { $schema, id } = before;
  const old = { ...before, duplicates: readDuplicates(before), unauthorized: readUnauthorized(before) };
  const found = { ...rules, ...(id && { id: { min: id.min, max: id.max, ...rules.id } }) };
  const kept = { ...($schema && { $schema }), ...withMessages(found, old) };
  writeOutput(path, [`${stringifyJson(kept, 2)}\n`]);
  const known = describeRules(rules);
  const omitted = RULES.filter((path) => known[path] === undefined);
  return omitted.length === 0
    ? ""
    : `Omitted from ${path}, because this run did not find them out: ${omitted.join(", ")}.`;
}

/** Adds the messages of equal rejections. */
function withMessages<T>(value: T, before: unknown): T {
  if (!(value instanceof Object && before instanceof Object)) return value;
  const { message } = before as Rejection;
  const isKnown = message !== undefined && isSameRejection(value as Rejection & T, before as Rejection);
  const old = before as Record<string, unknown>;
  const entries = Object.entries(value).map(([key, inner]) => [key, withMessages(inner, old[key])]);
  return { ...Object.fromEntries(entries), ...(isKnown && { message }) };
}
