/** The route table. Routing, 404, 405, `Allow`, CORS and the MSW handlers all follow from it. */
import { createPlant } from "./create-plant.ts";
import {
  ErrorResponse,
  jsonResponse,
  pathOf,
  type ServiceRequest,
  type ServiceResponse,
  textResponse,
} from "./protocol.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import type { StoreState } from "./store-state.ts";

/** Parses a request and returns its handler. A fault can skip the handler. */
type Prepare = (state: StoreState, request: ServiceRequest, record: RecordedRequest) => () => ServiceResponse;

/** An operation of the service. */
export interface Operation {
  method: string;
  path: string;
  /** Matches a URL's path. Group 1 captures the base path, which can be anything. */
  pattern: RegExp;
  prepare: Prepare;
}

/** One row for each operation of the service. */
export const operations: Operation[] = [operation("POST", "/plants", createPlant)];

/** @param path `{name}` in it matches one segment */
function operation(method: string, path: string, prepare: Prepare): Operation {
  const pattern = new RegExp(`^(.*)${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return { method, path, pattern, prepare };
}

/** Not part of the service: for scripts that wait until the mock is ready. */
const HEALTH = /^(.*)\/health$/;

/**
 * Returns the operation of a request, or the response if there is none. An ErrorResponse is recorded; a ServiceResponse (to
 * a preflight or a health check) is not.
 */
export function route(request: ServiceRequest): Operation | ServiceResponse | ErrorResponse {
  const { method, invalid } = request;
  if (invalid !== undefined) return new ErrorResponse(400, invalid);
  const path = pathOf(request.url);
  const { basePaths = [""] } = request;
  const matches = (pattern: RegExp) => {
    const basePath = pattern.exec(path)?.[1];
    return basePath !== undefined && (request.basePaths === undefined || basePath === basePaths[0]);
  };
  const onPath = operations.filter(({ pattern }) => matches(pattern));
  // A preflight succeeds on any path, so that a page with a wrong base URL can read the 404 that follows.
  const mayPreflight = onPath.length > 0 || request.headers["access-control-request-method"];
  if (method === "OPTIONS" && mayPreflight) return preflightResponse(request);
  if (onPath.length > 0) {
    const methods = onPath.map((operation) => operation.method);
    return onPath.find((operation) => operation.method === method) ?? notAllowed(method, methods, "OPTIONS");
  }
  if (matches(HEALTH)) {
    const isHealthCheck = method === "GET" || method === "HEAD";
    return isHealthCheck ? jsonResponse(200, { status: "ok" }) : notAllowed(method, ["GET"], "HEAD");
  }
  const known = basePaths.flatMap((base) => operations.map(({ method, path }) => `${method} ${base}${path}`));
  return new ErrorResponse(404, `${path} does not exist: use ${known.join(" or ")}`);
}

/** RFC 9110 section 15.5.6. */
function notAllowed(method: string, allowed: string[], implied: string): ErrorResponse {
  const message = `${method} is not allowed here: use ${allowed.join(" or ")}`;
  return new ErrorResponse(405, message, { allow: [...allowed, implied].join(", ") });
}

/** Names each header: `*` would not include `authorization` (Fetch Standard, "CORS-preflight fetch"). */
function preflightResponse(request: ServiceRequest): ServiceResponse {
  const methods = new Set(operations.map(({ method }) => method));
  const headers = request.headers["access-control-request-headers"] ?? "authorization, content-type";
  return textResponse(204, null, {
    "access-control-allow-methods": [...methods].join(", "),
    "access-control-allow-headers": headers,
  });
}
