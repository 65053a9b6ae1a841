/** The service on the wire: what it reads from a request, and what it writes in an answer. */
import { listIssues, type NewPlant, newPlantSchema } from "../src/schemas.ts";
import { parseExactJson } from "./exact-json.ts";

/** Larger bodies are refused, bytes. The specification shows no limit; a service without one can be filled up. */
export const MAX_BODY_BYTES = 1_048_576;

/** A request as any carrier can bring it. A carrier that made a `Request` of each would be several times slower. */
export interface ServiceRequest {
  method: string;
  /** Absolute. */
  url: string;
  /** The value of a header, by its name in lower case. */
  header(name: string): string | null | undefined;
  /** Of a body beyond {@link MAX_BODY_BYTES} one byte more is enough. */
  body: Uint8Array;
}

/** An answer as any carrier can give it. */
export interface ServiceAnswer {
  status: number;
  headers: Record<string, string>;
  /** `null` where the status has no body. */
  body: string | null;
  /** The connection is lost after so many bytes of the body. */
  truncatedTo?: number;
}

/** What the service says no to, and why. */
export class Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    this.status = status;
    this.message = message;
    this.headers = headers;
  }
}

/** What a request is about, by its method and the end of its path: any origin and any path prefix will do. */
export function routeOf(request: ServiceRequest): "create" | "preflight" | "health" | Refusal {
  const { method } = request;
  const { pathname } = new URL(request.url);
  const isPlants = pathname.endsWith("/plants");
  // A preflight is answered under any path, so that a page with a wrong base URL gets to see its 404.
  const isPreflight = isPlants || request.header("access-control-request-method");
  if (method === "OPTIONS" && isPreflight) return "preflight";
  if (isPlants) return method === "POST" ? "create" : notAllowed(method, "POST", "POST, OPTIONS");
  if (!pathname.endsWith("/health"))
    return new Refusal(404, `${pathname} is unknown: plants are created at /plants`);
  return method === "GET" || method === "HEAD" ? "health" : notAllowed(method, "GET", "GET, HEAD");
}

/** RFC 9110 section 15.5.6. */
function notAllowed(method: string, use: string, allow: string): Refusal {
  return new Refusal(405, `${method} is not allowed here: use ${use}`, { allow });
}

/** RFC 6750 section 2.1; the scheme's name is case-insensitive (RFC 9110 section 11.1). */
export function bearerToken(request: ServiceRequest): string | undefined {
  return /^Bearer +(\S.*)/i.exec(request.header("authorization") ?? "")?.[1];
}

export function refuseMediaType(request: ServiceRequest): Refusal | undefined {
  const [mediaType = ""] = (request.header("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() === "application/json") return undefined;
  return new Refusal(400, "the header content-type must be application/json");
}

const lenientUtf8 = new TextDecoder();
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** The body's text, as far as it is read: U+FFFD stands for what is not UTF-8. */
export function textOf(body: Uint8Array): string {
  return lenientUtf8.decode(body.subarray(0, MAX_BODY_BYTES));
}

/** @param text of the body. */
export function readPlant(body: Uint8Array, text: string): NewPlant | Refusal {
  if (body.byteLength > MAX_BODY_BYTES)
    return new Refusal(400, `the body must be at most ${MAX_BODY_BYTES} bytes long`);
  let value: unknown;
  try {
    if (text.includes("\ufffd")) strictUtf8.decode(body);
    value = parseExactJson(text);
  } catch {
    return new Refusal(400, "the body must be JSON in UTF-8");
  }
  const { data, error } = newPlantSchema.safeParse(value);
  return error ? new Refusal(400, listIssues(error.issues, "the body")) : plainPlant(data);
}

/** What the specification names of a plant, its id in the one form in which ids compare: no bigint where a number is exact, no `-0`. */
export function plainPlant({ id, name, tag }: NewPlant): NewPlant {
  const number = Number(id);
  const plant = { id: Number.isSafeInteger(number) ? number + 0 : id, name };
  return tag === undefined ? plant : { ...plant, tag };
}

/** The store is open to every page: what it protects is made up. */
const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

export function answerJson(status: number, body: object, headers?: Record<string, string>): ServiceAnswer {
  return answerText(status, JSON.stringify(body), headers);
}

/** The body is said to be JSON, which it need not be, unless `headers` say otherwise. */
export function answerText(
  status: number,
  body: string | null,
  headers: Record<string, string> = {},
): ServiceAnswer {
  const mediaType = body === null ? undefined : { "content-type": "application/json" };
  return { status, headers: { ...mediaType, ...CORS, ...headers }, body };
}

/** An Error body (specification, "Error"), its `error` the status. */
export function answerRefusal({ status, message, headers }: Refusal): ServiceAnswer {
  return answerJson(status, { error: status, message }, headers);
}

/** Allows what is asked for by name: `*` would leave `authorization` out (Fetch Standard, "CORS-preflight fetch"). */
export function answerPreflight(request: ServiceRequest): ServiceAnswer {
  const allowed = request.header("access-control-request-headers") ?? "authorization, content-type";
  return answerText(204, null, {
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": allowed,
  });
}
