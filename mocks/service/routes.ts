/** Which requests are for the operation of the service, and the responses to all others. */
import { HttpError, methodNotAllowed } from "../parts/http-error.ts";
import { pathOf, type ServiceRequest } from "../parts/service-request.ts";
import { jsonResponse, type ServiceResponse, textResponse } from "../parts/service-response.ts";

const PLANTS = "/plants";

/** Not part of the service: for scripts that wait until the mock is ready. */
const HEALTH = "/health";

/** The base path of a URL with the path of the operation, or undefined for any other. */
export function basePathOf(url: string, path = PLANTS): string | undefined {
  const actual = pathOf(url);
  return actual.endsWith(path) ? actual.slice(0, -path.length) : undefined;
}

/** Whether a request is for this path of the store. Without base paths, any is right. */
function isFor(path: string, { url, basePaths }: ServiceRequest): boolean {
  const base = basePathOf(url, path);
  return base !== undefined && (basePaths === undefined || base === basePaths[0]);
}

/** @returns the response to a CORS preflight or a health check, which are not requests to the service */
export function respondAside(request: ServiceRequest): ServiceResponse | undefined {
  const { method, headers } = request;
  // Also a preflight on a path that does not exist, so that a page with a wrong base URL can read the 404 that follows.
  if (method === "OPTIONS" && (headers["access-control-request-method"] || isFor(PLANTS, request)))
    return preflightResponse(request);
  const isHealthCheck = (method === "GET" || method === "HEAD") && isFor(HEALTH, request);
  return isHealthCheck ? jsonResponse(200, { status: "ok" }) : undefined;
}

/** @throws HttpError for any other request than `POST /plants` */
export function checkRoute(request: ServiceRequest): void {
  const { method, url, basePaths = [""] } = request;
  if (isFor(PLANTS, request)) {
    if (method !== "POST") throw methodNotAllowed(method, ["POST"], "OPTIONS");
    return;
  }
  if (isFor(HEALTH, request)) throw methodNotAllowed(method, ["GET"]);
  const known = basePaths.map((base) => `POST ${base}${PLANTS}`);
  throw new HttpError(404, `${pathOf(url)} does not exist: use ${known.join(" or ")}`);
}

/** Names each header: `*` would not include `authorization` (Fetch Standard, "CORS-preflight fetch"). */
function preflightResponse({ headers }: ServiceRequest): ServiceResponse {
  return textResponse(204, null, {
    "access-control-allow-methods": "POST",
    "access-control-allow-headers":
      headers["access-control-request-headers"] ?? "authorization, content-type",
  });
}
