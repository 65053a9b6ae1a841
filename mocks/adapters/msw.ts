/** Adapter for MSW: a store as request handlers. */
import { type HttpHandler, HttpResponse, http } from "msw";
import { parseBaseUrl, withoutTrailingSlashes } from "../../src/common/parse-base-url.ts";
import { aUrl, type OptionRules, REQUIRED, readOptions } from "../../src/common/read-options.ts";
import { optionErrorOf } from "../parts/option-error.ts";
import type { Service } from "../parts/service-request.ts";
import { isInterrupted } from "../parts/waits.ts";
import { serviceOf } from "../service/reference-store.ts";
import { basePathOf } from "../service/routes.ts";
import { exchange } from "./fetch.ts";
import type { MockStore } from "./mock-store.ts";

/**
 * Options of `mockHandlers`.
 *
 * @expand
 */
export interface MockHandlersOptions {
  /**
   * The base URL that the application under test should use. MSW treats requests to any other as unhandled. `"*"` means any:
   * an application with a wrong one passes its tests.
   */
  baseUrl: string | URL;
}

const RULES = { baseUrl: [...aUrl, REQUIRED] } satisfies OptionRules<MockHandlersOptions>;

const fail = optionErrorOf("mockHandlers");

/**
 * Returns MSW handlers for `setupServer` and `setupWorker`. They handle only `POST` and `OPTIONS` on `/plants`. MSW
 * treats every other request as unhandled.
 *
 * @throws TypeError if an argument is invalid, or an option is unknown
 */
export function mockHandlers(store: MockStore, options: MockHandlersOptions): HttpHandler[] {
  const service = serviceOf(store, "mockHandlers: the first argument");
  const { baseUrl } = readOptions(options, RULES, fail);
  const base = baseUrl === "*" ? undefined : readBaseUrl(`${baseUrl}`);
  const respond = ({ request }: { request: Request }) => respondTo(service, request);
  // MSW's own patterns ignore default ports and a trailing slash. This compares URLs as the client sends them.
  const isForStore = ({ request: { url } }: { request: Request }) => {
    const basePath = basePathOf(url);
    return basePath !== undefined && (base === undefined || new URL(url).origin + basePath === base);
  };
  return [http.post(isForStore, respond), http.options(isForStore, respond)];
}

function readBaseUrl(baseUrl: string): string {
  // An empty URL would be that of the page.
  const url = baseUrl ? parseBaseUrl(baseUrl, fail) : undefined;
  if (url) return withoutTrailingSlashes(url.href);
  throw fail("baseUrl", 'must be a URL such as https://plants.example/api, or "*" for any');
}

async function respondTo(service: Service, request: Request): Promise<Response> {
  if (request.bodyUsed)
    throw new TypeError(
      "mockHandlers: a handler before these has read the body of the request: read that of `request.clone()`.",
    );
  const response = await exchange(service, request).catch((error) => {
    // Otherwise, there is a response: MSW reports the error.
    if (isInterrupted(error) || request.signal.aborted) return undefined;
    throw error;
  });
  if (response === undefined || (await breaksOffInWebKit(response))) return HttpResponse.error();
  // happy-dom checks CORS, but its requests reach MSW without `Origin`.
  if (!request.headers.has("origin")) response.headers.set("access-control-allow-origin", "*");
  return response;
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
