/** A table of routes with path parameters. */
import { HttpError } from "./protocol.ts";

export interface Route {
  method: string;
  /** `{name}` matches one segment, and `{base}` at the start any base path. */
  path: string;
}

/** The routes on a path. */
export interface RouteMatch<R extends Route> {
  routes: R[];
  params: Record<string, string | undefined>;
}

export class RouteTable<R extends Route> {
  readonly #paths: { pattern: RegExp; routes: R[] }[];

  constructor(routes: readonly R[]) {
    const paths = [...new Set(routes.map(({ path }) => path))];
    this.#paths = paths.map((path) => ({
      pattern: new RegExp(
        `^${path
          .replaceAll(".", "\\.")
          .replace("{base}", "(?<base>.*)")
          .replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]*)")}$`,
      ),
      routes: routes.filter((route) => route.path === path),
    }));
  }

  /** Returns undefined if the table does not have the path. */
  match(path: string): RouteMatch<R> | undefined {
    for (const { pattern, routes } of this.#paths) {
      const match = pattern.exec(path);
      if (match !== null) return { routes, params: match.groups ?? {} };
    }
    return undefined;
  }
}

/**
 * Returns the route with this method. HEAD is like GET.
 *
 * @param alsoAllowed methods that are not routes, for `Allow`
 * @throws HttpError with 405 (RFC 9110 section 15.5.6)
 */
export function routeFor<R extends Route>(method: string, routes: R[], ...alsoAllowed: string[]): R {
  const route = routes.find((route) => route.method === (method === "HEAD" ? "GET" : method));
  if (route !== undefined) return route;
  const methods = routes.map((route) => route.method);
  throw new HttpError(405, `${method} is not allowed here: use ${methods.join(" or ")}`, {
    allow: [...methods, ...alsoAllowed].join(", "),
  });
}
