/** The faults that the page offers, and how it reads others. */
import type { Fault, FaultOptions } from "plant-store-sdk/mocks/remote";
import { optional, type ZodMiniType } from "zod/mini";
import { tryParseJson } from "../../../src/contract/json.ts";
import { filterFields, milliseconds } from "../../parts/fault-fields.ts";
import { FAULT_KINDS } from "../../parts/fault-kinds.ts";
import { formatValue } from "../format.ts";

/** One click queues one of these. */
export const FAULT_CHOICES: readonly Fault[] = [
  { type: "reset", afterCreate: true },
  { type: "reset" },
  { type: "reset", close: true },
  { type: "hang" },
  { type: "hold" },
  { type: "status", status: 503 },
  { type: "status", status: 503, afterCreate: true },
  { type: "status", status: 429, headers: { "retry-after": "1" } },
  { type: "status", status: 400 },
  { type: "truncate", bytes: 5 },
  { type: "stall", bytes: 5 },
  // A sign-in page.
  {
    type: "status",
    status: 200,
    body: "<html>",
    headers: { "content-type": "text/html" },
    afterCreate: false,
  },
  { type: "delay", delay: 2_000 },
];

/** How often a fault applies. */
export const TIMES: Record<string, Pick<FaultOptions, "times" | "for">> = {
  "the next request": {},
  "the next 3 requests": { times: 3 },
  "every request": { times: "always" },
  "all requests for 30 s": { for: 30_000 },
};

/** The fields of a fault, without those that `TIMES` sets. */
export function fieldsOf(type: Fault["type"]): [name: string, rule: ZodMiniType][] {
  const { times: _, for: __, ...filters } = filterFields;
  const { fields } = FAULT_KINDS[type];
  return Object.entries({ ...fields, delay: optional(milliseconds), ...filters, ...fields });
}

/** What is wrong with a value; undefined if nothing is. */
const messageOf = (rule: ZodMiniType, value: unknown) => rule.safeParse(value).error?.issues[0]?.message;

/** What a field must be. No rule accepts a symbol. */
export const expectedOf = (rule: ZodMiniType) => `${messageOf(rule, Symbol())}`.replace(/^must be /, "");

export const isRequired = (rule: ZodMiniType) => messageOf(rule, undefined) !== undefined;

/** The value that a text means: JSON if the rule accepts that, such as a number; otherwise the text. */
export function readField(rule: ZodMiniType, text: string): unknown {
  if (text.trim() === "") return undefined;
  const json = tryParseJson(text);
  return json !== undefined && messageOf(rule, json) === undefined ? json : text;
}

/** Why a text is wrong; empty if it is not. */
export const problemOf = (rule: ZodMiniType, text: string) => {
  const message = messageOf(rule, readField(rule, text));
  return message === undefined ? "" : `${message[0]?.toUpperCase()}${message.slice(1)}.`;
};

/** Faults as TypeScript, for a test. */
export function faultsCode(faults: readonly Fault[]): string {
  const lines = faults.map((fault) => `  ${formatValue(fault, "  ")},\n`);
  return `store.enqueue(\n${lines.join("")});\n`;
}
