/** A table of routes with path parameters. */
import { methodNotAllowed } from "../parts/http-error.ts";

export interface Route {
  /** `*` is any method. */
  method: string;
  /** `{name}` matches one segment, and `{name*}` any number of them. */
  path: string;
}

/** The routes on a path. */
export interface RouteMatch<R extends Route> {
  routes: R[];
  params: Record<string, string | undefined>;
}

export class RouteTable<R extends Route> {
  /** Paths without parameters: most requests are for one of them. */
  readonly #exact = new Map<string, RouteMatch<R>>();
  readonly #patterns: { pattern: RegExp; routes: R[] }[] = [];

  /** @param routes the first path that matches counts, but paths without parameters precede others */
  constructor(routes: readonly R[]) {
    for (const path of new Set(routes.map(({ path }) => path))) {
      const ofPath = routes.filter((route) => route.path === path);
      const source = path
        .replaceAll(".", "\\.")
        .replaceAll(/\{(\w+)\*\}/g, "(?<$1>.*)")
        .replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]*)");
      if (!path.includes("{")) this.#exact.set(path, { routes: ofPath, params: {} });
      else this.#patterns.push({ pattern: new RegExp(`^${source}$`, "s"), routes: ofPath });
    }
  }

  /** Returns undefined if the table does not have the path. */
  match(path: string): RouteMatch<R> | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    for (const { pattern, routes } of this.#patterns) {
      const match = pattern.exec(path);
      if (match !== null) return { routes, params: match.groups ?? {} };
    }
    return undefined;
  }
}

/** Returns the route with this method. HEAD is like GET. @throws HttpError with 405 */
export function routeFor<R extends Route>(method: string, routes: R[]): R {
  const known = [method === "HEAD" ? "GET" : method, "*"];
  const route = routes.find((route) => known.includes(route.method));
  if (route !== undefined) return route;
  throw methodNotAllowed(
    method,
    routes.map((route) => route.method),
  );
}
