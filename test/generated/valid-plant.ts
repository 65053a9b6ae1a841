/** Which requests create a plant, and which plant: the rules once more, without the store's own code. */
import type { NewPlant } from "../../src/index.ts";
import type { RequestSource } from "./posted.ts";

/** The plant that a request to create one creates; `undefined` where it is to be refused. */
export function readValidPlant({
  headers,
  body,
}: Pick<RequestSource, "headers" | "body">): NewPlant | undefined {
  const header = (name: string) => new Headers(headers).get(name) ?? "";
  const hasToken = /^bearer +\S/i.test(header("authorization"));
  const isJson = /^[\t ]*application\/json[\t ]*(;|$)/i.test(header("content-type"));
  return hasToken && isJson && body.length <= 1_048_576 ? readPlant(body) : undefined;
}

function readPlant(body: Uint8Array): NewPlant | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const fields = JSON.parse(text, ((key: string, value: unknown, { source = "" }: { source?: string }) =>
      key === "id" && typeof value === "number" ? new Source(source) : value) as (
      key: string,
      value: unknown,
    ) => unknown);
    if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return undefined;
    // Of the object itself: one that is named __proto__ gives it nothing.
    const { id, name, tag } = Object.fromEntries(Object.entries(fields));
    const number = id instanceof Source ? id.integer : undefined;
    if (number === undefined || typeof name !== "string") return undefined;
    if (tag === undefined) return { id: number, name };
    return typeof tag === "string" ? { id: number, name, tag } : undefined;
  } catch {
    return undefined;
  }
}

/** A number as it is written. */
class Source {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  /** Where it is an integer within int64: as a number if that is exact, else as a bigint. */
  get integer(): number | bigint | undefined {
    const [, sign, whole = "", fraction = "", exponent = "0"] =
      /^(-?)(\d+)\.?(\d*)(?:e\+?(-?\d+))?$/i.exec(this.#text) ?? [];
    const shift = Number(exponent) - fraction.length;
    if (Math.abs(shift) > 2000) return undefined; // None that these tests write is so large.
    const digits = BigInt(whole + fraction);
    const scale = 10n ** BigInt(Math.abs(shift));
    if (shift < 0 && digits % scale !== 0n) return undefined;
    const magnitude = shift < 0 ? digits / scale : digits * scale;
    const integer = sign === "-" ? -magnitude : magnitude;
    if (BigInt.asIntN(64, integer) !== integer) return undefined;
    return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
  }
}
