/** The route table of a store. Routing, 404, 405, `Allow`, CORS and the MSW handlers all follow from it. */
import type { PlantStoreRules } from "../../src/contract/rules.ts";
import { HttpError } from "../parts/http-error.ts";
import { type Route, type RouteMatch, RouteTable, routeFor } from "../parts/route-table.ts";
import { pathOf, type ServiceRequest } from "../parts/service-request.ts";
import { jsonResponse, type ServiceResponse, textResponse } from "../parts/service-response.ts";
import { type CreationContext, createPlant, type ParsedRequest, parsePlant } from "./respond-to-create.ts";

export interface Operation extends Route {
  parse: (request: ServiceRequest, rules: PlantStoreRules) => ParsedRequest;
  create: (creation: CreationContext) => Promise<ServiceResponse>;
}

/** One row for each operation of the service. */
export const operations: Operation[] = [
  { method: "POST", path: "{base*}/plants", parse: parsePlant, create: createPlant },
];

const operationTable = new RouteTable(operations);

/** Not part of the service: for scripts that wait until the mock is ready. */
const healthTable = new RouteTable([{ method: "GET", path: "{base*}/health" }]);

/** The operations on a request's path, if its base path is right. */
function match<R extends Route>(
  table: RouteTable<R>,
  { url, basePaths }: ServiceRequest,
): RouteMatch<R> | undefined {
  const found = table.match(pathOf(url));
  return basePaths === undefined || found?.params.base === basePaths[0] ? found : undefined;
}

/** @returns the response to a CORS preflight or a health check, which are not requests to the service */
export function respondAside(request: ServiceRequest): ServiceResponse | undefined {
  const { method, headers } = request;
  // A preflight succeeds on any path, so that a page with a wrong base URL can read the 404 that follows.
  if (method === "OPTIONS" && (headers["access-control-request-method"] || match(operationTable, request)))
    return preflightResponse(request);
  const isHealthCheck = (method === "GET" || method === "HEAD") && match(healthTable, request);
  return isHealthCheck ? jsonResponse(200, { status: "ok" }) : undefined;
}

/** @throws HttpError if there is none */
export function findOperation(request: ServiceRequest): Operation {
  const { method, basePaths = [""] } = request;
  const found = match(operationTable, request);
  if (found !== undefined) return routeFor(method, found.routes, "OPTIONS");
  const health = match(healthTable, request);
  if (health !== undefined) routeFor(method, health.routes, "HEAD");
  const known = operations.flatMap(({ method, path }) =>
    basePaths.map((base) => `${method} ${path.replace("{base*}", base)}`),
  );
  throw new HttpError(404, `${pathOf(request.url)} does not exist: use ${known.join(" or ")}`);
}

/** Names each header: `*` would not include `authorization` (Fetch Standard, "CORS-preflight fetch"). */
function preflightResponse({ headers }: ServiceRequest): ServiceResponse {
  const methods = new Set(operations.map(({ method }) => method));
  return textResponse(204, null, {
    "access-control-allow-methods": [...methods].join(", "),
    "access-control-allow-headers":
      headers["access-control-request-headers"] ?? "authorization, content-type",
  });
}
