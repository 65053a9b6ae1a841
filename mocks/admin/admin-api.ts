/** The admin API of one store: its route table and its operations. */
import { stringifyJson } from "../../src/contract/json.ts";
import type { Fault } from "../faults/fault.ts";
import { parseExactJson } from "../service/exact-json.ts";
import type { Latency } from "../service/latency.ts";
import {
  ErrorResponse,
  MAX_BODY_BYTES,
  type ServiceRequest,
  type ServiceResponse,
} from "../service/protocol.ts";
import type { ReferenceStore } from "../service/reference-store.ts";
import { sizeOf } from "../service/shared-memory.ts";
import type { SubscribedRequest } from "../service/subscriptions.ts";
import { loadPageFile, pagePaths } from "./page.ts";

/** All paths of the API start with this, after the base URL. */
export const ADMIN_PATH = "/__admin";

type Handler = (
  store: ReferenceStore,
  request: ServiceRequest,
) => ServiceResponse | ErrorResponse | "events" | Promise<ServiceResponse>;

const routes = new Map<string, Record<string, Handler>>([
  ["health", { GET: () => json(200, { status: "ok" }) }],
  ["requests", { GET: listRequests, DELETE: respondAfter((store) => store.clearRequests()) }],
  ["plants", { GET: (store) => json(200, { plants: store.publicPlants }) }],
  ["faults", { GET: listFaults, POST: addFaults, DELETE: respondAfter((store) => store.clearFaults()) }],
  ["latency", { GET: readLatency, PUT: setLatency }],
  ["reset", { POST: respondAfter((store) => store.reset()) }],
  ["events", { GET: () => "events" }],
  ...pagePaths.map((path): [string, Record<string, Handler>] => [path, { GET: () => pageFile(path) }]),
]);

/** @param path follows the base URL and starts with {@link ADMIN_PATH} */
export function respondToAdmin(
  store: ReferenceStore,
  path: string,
  request: ServiceRequest,
): ReturnType<Handler> {
  // With the slash, the relative URLs in the page are right.
  if (path === ADMIN_PATH) return { status: 308, headers: { ...HEADERS, location: "__admin/" }, body: "" };
  const handlers = routes.get(path.slice(ADMIN_PATH.length + 1));
  if (handlers === undefined) {
    const known = [...routes.keys()].filter((name) => /^\w+$/.test(name));
    return new ErrorResponse(404, `the admin API has no ${path}: it has ${known.join(", ")}`);
  }
  const { method } = request;
  const handler = handlers[method === "HEAD" ? "GET" : method];
  return handler ? handler(store, request) : notAllowed(method, Object.keys(handlers));
}

export function notAllowed(method: string, allowed: string[]): ErrorResponse {
  const message = `${method} is not allowed here: use ${allowed.join(" or ")}`;
  return new ErrorResponse(405, message, { allow: allowed.join(", ") });
}

function listRequests(store: ReferenceStore, { url }: ServiceRequest): ServiceResponse | ErrorResponse {
  const query = new URL(url).searchParams;
  const tests: ((request: SubscribedRequest) => boolean)[] = [];
  for (const [name, value] of query) {
    if (name !== "id" && name !== "status") {
      return new ErrorResponse(400, `unknown query parameter ${name}: use id or status`);
    }
    if (!/^-?\d{1,20}$/.test(value))
      return new ErrorResponse(400, `the query parameter ${name} must be an integer`);
    if (name === "status") tests.push(({ status }) => status === Number(value));
    else tests.push(({ plant }) => plant !== undefined && BigInt(plant.id) === BigInt(value));
  }
  const requests = store.publicRequests.filter((request) => tests.every((test) => test(request)));
  return json(200, { requests });
}

function listFaults(store: ReferenceStore): ServiceResponse {
  return json(200, { faults: store.faults });
}

/** More would need several requests, because they are arguments of one function call. */
const MAX_FAULTS = 1_000;

/** Faults for plants that never arrive stay in the queue. Without a limit, they could fill the memory. In bytes. */
const MAX_QUEUE_MEMORY = 8 * 1_048_576;

function addFaults(store: ReferenceStore, { body }: ServiceRequest): ServiceResponse | ErrorResponse {
  const value = parseBody(body, "a fault, or an array of faults");
  if (value instanceof ErrorResponse) return value;
  const faults = (Array.isArray(value) ? value : [value]) as Fault[];
  if (faults.length > MAX_FAULTS)
    return new ErrorResponse(400, `at most ${MAX_FAULTS} faults can be added at once`);
  if (sizeOf(store.faults) > MAX_QUEUE_MEMORY)
    return new ErrorResponse(400, "the queue of faults is full: empty it with DELETE __admin/faults");
  try {
    store.enqueue(...faults);
  } catch (error) {
    return rejectValue(error, /^store\.enqueue: argument/, "fault");
  }
  return json(201, { faults: store.faults });
}

function readLatency(store: ReferenceStore): ServiceResponse {
  return json(200, { latency: store.latency });
}

function setLatency(store: ReferenceStore, { body }: ServiceRequest): ServiceResponse | ErrorResponse {
  const expected = '{"latency":200} or {"latency":[100,500]}';
  const value = parseBody(body, expected);
  if (value instanceof ErrorResponse) return value;
  if (typeof value !== "object" || value === null || Object.keys(value).join() !== "latency")
    return new ErrorResponse(400, `the body must be an object with the member latency only: ${expected}`);
  try {
    store.latency = (value as { latency: Latency }).latency;
  } catch (error) {
    return rejectValue(error, /^store\./, "");
  }
  return readLatency(store);
}

/** Reports an error of the store in the words of this API. Like its other messages, without a full stop. */
function rejectValue(error: unknown, prefix: RegExp, name: string): ErrorResponse {
  const { message } = error as TypeError;
  return new ErrorResponse(400, message.replace(prefix, name).replace(/\.$/, ""));
}

/** @param expected what the JSON must be, for the message */
function parseBody(body: Uint8Array, expected: string): unknown {
  if (body.byteLength > MAX_BODY_BYTES) {
    return new ErrorResponse(400, `the body must be at most ${MAX_BODY_BYTES} bytes long`);
  }
  try {
    return parseExactJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return new ErrorResponse(400, `the body must be valid JSON in UTF-8: ${expected}`);
  }
}

function respondAfter(change: (store: ReferenceStore) => void): Handler {
  return (store) => {
    change(store);
    return noContent();
  };
}

export function noContent(): ServiceResponse {
  return { status: 204, headers: HEADERS, body: null };
}

export function json(status: number, body: object): ServiceResponse {
  return text(status, stringifyJson(body) as string, "application/json");
}

/** Keeps the response from pages of other sites, which the service's responses do not. */
const HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** The page loads only its own files, and no other page can frame it. */
const PAGE_POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function pageFile(path: string): Promise<ServiceResponse> {
  const file = await loadPageFile(path);
  return text(200, file.text, file.contentType);
}

function text(status: number, body: string, contentType: string): ServiceResponse {
  const headers = { ...HEADERS, "content-type": contentType };
  const policy = contentType === "application/json" ? {} : { "content-security-policy": PAGE_POLICY };
  return { status, headers: { ...headers, ...policy }, body };
}
