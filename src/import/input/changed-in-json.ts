/** Finds what `JSON.parse` would change: a number that JavaScript cannot keep, and a key that occurs twice. */
import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from "./json-bytes.ts";

/** A longer number or key is cut in a message. */
const MAX_QUOTED_CHARACTERS = 40;

/**
 * Returns a sentence about the first number or key that would change, or undefined.
 *
 * @param json valid JSON
 */
export function findChange(json: string): string | undefined {
  /** The keys of each open object, and undefined for each open array. */
  const open: (Set<string> | undefined)[] = [];
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index);
    if (character === QUOTE) {
      const end = endOfString(json, index);
      const isKey = json.charCodeAt(skipWhiteSpace(json, end)) === COLON;
      const keys = isKey ? open.at(-1) : undefined;
      if (keys && !addKey(keys, json.slice(index, end))) {
        const key = JSON.stringify(JSON.parse(json.slice(index, end))); // Without needless escapes.
        return `The key ${quote(key)} occurs twice.`;
      }
      index = end - 1;
    } else if (isStartOfNumber(character)) {
      const end = endOfNumber(json, index);
      const number = json.slice(index, end);
      if (!isKept(number)) return `JavaScript cannot keep the number ${quote(number)} exactly.`;
      index = end - 1;
    } else if (character === OPEN_OBJECT) open.push(new Set());
    else if (character === OPEN_ARRAY) open.push(undefined);
    else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) open.pop();
  }
  return undefined;
}

/** Returns false if the object has the key already. @param source with its quotes */
function addKey(keys: Set<string>, source: string): boolean {
  const key = source.includes("\\") ? JSON.parse(source) : source.slice(1, -1);
  const { size } = keys;
  return keys.add(key).size > size;
}

/** The index after the closing quote. */
function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (json.charCodeAt(index) !== QUOTE) index += json.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index + 1;
}

function skipWhiteSpace(json: string, start: number): number {
  let index = start;
  while (json.charCodeAt(index) <= 0x20) index += 1;
  return index;
}

/** A digit or a minus sign. */
function isStartOfNumber(character: number): boolean {
  return (character >= 0x30 && character <= 0x39) || character === 0x2d;
}

function endOfNumber(json: string, start: number): number {
  let index = start;
  while (index < json.length && "+-.0123456789Ee".includes(json.charAt(index))) index += 1;
  return index;
}

/** A double keeps every number of 15 digits or fewer. */
const IS_SHORT = /^-?[\d.]{1,15}$/;

/** `parseJson` turns a large integer into a bigint, which is exact. */
const IS_INTEGER = /^-?\d{1,999}$/;

/** Whether the number is the same in JavaScript: whether it would be written with the same digits, such as 1.5 for 1.50. */
function isKept(source: string): boolean {
  if (IS_SHORT.test(source) || IS_INTEGER.test(source)) return true;
  const value = Number(source);
  return source.length <= 1000 && Number.isFinite(value) && digitsOf(source) === digitsOf(String(value));
}

/** A decimal number in one spelling: its digits without zeros at both ends, and an exponent. */
function digitsOf(number: string): string {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

function quote(text: string): string {
  return text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text;
}
