/** A long list that is written often and read seldom. */
import { parseJson } from "../src/json.ts";

/** As JSON in UTF-8, each followed by a comma. */
interface Page {
  bytes: Uint8Array;
  /** How many of the bytes are in use. */
  length: number;
  /** How many items they are. */
  count: number;
}

const PAGE_BYTES = 16_384;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Without it JSON holds no bigint here, neither way: one came with the other (TC39, "JSON.parse source text access"). */
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };

/**
 * Keeps the newest of what is added to it, which JSON must be able to hold.
 *
 * It keeps bytes. As objects ten thousand requests and a hundred thousand plants are small too; but V8 widens its young
 * generation for what outlives its birth, so that a busy process came to 280 MB with objects, and to 130 with bytes.
 */
export class Newest<T> {
  readonly #max: number;
  readonly #isFinal: (item: T) => boolean;
  #pages: Page[] = [];
  /** How many items the pages hold. */
  #written = 0;
  /** The items behind those of the pages: the newest, and what waits to be final. */
  #loose: T[] = [];

  /**
   * @param max how many items it keeps: a whole number, or Infinity.
   * @param isFinal whether an item will not change any more.
   */
  constructor(max: number, isFinal: (item: T) => boolean = () => true) {
    this.#max = max;
    this.#isFinal = isFinal;
  }

  add(item: T): void {
    while (rawJSON && this.#loose[0] !== undefined && this.#isFinal(this.#loose[0])) {
      this.#write(this.#loose[0]);
      this.#loose.shift();
    }
    this.#loose.push(item);
    this.#trim();
  }

  /** Copies of the items, oldest first. */
  list(): T[] {
    const items = [...this.#pages.flatMap((page) => read<T>(page)), ...structuredClone(this.#loose)];
    return items.slice(Math.max(items.length - this.#max, 0));
  }

  clear(): void {
    this.#pages = [];
    this.#written = 0;
    this.#loose = [];
  }

  #write(item: T): void {
    const bytes = encoder.encode(`${JSON.stringify(item, writeExactly)},`);
    let page = this.#pages.at(-1);
    if (page === undefined || page.bytes.length - page.length < bytes.length) {
      page = { bytes: new Uint8Array(Math.max(PAGE_BYTES, bytes.length)), length: 0, count: 0 };
      this.#pages.push(page);
    }
    page.bytes.set(bytes, page.length);
    page.length += bytes.length;
    page.count += 1;
    this.#written += 1;
  }

  /** Lets go of what is not among the newest: pages as a whole. */
  #trim(): void {
    if (this.#loose.length > this.#max) this.#loose.shift();
    const [{ count } = { count: 0 }] = this.#pages;
    if (this.#written - count + this.#loose.length < this.#max) return;
    this.#pages.shift();
    this.#written -= count;
  }
}

/** As {@link parseJson} reads it back: a bigint as digits, a number beyond 2^53 with an exponent. */
function writeExactly(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key]; // `value` has been through whatever toJSON a host program gave BigInt.prototype.
  if (typeof original === "bigint") return rawJSON?.(String(original));
  const isLarge = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLarge ? rawJSON?.((value as number).toExponential()) : value;
}

function read<T>({ bytes, length }: Page): T[] {
  return parseJson(`[${decoder.decode(bytes.subarray(0, length - 1))}]`) as T[];
}
