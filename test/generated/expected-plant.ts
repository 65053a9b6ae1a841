/** A second implementation of the store's validation, without the store's code. */
import type { NewPlant } from "../../src/index.ts";
import type { AnyRequest } from "./any-request.ts";

/** Returns the plant that a `POST /plants` creates, or `undefined` if the store must reject it. */
export function expectedPlant({ headers, body }: Pick<AnyRequest, "headers" | "body">): NewPlant | undefined {
  const header = (name: string) => new Headers(headers).get(name) ?? "";
  const hasToken = /^bearer +\S/i.test(header("authorization"));
  const isJson = /^[\t ]*application\/json[\t ]*(;|$)/i.test(header("content-type"));
  return hasToken && isJson && body.length <= 1_048_576 ? readPlant(body) : undefined;
}

function readPlant(body: Uint8Array): NewPlant | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const fields = JSON.parse(text, ((key: string, value: unknown, { source = "" }: { source?: string }) =>
      key === "id" && typeof value === "number" ? new NumberText(source) : value) as (
      key: string,
      value: unknown,
    ) => unknown);
    if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return undefined;
    // Own fields only: a field named __proto__ must not add others.
    const { id, name, tag } = Object.fromEntries(Object.entries(fields));
    const number = id instanceof NumberText ? id.int64 : undefined;
    if (number === undefined || typeof name !== "string") return undefined;
    if (tag === undefined) return { id: number, name };
    return typeof tag === "string" ? { id: number, name, tag } : undefined;
  } catch {
    return undefined;
  }
}

/** A number as it is written in JSON. */
class NumberText {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  /** A number if it is exact, otherwise a bigint. `undefined` if it is not an int64. */
  get int64(): number | bigint | undefined {
    const number = Number(this.#text) + 0; // Never -0.
    if (Number.isSafeInteger(number)) return number;
    // The mock reads a larger integer only if it is written without a point and an exponent.
    const integer = /^-?\d+$/.test(this.#text) ? BigInt(this.#text) : undefined;
    return integer !== undefined && BigInt.asIntN(64, integer) === integer ? integer : undefined;
  }
}
