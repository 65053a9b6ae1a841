/** Adapter for MSW: a store as request handlers. */
import { type HttpHandler, HttpResponse, http } from "msw";
import type { Service } from "../service/protocol.ts";
import { asService, type PlantStore } from "../service/reference-store.ts";
import { operations } from "../service/routes.ts";
import { exchange } from "./fetch.ts";

/** Options of `plantStoreHandlers`. */
export interface PlantStoreHandlersOptions {
  /**
   * The base URL that the application under test should use. MSW treats requests to any other base URL as unhandled.
   * @default "*": any base URL, including a wrong one
   */
  baseUrl?: string | URL | undefined;
}

/**
 * Returns MSW handlers for `setupServer` and `setupWorker`. They handle only `POST` and `OPTIONS` on `/plants`. MSW
 * treats every other request as unhandled.
 *
 * @throws TypeError if an argument is invalid
 */
export function plantStoreHandlers(
  store: PlantStore,
  options: PlantStoreHandlersOptions = {},
): HttpHandler[] {
  const service = asService(store, "plantStoreHandlers");
  const baseUrl = options.baseUrl ?? "*";
  const base = baseUrl === "*" ? undefined : resolveBaseUrl(baseUrl);
  const respond = ({ request }: { request: Request }) => respondTo(service, request);
  return operations.flatMap(({ method, pattern }) => {
    // MSW's own patterns ignore default ports and a trailing slash. This compares URLs as the client sends them.
    const isForOperation = ({ request }: { request: Request }) => {
      const { origin, pathname } = new URL(request.url);
      const prefix = pattern.exec(pathname)?.[1];
      return prefix !== undefined && (base === undefined || origin + prefix === base);
    };
    const key = method.toLowerCase() as Lowercase<"GET" | "POST" | "PUT" | "PATCH" | "DELETE">;
    return [http[key](isForOperation, respond), http.options(isForOperation, respond)];
  });
}

async function respondTo(service: Service, request: Request): Promise<Response> {
  const result = await exchange(service, request, request.signal);
  return "lost" in result || (await breaksOffInWebKit(result)) ? HttpResponse.error() : result;
}

/**
 * WebKit cannot transfer a stream to a service worker. MSW then reads the whole body first, and never responds if that
 * fails. Such a response becomes a lost connection instead.
 */
async function breaksOffInWebKit(response: Response): Promise<boolean> {
  if (!isPage() || canTransferStreams()) return false;
  return response
    .clone()
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    );
}

const isPage = () => globalThis.navigator?.serviceWorker !== undefined;

function canTransferStreams(): boolean {
  const stream = new ReadableStream();
  try {
    structuredClone(stream, { transfer: [stream] });
    return true;
  } catch {
    return false;
  }
}

function resolveBaseUrl(baseUrl: string | URL): string {
  try {
    const url = new URL(baseUrl, globalThis.location?.href);
    // The client rejects these too, so no request would ever match.
    if (!/^https?:$/.test(url.protocol) || /[?#]/.test(url.href)) throw new TypeError();
    if (url.username || url.password) throw new TypeError();
    return url.href.replace(/\/+$/, "");
  } catch {
    throw new TypeError(
      'plantStoreHandlers: `baseUrl` must be a URL such as https://plants.example/api, without query, fragment or credentials, or "*".',
    );
  }
}
