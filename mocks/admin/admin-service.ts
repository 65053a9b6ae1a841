/** Serves the admin API beside the service, and finds the store of each request. */
import {
  ErrorResponse,
  pathOf,
  type ServiceRequest,
  type ServiceResponse,
  type ServiceResult,
} from "../service/protocol.ts";
import type { PlantStore, ReferenceStore } from "../service/reference-store.ts";
import { checkAccess, checkSessionAccess } from "./access.ts";
import { ADMIN_PATH, json, noContent, notAllowed, respondToAdmin } from "./admin-api.ts";
import type { EventStream } from "./event-stream.ts";
import { type Session, Sessions } from "./sessions.ts";

export interface AdminOptions {
  /** Whether the admin API is on. */
  admin: boolean;
  /** In lower case. */
  allowedHosts: ReadonlySet<string>;
  /** Creates the store of a session. Without it, there are no sessions. */
  sessions: ((name: string) => PlantStore) | undefined;
  /** The path of the server's base URL, without a slash at its end. */
  basePath: string;
}

/** A quick test of a URL, because most requests are for the default store. */
const MAY_BE_SPECIAL = /\/(__admin|sessions)/;

/** The base path of a session, its name as it is in the URL, and the path that follows. */
const PATH = /^(\/sessions\/([^/]*))?(\/.*)?$/;

export class AdminService {
  readonly #default: Session;
  readonly #options: AdminOptions;
  /** Of the default store and of its sessions. */
  readonly #basePaths: [string, ...string[]];
  readonly #sessions: Sessions | undefined;

  constructor(store: ReferenceStore, options: AdminOptions) {
    this.#default = { store };
    this.#options = options;
    this.#sessions = options.sessions && new Sessions(options.sessions);
    const { basePath } = options;
    this.#basePaths = this.#sessions ? [basePath, `${basePath}/sessions/NAME`] : [basePath];
  }

  /** Never rejects. */
  async respond(
    request: ServiceRequest,
    disconnectSignal: () => AbortSignal,
  ): Promise<ServiceResult | EventStream> {
    request.basePaths = this.#basePaths;
    if (!MAY_BE_SPECIAL.test(request.url)) return this.#default.store.respond(request, disconnectSignal);
    try {
      const result = await this.#route(request);
      if (result instanceof ErrorResponse) return result.toResponse();
      return "respond" in result ? await result.respond(request, disconnectSignal) : result;
    } catch (error) {
      // A bug in the mock must not look like a lost connection.
      console.error("plant-store-sdk/mocks: unexpected error, responding with 500.", error);
      const message = "the mock failed unexpectedly: see the error in its log";
      return new ErrorResponse(500, message).toResponse();
    }
  }

  /** Returns the response of the admin API, or the store if the request is for the service. */
  #route(
    request: ServiceRequest,
  ): ServiceResponse | ErrorResponse | EventStream | ReferenceStore | Promise<ServiceResponse> {
    const { basePath } = this.#options;
    const whole = pathOf(request.url);
    const isBelow = whole.startsWith(`${basePath}/`);
    // Nothing below another base path is at its right place.
    const [, sessionPath = "", name, path = ""] =
      PATH.exec(isBelow ? whole.slice(basePath.length) : "") ?? [];
    const isSessionOrList = name === undefined ? path === "/sessions" : path === "" || path === "/";
    if (isSessionOrList || /\/__admin(\/|$)/.test(isBelow ? path : whole)) {
      return (
        this.#checkAdmin(request, name !== undefined || isSessionOrList) ??
        this.#respondToAdmin(request, name, path)
      );
    }
    if (name === undefined || !this.#sessions) return this.#default.store;
    const session = checkSessionAccess(request, this.#options.allowedHosts) ?? this.#sessions.open(name);
    if (session instanceof ErrorResponse) return session;
    request.basePaths = [basePath + sessionPath];
    return session.store;
  }

  #checkAdmin(request: ServiceRequest, needsSessions: boolean): ErrorResponse | undefined {
    const { admin, allowedHosts } = this.#options;
    if (request.invalid !== undefined) return new ErrorResponse(400, request.invalid);
    if (!admin) {
      const message = "the admin API is off: pass `admin: true` to `listen`, or --admin to the command";
      return new ErrorResponse(404, message);
    }
    const denied = checkAccess(request, allowedHosts);
    if (denied || !needsSessions || this.#sessions) return denied;
    return new ErrorResponse(404, "this mock has no sessions: pass `sessions` to `listen`");
  }

  #respondToAdmin(
    request: ServiceRequest,
    name: string | undefined,
    path: string,
  ): ServiceResponse | ErrorResponse | EventStream | Promise<ServiceResponse> {
    const { method } = request;
    if (path === "/sessions") {
      if (method !== "GET" && method !== "HEAD") return notAllowed(method, ["GET"]);
      return json(200, { sessions: this.#sessions?.names });
    }
    if (name !== undefined && path.length <= 1) {
      if (method !== "DELETE") return notAllowed(method, ["DELETE"]);
      return this.#sessions?.remove(name) ?? noContent();
    }
    if (!path.startsWith(ADMIN_PATH)) {
      const [own, ofSession = own] = this.#basePaths;
      const message = `the admin API is at ${own}${ADMIN_PATH}/ and ${ofSession}${ADMIN_PATH}/`;
      return new ErrorResponse(404, message);
    }
    const session = this.#open(name);
    if (session instanceof ErrorResponse) return session;
    const response = respondToAdmin(session.store, path, request);
    return response === "events" ? { ...session, events: true } : response;
  }

  #open(name: string | undefined): Session | ErrorResponse {
    return name === undefined || !this.#sessions ? this.#default : this.#sessions.open(name);
  }
}
