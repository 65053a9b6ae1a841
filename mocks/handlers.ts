/** A store as MSW request handlers. */
import { type HttpHandler, http } from "msw";
import type { PlantStore } from "./store.ts";

/** Where the handlers listen. */
export interface PlantStoreHandlersOptions {
  /**
   * The base URL that the application under test uses.
   * @default "*", which is any
   */
  baseUrl?: string | URL | undefined;
}

/**
 * MSW handlers for `setupServer` and `setupWorker`. They own `POST` and `OPTIONS` on `/plants` alone; every other
 * request is MSW's to treat as unhandled.
 */
export function plantStoreHandlers(
  store: PlantStore,
  options: PlantStoreHandlersOptions = {},
): HttpHandler[] {
  const isForPlants = plantsUnder(options.baseUrl ?? "*");
  return [
    http.post(isForPlants, ({ request }) => store.fetch(request)),
    http.options(isForPlants, ({ request }) => store.fetch(request)),
  ];
}

/** Compares URLs as the client sends them; MSW's own patterns know no default ports and overlook a slash at the end. */
function plantsUnder(baseUrl: string | URL): (info: { request: Request }) => boolean {
  const page = globalThis.location?.href;
  const base = baseUrl === "*" ? undefined : new URL(baseUrl, page).href.replace(/\/+$/, "");
  return ({ request }) => {
    const { origin, pathname } = new URL(request.url);
    return base === undefined ? pathname.endsWith("/plants") : `${origin}${pathname}` === `${base}/plants`;
  };
}
