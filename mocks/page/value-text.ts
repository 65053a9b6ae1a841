/** Writes values as TypeScript, on as few lines as are readable, and colors TypeScript. */
import { escapeUnits, HIDDEN } from "../../src/common/escape-controls.ts";
import { make } from "./dom.ts";

const MAX_LINE = 46;

/** Ids keep all digits: a bigint is written as `9007199254740993n`. */
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

const TOKENS = /("(?:[^"\\]|\\.)*"|\b(?:import|from|const|await)\b)/;

/** Returns the text in pieces: those that have a color are elements. */
export function highlight(code: string): (Node | string)[] {
  return code.split(TOKENS).map((piece, index) => {
    if (index % 2 === 0) return piece;
    return make("span", piece.startsWith('"') ? "string" : "keyword", piece);
  });
}
