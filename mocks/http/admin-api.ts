/** What the admin API of a store can do. */
import { isObject } from "../../src/common/read-options.ts";
import { stringifyJson } from "../../src/contract/json.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { PageFile } from "../page/bundle.ts";
import type { Fault } from "../parts/fault.ts";
import { HttpError } from "../parts/http-error.ts";
import { MAX_ITEMS } from "../parts/limits.ts";
import { OptionError } from "../parts/option-error.ts";
import { readJson } from "../parts/read-body-json.ts";
import { type MaybePromise, pathOf, type ServiceRequest } from "../parts/service-request.ts";
import type { ServiceResponse } from "../parts/service-response.ts";
import type { MockStoreSettings } from "../service/settings.ts";
import { writeEvents } from "./event-stream.ts";
import type { Session } from "./sessions.ts";

interface AdminContext extends Session {
  request: ServiceRequest;
  disconnectSignal: () => AbortSignal;
}

export type AdminHandler = (context: AdminContext) => MaybePromise<ServiceResponse>;

/** By method and path after `__admin/`. */
export const adminHandlers: [method: string, path: string, handle: AdminHandler][] = [
  ["GET", "requests", ({ store }) => json(200, { requests: store.publicRequests })],
  ["DELETE", "requests", respondAfter(({ store }) => store.clearRequests())],
  ["GET", "plants", ({ store }) => json(200, { plants: store.plants })],
  ["POST", "plants", addPlants],
  ["GET", "faults", ({ store }) => json(200, { faults: store.faults })],
  ["POST", "faults", addFaults],
  ["DELETE", "faults", respondAfter(({ store }) => store.clearFaults())],
  ["POST", "release", respondAfter(({ store }) => store.release())],
  ["GET", "settings", ({ store }) => json(200, store.settings)],
  ["PATCH", "settings", changeSettings],
  ["POST", "clear", respondAfter(clear)],
  ["GET", "events", streamEvents],
  ["GET", "", () => pageFile("index.html")],
  ["GET", "main.js", () => pageFile("main.js")],
  ["GET", "style.css", () => pageFile("style.css")],
  ["GET", "favicon.svg", () => pageFile("favicon.svg")],
];

function addPlants({ store, request }: AdminContext): ServiceResponse {
  store.addPlants(...readItems<NewPlant>(request, "plant"));
  return json(201, { plants: store.plants });
}

/** Reads an object, or an array of them. */
function readItems<T>(request: ServiceRequest, noun: string): T[] {
  const value = readJson(request, `a ${noun}, or an array of ${noun}s`);
  const items = (Array.isArray(value) ? value : [value]) as T[];
  if (items.length > MAX_ITEMS)
    throw new HttpError(400, `at most ${MAX_ITEMS} ${noun}s can be added at once`);
  return items;
}

/** The body is empty, or the options. */
function clear({ store, request }: AdminContext): void {
  const options = request.body.length === 0 ? {} : readJson(request, '{"keepAdded":true}');
  store.clear(options as { keepAdded?: boolean });
}

function addFaults({ store, request }: AdminContext): ServiceResponse {
  store.enqueue(...readItems<Fault>(request, "fault"));
  return json(201, { faults: store.faults });
}

/** Members that are absent stay as they are. Chaos without a seed gets a random one, which the response contains. */
function changeSettings({ store, request }: AdminContext): ServiceResponse {
  const settings = readJson(request, '{"latency":200}') as Partial<MockStoreSettings>;
  const chaos: unknown = Object(settings).chaos;
  if (isObject(chaos)) Object.assign(chaos, { seed: Math.floor(Math.random() * 2 ** 32), ...chaos });
  store.configure(settings);
  return json(200, store.settings);
}

function streamEvents({ store, exists, removed, disconnectSignal }: AdminContext): ServiceResponse {
  if (!exists) throw new HttpError(404, "this session does not exist: create it with PUT /sessions/NAME");
  const ends = [disconnectSignal(), ...(removed === undefined ? [] : [removed])];
  return {
    status: 200,
    // Proxies must not buffer it: nginx reads the last header, compressing middlewares read `no-transform`.
    headers: {
      ...HEADERS,
      "cache-control": "no-store, no-transform",
      "content-type": "text/event-stream",
      "x-accel-buffering": "no",
    },
    body: { write: writeEvents(store, ends) },
  };
}

/** Words a wrong option of the store for a client of this API, which called no function. */
export function toAdminError(error: unknown): unknown {
  if (!(error instanceof OptionError)) return error;
  const { option, problem } = error;
  return new HttpError(400, option === "" ? problem : `\`${option}\` ${problem}`);
}

export function respondAfter<Context>(change: (context: Context) => void) {
  return (context: Context): ServiceResponse => {
    change(context);
    return { status: 204, headers: HEADERS, body: null };
  };
}

export const json = (status: number, body: object): ServiceResponse =>
  text(status, `${stringifyJson(body)}`, "application/json");

/**
 * Redirects from a base URL, or from the page's URL without its slash, in which the relative URLs of the page would be wrong.
 * The location is relative, because a proxy can change the path.
 */
export function redirectToPage({ request: { url } }: { request: ServiceRequest }): ServiceResponse {
  const [last] = /[^/]*$/.exec(pathOf(url)) ?? [""];
  const folder = last === "" || last === "__admin" ? "" : `${last}/`;
  return { status: 308, headers: { ...HEADERS, location: `./${folder}__admin/` }, body: "" };
}

/** Keeps the response from pages of other sites, which the service's responses do not. */
const HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  vary: "origin",
  "x-content-type-options": "nosniff",
};

/** The page loads only its own files, and no other page can frame it. */
const PAGE_POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

let files: Promise<Record<string, PageFile>> | undefined;

/** Loads the page when a file is first requested: a mock that nobody watches does not need it. */
async function pageFile(path: string): Promise<ServiceResponse> {
  files ??= import("#live-page").then(({ bundlePage }) => bundlePage());
  const { [path]: file } = await files;
  if (file === undefined) throw new Error(`The live page has no file ${path}.`);
  return text(200, file.text, file.contentType);
}

function text(status: number, body: string, contentType: string): ServiceResponse {
  const headers = { ...HEADERS, "content-type": contentType };
  const policy = contentType === "application/json" ? {} : { "content-security-policy": PAGE_POLICY };
  return { status, headers: { ...headers, ...policy }, body };
}
