/** A store as MSW request handlers. */
import { type HttpHandler, http } from "msw";
import { asReferenceStore } from "./reference-store.ts";
import type { PlantStore } from "./store.ts";

/** Where the handlers listen. */
export interface PlantStoreHandlersOptions {
  /**
   * The base URL that the application under test should use. A request to another one is then MSW's to treat as unhandled.
   * @default "*", which is any, a wrong one too
   */
  baseUrl?: string | URL | undefined;
}

/**
 * MSW handlers for `setupServer` and `setupWorker`. They own `POST` and `OPTIONS` on `/plants` alone; every other
 * request is MSW's to treat as unhandled.
 *
 * @throws TypeError for what is no store, or no base URL.
 */
export function plantStoreHandlers(
  store: PlantStore,
  options: PlantStoreHandlersOptions = {},
): HttpHandler[] {
  const { fetch } = asReferenceStore(store, "plantStoreHandlers");
  const isForPlants = plantsUnder(options.baseUrl ?? "*");
  // MSW makes an answer of status 500 of what a handler throws, and a network error of this response.
  const answer = ({ request }: { request: Request }) =>
    fetch(request)
      .then(deliverable)
      .catch(() => Response.error());
  return [http.post(isForPlants, answer), http.options(isForPlants, answer)];
}

/**
 * Where a page cannot hand a stream to its service worker, MSW reads a body whole before it sends any of the answer,
 * and sends nothing, ever, where the body breaks off: then the connection is lost instead.
 */
async function deliverable(response: Response): Promise<Response> {
  if (isInPage() && !canTransferStreams()) await response.clone().arrayBuffer();
  return response;
}

const isInPage = () => globalThis.navigator?.serviceWorker !== undefined;

/** WebKit cannot. */
function canTransferStreams(): boolean {
  const stream = new ReadableStream();
  try {
    structuredClone(stream, { transfer: [stream] });
    return true;
  } catch {
    return false;
  }
}

/** Compares URLs as the client sends them; MSW's own patterns know no default ports and overlook a slash at the end. */
function plantsUnder(baseUrl: string | URL): (info: { request: Request }) => boolean {
  const base = baseUrl === "*" ? undefined : resolve(baseUrl);
  return ({ request }) => {
    const { origin, pathname } = new URL(request.url);
    return base === undefined ? pathname.endsWith("/plants") : `${origin}${pathname}` === `${base}/plants`;
  };
}

function resolve(baseUrl: string | URL): string {
  try {
    const url = new URL(baseUrl, globalThis.location?.href);
    // A client refuses them too (they are in no request), so that nothing would ever match.
    if (url.search || url.hash || url.username || url.password) throw new TypeError();
    return url.href.replace(/\/+$/, "");
  } catch {
    throw new TypeError(
      'plantStoreHandlers: `baseUrl` must be a URL such as https://plants.example/api, without query, fragment or credentials, or "*".',
    );
  }
}
