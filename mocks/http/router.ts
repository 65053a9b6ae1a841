/** Finds who responds to a request on the port: the admin API, the list of sessions, a document, or a store. */
import openapi from "../../docs/openapi.json" with { type: "json" };
import openapi30 from "../../docs/openapi-3.0.json" with { type: "json" };
import type { MockStore } from "../adapters/mock-store.ts";
import { HttpError, toErrorResponse } from "../parts/http-error.ts";
import { pathOf, type Service, type ServiceRequest } from "../parts/service-request.ts";
import { allowOrigin, jsonResponse, type ServiceResponse } from "../parts/service-response.ts";
import type { ReferenceStore } from "../service/reference-store.ts";
import { checkAdminAccess, checkSessionAccess } from "./access.ts";
import { adminHandlers, json, noContent, redirectToPage, toAdminError } from "./admin-api.ts";
import { type Route, type RouteMatch, RouteTable, routeFor } from "./route-table.ts";
import { type Session, Sessions } from "./sessions.ts";

export interface RouterOptions {
  /** Whether the admin API is on. */
  admin: boolean;
  /** In lower case. */
  allowedHosts: ReadonlySet<string>;
  /** Creates the store of a session. Without it, there are no sessions. */
  sessions: ((name: string) => MockStore) | undefined;
  /** The path of the server's base URL, without a slash at its end. */
  basePath: string;
}

interface ServerRoute extends Route {
  access: "all" | "admin" | "session";
  handle: (context: ServerContext) => ServiceResponse | Promise<ServiceResponse>;
}

interface ServerContext {
  request: ServiceRequest;
  disconnectSignal: () => AbortSignal;
  isAdmin: boolean;
  sessions: Sessions;
  /** The name of the session in the URL, percent-encoded, if there is one. */
  session: string | undefined;
  /** Opens the store that the URL names. */
  open: () => Session;
  /** The paths of the server's base URL and of its sessions'. */
  basePaths: readonly [own: string, ofSessions?: string];
}

const SESSION = "/sessions/{session}";

const route = (
  method: string,
  path: string,
  access: ServerRoute["access"],
  handle: ServerRoute["handle"],
): ServerRoute => ({ method, path, access, handle });

const ROUTES: ServerRoute[] = [
  ...["", SESSION].flatMap((base): ServerRoute[] => [
    route("GET", `${base}/__admin`, "admin", redirectToPage),
    ...adminHandlers.map(([method, path, handle]) =>
      route(method, `${base}/__admin/${path}`, "admin", ({ request, disconnectSignal, open }) => {
        const context = { ...open(), request, disconnectSignal };
        try {
          return handle(context);
        } catch (error) {
          throw toAdminError(error);
        }
      }),
    ),
    route("*", `${base}/`, base === "" ? "all" : "session", openPage),
  ]),
  route("GET", "/openapi.json", "all", serveDocument(openapi)),
  route("GET", "/openapi-3.0.json", "all", serveDocument(openapi30)),
  route("GET", "/sessions", "admin", ({ sessions }) => json(200, { sessions: sessions.names })),
  route("PUT", SESSION, "admin", ({ open }) => {
    open();
    return noContent();
  }),
  route("DELETE", SESSION, "admin", ({ sessions, session = "" }) => {
    sessions.remove(session);
    return noContent();
  }),
  route("*", `${SESSION}/plants`, "session", serve),
  route("*", "{base*}/__admin/{rest*}", "admin", rejectAdminPath),
  route("*", `${SESSION}/{rest*}`, "session", serve),
  route("*", "/plants", "all", serve),
  route("*", "{rest*}", "all", serve),
];

/** These only read (RFC 9110 section 9.2.1). */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

export class Router implements Service {
  readonly #options: RouterOptions;
  readonly #default: Session;
  readonly #sessions: Sessions;
  readonly #basePaths: ServerContext["basePaths"];
  readonly #routes: RouteTable<ServerRoute>;

  constructor(store: ReferenceStore, options: RouterOptions) {
    const { sessions, basePath } = options;
    this.#options = options;
    this.#default = { store, exists: true };
    this.#sessions = new Sessions(sessions);
    this.#basePaths = sessions ? [basePath, `${basePath}/sessions/NAME`] : [basePath];
    this.#routes = new RouteTable(ROUTES.filter(({ path }) => sessions || !path.startsWith("/sessions")));
  }

  async respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): Promise<ServiceResponse> {
    const { admin: isAdmin, basePath } = this.#options;
    const path = pathOf(request.url);
    // Elsewhere, only the last routes match: the default store records the request and responds 404.
    const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : `elsewhere${path}`;
    const { routes, params } = this.#routes.match(below) as RouteMatch<ServerRoute>;
    try {
      this.#checkAccess(request, routes);
      const { session } = params;
      const sessions = this.#sessions;
      const mayCreate = !SAFE_METHODS.includes(request.method);
      const open = () => (session === undefined ? this.#default : sessions.open(session, mayCreate));
      const { handle } = routeFor(request.method, routes);
      const basePaths = this.#basePaths;
      return await handle({ request, disconnectSignal, isAdmin, sessions, session, open, basePaths });
    } catch (error) {
      return allowOrigin(toErrorResponse(error), request, routes[0]?.access !== "admin");
    }
  }

  #checkAccess(request: ServiceRequest, [route]: ServerRoute[]): void {
    const access = route?.access;
    if (access === "all") return;
    const { admin, allowedHosts } = this.#options;
    if (access === "session") checkSessionAccess(request, allowedHosts);
    else if (admin) checkAdminAccess(request, allowedHosts);
    else
      throw new HttpError(
        404,
        "the admin API is off: pass `admin: true` to `listen`, or --admin to the command",
      );
  }
}

async function serve({ request, disconnectSignal, session, open, basePaths }: ServerContext) {
  const { store, exists } = open();
  const own = session === undefined ? basePaths : [`${basePaths[0]}/sessions/${session}`];
  const result = await store.respond({ ...request, basePaths: own as [string] }, disconnectSignal);
  if (!exists) store.clear(); // Frees the memory of its recorded request.
  return result;
}

/** A person who opens a base URL in a browser looks for the page. */
function openPage(context: ServerContext) {
  const { method, headers } = context.request;
  const isPageLoad = method === "GET" && /\btext\/html\b/.test(headers.accept ?? "");
  return context.isAdmin && isPageLoad ? redirectToPage() : serve(context);
}

/** Responds with an OpenAPI document that has this server's URL, for clients that read it from the server. */
function serveDocument(document: object) {
  return ({ request }: ServerContext) => {
    const servers = [{ url: request.url.replace(/\/openapi[^/]*$/, "") }];
    return allowOrigin(jsonResponse(200, { ...document, servers }), request, true);
  };
}

function rejectAdminPath({ request: { url }, basePaths }: ServerContext): never {
  const places = basePaths.map((path) => `${path}/__admin/`).join(" and ");
  const known = new Set(adminHandlers.map(([, path]) => path).filter((path) => /^\w+$/.test(path)));
  throw new HttpError(
    404,
    `${pathOf(url)} does not exist: the admin API is at ${places}, and has ${[...known].join(", ")}`,
  );
}
