/** Finds who responds to a request on the port: the admin API, the list of sessions, or a store. */
import {
  HttpError,
  pathOf,
  type Service,
  type ServiceRequest,
  type ServiceResponse,
  type ServiceResult,
  toErrorResponse,
} from "../model/protocol.ts";
import { type Route, type RouteMatch, RouteTable, routeFor } from "../model/route-table.ts";
import type { MockStore } from "../service/mock-store.ts";
import type { ReferenceStore } from "../service/reference-store.ts";
import { checkAdminAccess, checkSessionAccess } from "./access.ts";
import { type AdminContext, adminHandlers, json, noContent, redirectToPage } from "./admin-api.ts";
import { openApiDocument } from "./openapi.ts";
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
  handle: (context: ServerContext) => ServiceResponse | Promise<ServiceResponse>;
  /** Whether it only exists if there are sessions. */
  needsSessions: boolean;
  /** Whether it is not a part of the admin API. */
  isPublic?: boolean;
}

interface ServerContext {
  request: ServiceRequest;
  sessions: Sessions | undefined;
  /** The name of a session in the URL. */
  session: string | undefined;
  /** Creates a session if it does not exist. */
  open: () => AdminContext;
}

/** What is not in this table is for a store, which also responds 404. */
const ROUTES = new RouteTable<ServerRoute>([
  ...[
    { base: "", needsSessions: false },
    { base: "/sessions/{session}", needsSessions: true },
  ].flatMap(({ base, needsSessions }) => [
    { method: "GET", path: `${base}/__admin`, needsSessions, handle: redirectToPage },
    ...adminHandlers.map(([method, path, handle]) => ({
      method,
      path: `${base}/__admin/${path}`,
      needsSessions,
      handle: ({ open }: ServerContext) => handle(open()),
    })),
  ]),
  {
    method: "GET",
    path: "/openapi.json",
    needsSessions: false,
    isPublic: true,
    handle: ({ request }) => openApiDocument(request.url.replace(/\/openapi\.json.*/, "")),
  },
  {
    method: "GET",
    path: "/sessions",
    needsSessions: true,
    handle: ({ sessions }) => json(200, { sessions: sessions?.names }),
  },
  {
    method: "DELETE",
    path: "/sessions/{session}",
    needsSessions: true,
    handle: ({ sessions, session = "" }) => {
      sessions?.remove(session);
      return noContent();
    },
  },
]);

/** A quick test of a URL, because most requests are for the default store. */
const MAY_BE_SPECIAL = /\/(__admin|sessions|openapi\.json)|\/$/;

/** What is below a server's base path if a person opens the base URL of a store. */
const BASE_URL = /^(\/sessions\/[^/]+)?\/$/;

/** The base path of a session, and its name as it is in the URL. */
const SESSION = /^(\/sessions\/([^/]*))\//;

export class Router implements Service {
  readonly #default: Session;
  readonly #options: RouterOptions;
  readonly #sessions: Sessions | undefined;
  /** Of the default store and of its sessions. */
  readonly #basePaths: [string, ...string[]];

  constructor(store: ReferenceStore, options: RouterOptions) {
    this.#default = { store };
    this.#options = options;
    this.#sessions = options.sessions && new Sessions(options.sessions);
    const { basePath } = options;
    this.#basePaths = this.#sessions ? [basePath, `${basePath}/sessions/NAME`] : [basePath];
  }

  async respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): Promise<ServiceResult> {
    const toDefault = { ...request, basePaths: this.#basePaths };
    if (!MAY_BE_SPECIAL.test(request.url)) return this.#default.store.respond(toDefault, disconnectSignal);
    const { admin, basePath, allowedHosts } = this.#options;
    const path = pathOf(request.url);
    const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "";
    try {
      // The admin API, and the list of sessions.
      const match = ROUTES.match(below);
      if (match !== undefined) return await this.#respondAsAdmin(match, request, disconnectSignal);

      // A person who opens the base URL in a browser looks for the page.
      if (admin && BASE_URL.test(below) && isPageLoad(request)) return redirectToPage();

      // Anything else about the admin API is a mistake.
      const [, sessionPath = "", session] = SESSION.exec(below) ?? [];
      const rest = (below || path).slice(sessionPath.length);
      if (/\/__admin(\/|$)/.test(rest)) throw this.#adminNotFound(request, below && rest);

      // The service.
      if (session === undefined || !this.#sessions)
        return await this.#default.store.respond(toDefault, disconnectSignal);
      checkSessionAccess(request, allowedHosts);
      const { store } = this.#sessions.open(session);
      return await store.respond({ ...request, basePaths: [basePath + sessionPath] }, disconnectSignal);
    } catch (error) {
      return toErrorResponse(error);
    }
  }

  #respondAsAdmin(
    { routes, params: { session } }: RouteMatch<ServerRoute>,
    request: ServiceRequest,
    disconnectSignal: () => AbortSignal,
  ): ServiceResponse | Promise<ServiceResponse> {
    const isPublic = routes.some((route) => route.isPublic);
    if (!isPublic) this.#checkAdmin(request);
    const { handle, needsSessions } = routeFor(request.method, routes);
    const sessions = this.#sessions;
    if (needsSessions && !sessions)
      throw new HttpError(404, "this mock has no sessions: pass `sessions` to `listen`");
    const open = () => {
      // Without sessions, this was rejected above.
      const found = session === undefined ? this.#default : (sessions as Sessions).open(session);
      return { ...found, request, disconnectSignal };
    };
    return handle({ request, sessions, session, open });
  }

  #checkAdmin(request: ServiceRequest): void {
    const { admin, allowedHosts } = this.#options;
    if (request.invalid !== undefined) throw new HttpError(400, request.invalid);
    if (!admin) {
      const message = "the admin API is off: pass `admin: true` to `listen`, or --admin to the command";
      throw new HttpError(404, message);
    }
    checkAdminAccess(request, allowedHosts);
  }

  /** @param path below the base URL of a store; empty below another base path */
  #adminNotFound(request: ServiceRequest, path: string): HttpError {
    this.#checkAdmin(request);
    if (path.startsWith("/__admin")) {
      const known = new Set(adminHandlers.map(([, path]) => path).filter((path) => /^\w+$/.test(path)));
      return new HttpError(404, `the admin API has no ${path}: it has ${[...known].join(", ")}`);
    }
    const [own, ofSession = own] = this.#basePaths;
    return new HttpError(404, `the admin API is at ${own}/__admin/ and ${ofSession}/__admin/`);
  }
}

function isPageLoad({ method, headers }: ServiceRequest): boolean {
  return method === "GET" && /\btext\/html\b/.test(headers.accept ?? "");
}
