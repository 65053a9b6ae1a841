/** The store responds to every request like the service, and a rejected request changes nothing. */
import type { NewPlant } from "plant-store-sdk";
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect } from "vitest";
import { fieldNames, isValid } from "../support/document-fields.ts";
import { type AnyRequest, anyRequest, expectServiceResponse } from "./any-request.ts";
import { property } from "./property.ts";

const seed = [
  { id: 1, name: "Fern" },
  { id: 2n ** 63n - 1n, name: "Moss", tag: "wet" },
];
const store = new MockStore({ plants: seed });

/** Sends a request to the store. Returns the response and the plants that it created. */
async function send({ path, method, headers, body }: AnyRequest) {
  store.clear();
  const hasBody = method !== "GET" && method !== "HEAD";
  const init = { method, headers, ...(hasBody && { body }) };
  const response = await store.fetch(`https://plants.example${path}`, init);
  const { plants } = store;
  expect(plants.slice(0, seed.length)).toStrictEqual(seed);
  return { response, added: plants.slice(seed.length) };
}

/** A second implementation of the store's validation: the plant that a `POST /plants` creates, if it is valid. */
function expectedPlant({ headers, body }: AnyRequest): NewPlant | undefined {
  const header = (name: string) => new Headers(headers).get(name) ?? "";
  const hasToken = /^bearer +\S/i.test(header("authorization"));
  const isJson = /^[\t ]*application\/json[\t ]*(;|$)/i.test(header("content-type"));
  if (!hasToken || !isJson || body.length > 1_048_576) return undefined;
  let fields: unknown;
  try {
    fields = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body), readId);
  } catch {
    return undefined;
  }
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return undefined;
  // Own fields only: a field named __proto__ must not add others.
  const given = Object.fromEntries(Object.entries(fields));
  const members = fieldNames.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]);
  return fieldNames.every((name) => isValid(name, given[name])) ? Object.fromEntries(members) : undefined;
}

/** Reads an id from its text: a number if it is exact, otherwise a bigint. Removes a number that is not an int64. */
function readId(key: string, value: unknown, { source = "" }: { source?: string } = {}): unknown {
  if (key !== "id" || typeof value !== "number") return value;
  if (Number.isSafeInteger(value)) return value + 0; // Never -0.
  // The mock reads a larger integer only if it is written without a point and an exponent.
  const integer = /^-?\d+$/.test(source) ? BigInt(source) : undefined;
  return integer !== undefined && BigInt.asIntN(64, integer) === integer ? integer : undefined;
}

property(
  "POST /plants creates a valid plant with status 200, and rejects an invalid one with 400, or 413 if it is too long",
  anyRequest,
  async (generated) => {
    const request = { ...generated, path: "/api/plants", method: "POST" };
    const { response, added } = await send(request);
    const plant = expectedPlant(request);
    expect(plant === undefined ? [400, 413] : [200]).toContain(response.status);
    expect(added).toStrictEqual(plant === undefined ? [] : [plant]);
    expectServiceResponse(response.status, await response.text());
    expect(response.headers.get("content-type")).toBe("application/json");
  },
);

property(
  "every request gets a Plant, an Error, or the response to a preflight or a health check",
  anyRequest,
  async (request) => {
    const { response, added } = await send(request);
    const method = request.method.toUpperCase(); // `fetch` sends standard methods in upper case.
    expectServiceResponse(response.status, await response.text(), method);
    if (response.status !== 200 || method !== "POST") expect(added).toEqual([]);
  },
);
