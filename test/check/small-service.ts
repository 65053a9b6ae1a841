/** A small service that is not the mock, so that a mistake of one cannot hide in the other. Every part can be wrong. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { PlantStoreFetch } from "plant-store-sdk";
import { listenUntilTestEnds } from "../support/servers.ts";

export const TOKEN = "the-right-token";

export interface SmallPlant {
  id: unknown;
  name: unknown;
  tag?: unknown;
}

export interface SmallRequest {
  method: string | undefined;
  headers: Record<string, string | undefined>;
  text: string;
  /** The number of requests so far. */
  count: number;
}

interface SmallResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** The parts of the service. */
export interface Parts {
  /** Responds itself, or leaves the request to the service. If it throws, the connection is lost. */
  intercept: (request: SmallRequest) => SmallResponse | undefined;
  isAuthorized: (authorization: string | undefined) => boolean;
  /** Throws for text that is not JSON. */
  parse: (text: string) => SmallPlant;
  /** How a text that is not JSON is rejected. */
  malformedStatus: number;
  isValid: (plant: SmallPlant) => boolean;
  /** Status and `error` for a plant that is not valid. */
  invalid: [status: number, error: number];
  ignoresMediaType: boolean;
  /** Called for a plant that is not valid. */
  onInvalid: (plant: SmallPlant, store: Map<unknown, SmallPlant>) => void;
  /** What identifies a plant. */
  key: (plant: SmallPlant) => unknown;
  /** Between checking an id and storing the plant. */
  beforeStore: () => Promise<void> | undefined;
  /** Status and `error` for an id that exists, or `"created"`. */
  duplicate: [status: number, error: number] | "created";
  createdStatus: number;
  mediaType: string;
  /** The plant in the response. */
  echo: (plant: SmallPlant) => object;
  errorBody: (status: number, error: number) => object;
}

/** An id keeps its digits, as text. A fraction is a number. */
function parse(text: string): SmallPlant {
  const exact = text.replace(/("id"\s*:\s*)(-?\d+)(?=\s*[,}])/, '$1{"digits":"$2"}');
  const value = JSON.parse(exact);
  return { ...value, id: value.id?.digits ?? (value.id === undefined ? undefined : { wrong: value.id }) };
}

const isValid = ({ id, name, tag }: SmallPlant) =>
  typeof id === "string" &&
  /^-?\d+$/.test(id) &&
  BigInt.asIntN(64, BigInt(id)) === BigInt(id) &&
  typeof name === "string" &&
  (tag === undefined || typeof tag === "string");

export const CORRECT: Parts = {
  intercept: () => undefined,
  isAuthorized: (authorization) => authorization === `Bearer ${TOKEN}`,
  parse,
  malformedStatus: 400,
  isValid,
  invalid: [400, 1001],
  ignoresMediaType: false,
  onInvalid: () => {},
  key: ({ id }) => id,
  beforeStore: () => undefined,
  duplicate: [409, 1003],
  createdStatus: 200,
  mediaType: "application/json",
  echo: ({ name, tag }) => ({ name, tag }),
  errorBody: (status, error) => ({ error, message: `rejected with ${status}` }),
};

/** Creates a service that is correct except for these parts. */
export function createSmallService(wrong: Partial<Parts> = {}) {
  const parts = { ...CORRECT, ...wrong };
  const store = new Map<unknown, SmallPlant>();
  let count = 0;

  async function handle(request: Omit<SmallRequest, "count">): Promise<SmallResponse> {
    count += 1;
    const intercepted = parts.intercept({ ...request, count });
    if (intercepted) return intercepted;
    const { method, headers, text } = request;
    const type = parts.mediaType === "" ? {} : { "content-type": parts.mediaType };
    const respond = (status: number, body: object) => ({ status, headers: type, body: JSON.stringify(body) });
    const reject = (status: number, error = status) => respond(status, parts.errorBody(status, error));

    if (method === "OPTIONS") return { status: 204, headers: { allow: "POST" } };
    if (!parts.isAuthorized(headers.authorization)) return reject(401);
    const isJson = headers["content-type"] === "application/json";
    if (!isJson && !parts.ignoresMediaType) return reject(415);
    let plant: SmallPlant;
    try {
      plant = parts.parse(text);
    } catch {
      return reject(parts.malformedStatus);
    }
    if (!parts.isValid(plant)) {
      parts.onInvalid(plant, store);
      return reject(...parts.invalid);
    }
    const exists = store.has(parts.key(plant));
    const waiting = parts.beforeStore();
    if (waiting) await waiting; // Otherwise no other request comes between.
    if (exists && parts.duplicate !== "created") return reject(...parts.duplicate);
    store.set(parts.key(plant), plant);
    return respond(parts.createdStatus, parts.echo(plant));
  }

  /** Without a network. */
  const fetch = (async (_, { method, headers, body, redirect }) => {
    if (redirect !== "manual") throw new Error("The request could be repeated at the target of a redirect.");
    const request = { method, headers: Object.fromEntries(new Headers(headers)), text: String(body ?? "") };
    const response = await handle(request);
    // A text would have a media type.
    return new Response(response.body === undefined ? null : Buffer.from(response.body), response);
  }) satisfies PlantStoreFetch;

  return { store, handle, fetch };
}

/** Starts the service on a port. */
export async function startSmallService(wrong?: Partial<Parts>) {
  const { handle } = createSmallService(wrong);
  const server = createServer(async (request, response) => {
    const { method, headers } = request as { method?: string; headers: SmallRequest["headers"] };
    const { status, headers: sent, body } = await handle({ method, headers, text: await text(request) });
    response.writeHead(status, sent).end(body);
  });
  return { url: `http://127.0.0.1:${await listenUntilTestEnds(server)}`, server };
}
