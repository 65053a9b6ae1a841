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
  const url = `${String(options.baseUrl ?? "*").replace(/\/+$/, "")}/plants`;
  return [
    http.post(url, ({ request }) => store.fetch(request)),
    http.options(url, ({ request }) => store.fetch(request)),
  ];
}
