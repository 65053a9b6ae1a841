/** Finds who responds to a request on the port: the admin API, the list of sessions, a document, or a store. */
import openapi from "../../docs/openapi.json" with { type: "json" };
import openapi30 from "../../docs/openapi-3.0.json" with { type: "json" };
import type { MockStore } from "../adapters/mock-store.ts";
import { HttpError, methodNotAllowed, toErrorResponse } from "../parts/http-error.ts";
import { type MaybePromise, pathOf, type Service, type ServiceRequest } from "../parts/service-request.ts";
import { allowOrigin, jsonResponse, type ServiceResponse, textResponse } from "../parts/service-response.ts";
import type { ReferenceStore } from "../service/reference-store.ts";
import { checkAdminAccess, checkSessionAccess } from "./access.ts";
import {
  type AdminHandler,
  adminHandlers,
  json,
  redirectToPage,
  respondAfter,
  toAdminError,
} from "./admin-api.ts";
import { type Session, Sessions } from "./sessions.ts";

interface RouterOptions {
  admin: boolean;
  /** In lower case. */
  allowedHosts: ReadonlySet<string>;
  sessions: ((name: string) => MockStore) | undefined;
  /** The path of the server's base URL, without a slash at its end. */
  basePath: string;
}

/** `*` is any method. The path is that below the base URL of a store. Not every page may use what is for the admin API. */
type Route = [method: string, path: string, handle: Handler, isForAdmin: boolean];
type Handler = (context: ServerContext) => MaybePromise<ServiceResponse>;

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

/** An OpenAPI document. Its server's URL is relative to its own, which a proxy in front of the mock may have changed. */
const document =
  (content: object): Handler =>
  ({ request }) =>
    allowOrigin(jsonResponse(200, { ...content, servers: [{ url: "." }] }), request, true);

const STORE_ROUTES: Route[] = [
  ["*", "/", openBaseUrl, false],
  ["GET", "/__admin", redirectToPage, true],
  ...adminHandlers.map(([method, path, handle]): Route => {
    return [method, `/__admin/${path}`, callAdmin(handle), true];
  }),
];

/** Those of the server alone. */
const SERVER_ROUTES: Route[] = [
  ...STORE_ROUTES,
  ["GET", "/openapi.json", document(openapi), false],
  ["GET", "/openapi-3.0.json", document(openapi30), false],
];

const LIST_SESSIONS: Route = [
  "GET",
  "/sessions",
  ({ sessions }) => json(200, { sessions: sessions.names }),
  true,
];

/** Their path follows the name of the session. */
const SESSION_ROUTES: Route[] = [
  ...STORE_ROUTES,
  ["PUT", "", respondAfter(({ open }) => open()), true],
  ["DELETE", "", respondAfter(({ sessions, session = "" }) => sessions.remove(session)), true],
  ["GET", "", openBaseUrl, false],
];

/** All other paths: the store records the request and responds 404, unless it looks like one for the admin API. */
const otherRoute = (path: string): Route =>
  path.includes("/__admin/") ? ["*", path, rejectAdminPath, true] : ["*", path, serve, false];

const ADMIN_IS_OFF = "the admin API is off: pass `admin: true` to `listen`, or --admin to the command";

/** These only read (RFC 9110 section 9.2.1). */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

export class Router implements Service {
  readonly #options: RouterOptions;
  readonly #default: Session;
  readonly #sessions: Sessions;
  readonly #routes: Route[];
  readonly #basePaths: ServerContext["basePaths"];
  readonly #plantsPath: string;

  constructor(store: ReferenceStore, options: RouterOptions) {
    const { sessions, basePath } = options;
    this.#options = options;
    this.#default = { store, exists: true };
    this.#sessions = new Sessions(sessions);
    this.#routes = sessions ? [...SERVER_ROUTES, LIST_SESSIONS] : SERVER_ROUTES;
    this.#plantsPath = `${basePath}/plants`;
    this.#basePaths = sessions ? [basePath, `${basePath}/sessions/NAME`] : [basePath];
  }

  respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): MaybePromise<ServiceResponse> {
    // Almost every request.
    if (pathOf(request.url) === this.#plantsPath) {
      request.basePaths = this.#basePaths as [string];
      return this.#default.store.respond(request, disconnectSignal);
    }
    return this.#route(request, disconnectSignal);
  }

  async #route(request: ServiceRequest, disconnectSignal: () => AbortSignal): Promise<ServiceResponse> {
    const { admin: isAdmin, allowedHosts, basePath, sessions: createSession } = this.#options;
    const { method } = request;
    const [basePaths, sessions] = [this.#basePaths, this.#sessions];
    const full = pathOf(request.url);
    const isBelow = full.startsWith(`${basePath}/`) || full === basePath;
    const below = isBelow ? full.slice(basePath.length) || "/" : `elsewhere${full}`;
    const [, session, path = below] = (createSession && SESSION.exec(below)) ?? [];
    const open = () =>
      session === undefined ? this.#default : sessions.open(session, !SAFE_METHODS.includes(method));

    const known = (session === undefined ? this.#routes : SESSION_ROUTES).filter(([, each]) => each === path);
    const routes = known.length > 0 ? known : [otherRoute(path)];
    // HEAD is like GET.
    const route = routes.find(([each]) => each === "*" || each === method.replace("HEAD", "GET"));
    const [, , handle, isForAdmin] = route ?? (routes[0] as Route);
    try {
      if (isForAdmin && !isAdmin) throw new HttpError(404, ADMIN_IS_OFF);
      if (isForAdmin) checkAdminAccess(request, allowedHosts);
      else if (session !== undefined) checkSessionAccess(request, allowedHosts);
      const methods = routes.map(([each]) => each);
      if (route === undefined) throw methodNotAllowed(method, methods);
      return await handle({ request, disconnectSignal, isAdmin, sessions, session, open, basePaths });
    } catch (error) {
      return allowOrigin(toErrorResponse(error), request, !isForAdmin);
    }
  }
}

const SESSION = /^\/sessions\/([^/]*)(.*)$/s;

function callAdmin(handle: AdminHandler): Handler {
  return ({ request, disconnectSignal, open }) => {
    const context = { ...open(), request, disconnectSignal };
    try {
      return handle(context);
    } catch (error) {
      throw toAdminError(error);
    }
  };
}

function serve({ request, disconnectSignal, session, open, basePaths }: ServerContext) {
  const { store } = open();
  request.basePaths =
    session === undefined ? (basePaths as [string]) : [`${basePaths[0]}/sessions/${session}`];
  return store.respond(request, disconnectSignal);
}

/** A person who opens a base URL in a browser looks for the page. Programs open it to wait until the mock is ready. */
function openBaseUrl(context: ServerContext) {
  const { request, isAdmin } = context;
  const { method, headers, url } = request;
  if (method !== "GET" && method !== "HEAD") return serve(context);
  if (isAdmin && method === "GET" && /\btext\/html\b/.test(headers.accept ?? ""))
    return redirectToPage(context);
  const base = pathOf(url).replace(/\/$/, "");
  const page = isAdmin ? ` The live page is at ${base}/__admin/.` : "";
  const text = `This is a Plant Store mock. POST ${base}/plants creates a plant, and GET ${base}/health responds 200.${page}\n`;
  return allowOrigin(textResponse(200, text, { "content-type": "text/plain; charset=utf-8" }), request, true);
}

function rejectAdminPath({ request: { url }, basePaths }: ServerContext): never {
  const places = basePaths.map((path) => `${path}/__admin/`).join(" and ");
  const known = new Set(adminHandlers.map(([, path]) => path).filter((path) => /^\w+$/.test(path)));
  const hasNoSession = basePaths.length === 1 && pathOf(url).includes("/sessions/");
  const advice = hasNoSession ? ". For sessions, pass `sessions` to `listen`" : "";
  throw new HttpError(
    404,
    `${pathOf(url)} does not exist: the admin API is at ${places}, and has ${[...known].join(", ")}${advice}`,
  );
}
