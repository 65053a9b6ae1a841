/** A small service that is not the mock, so that a mistake of one cannot hide in the other. Every part can be wrong. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenUntilTestEnds } from "../support/servers.ts";

export const TOKEN = "the-right-token";

export interface SmallPlant {
  id: unknown;
  name: unknown;
  tag?: unknown;
}

/** The parts of the service. */
export interface Parts {
  /** Handles the request itself, and returns true, or leaves it to the service. */
  intercept: (request: IncomingMessage, response: ServerResponse, count: number, text: string) => boolean;
  isAuthorized: (authorization: string | undefined) => boolean;
  /** Throws for text that is not JSON. */
  parse: (text: string) => SmallPlant;
  /** How a text that is not JSON is rejected. */
  malformedStatus: number;
  invalidStatus: number;
  isValid: (plant: SmallPlant) => boolean;
  acceptsContentType: (contentType: string | undefined) => boolean;
  /** Called for a plant that is not valid. */
  onInvalid: (plant: SmallPlant, store: Map<unknown, SmallPlant>) => void;
  /** What identifies a plant. */
  key: (plant: SmallPlant) => unknown;
  /** Between checking an id and storing the plant. */
  beforeStore: () => Promise<void>;
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
  const exact = text.replace(/("id":)(-?\d+)(?=[,}])/, '$1{"digits":"$2"}');
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
  intercept: () => false,
  isAuthorized: (authorization) => authorization === `Bearer ${TOKEN}`,
  parse,
  malformedStatus: 400,
  invalidStatus: 400,
  isValid,
  acceptsContentType: (contentType) => contentType === "application/json",
  onInvalid: () => {},
  key: ({ id }) => id,
  beforeStore: async () => {},
  duplicate: [409, 1003],
  createdStatus: 200,
  mediaType: "application/json",
  echo: ({ name, tag }) => ({ name, tag }),
  errorBody: (status, error) => ({ error, message: `rejected with ${status}` }),
};

/** Starts a service that is correct except for these parts. */
export async function startSmallService(wrong: Partial<Parts> = {}) {
  const parts = { ...CORRECT, ...wrong };
  const store = new Map<unknown, SmallPlant>();
  let count = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    count += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    if (parts.intercept(request, response, count, text)) return;
    const respond = (status: number, body: object) =>
      response
        .writeHead(status, parts.mediaType === "" ? {} : { "content-type": parts.mediaType })
        .end(JSON.stringify(body));
    const reject = (status: number, error = status) => respond(status, parts.errorBody(status, error));

    if (request.method === "OPTIONS") return void response.writeHead(204, { allow: "POST" }).end();
    if (!parts.isAuthorized(request.headers.authorization)) return void reject(401);
    if (!parts.acceptsContentType(request.headers["content-type"])) return void reject(415);
    let plant: SmallPlant;
    try {
      plant = parts.parse(text);
    } catch {
      return void reject(parts.malformedStatus);
    }
    if (!parts.isValid(plant)) {
      parts.onInvalid(plant, store);
      return void reject(parts.invalidStatus, 1001);
    }
    const exists = store.has(parts.key(plant));
    await parts.beforeStore();
    if (exists && parts.duplicate !== "created") return void reject(...parts.duplicate);
    store.set(parts.key(plant), plant);
    respond(parts.createdStatus, parts.echo(plant));
  }

  const server = createServer(handle);
  return { url: `http://127.0.0.1:${await listenUntilTestEnds(server)}`, store, server };
}
