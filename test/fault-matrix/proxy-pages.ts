/** Responses of a proxy, a captive portal or a gateway between the client and the store. */
import { BODIES_OF_200, meaningOf, outcomeOfHead } from "../support/outcomes.ts";
import { close, send } from "./actions.ts";
import { response } from "./responses.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

const page = (title: string) =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body>${title}</body></html>\n`;

/** Status, title, headers. */
const pages: [number, string, Record<string, string>?][] = [
  [200, "Welcome"],
  [200, "Sign in to the guests' network", { "cache-control": "no-store" }],
  [203, "Transformed by the proxy", { via: "1.1 proxy" }],
  [302, "Found", { location: "http://login.example/" }],
  [307, "Temporary Redirect", { location: "http://login.example/" }],
  [401, "Authorization Required", { "www-authenticate": 'Basic realm="proxy"' }],
  [403, "Forbidden by your company"],
  [404, "Not Found", { server: "nginx" }],
  [413, "Request Entity Too Large", { server: "nginx" }],
  [502, "Bad Gateway", { server: "nginx" }],
  [503, "Service Unavailable", { "retry-after": "3600" }],
  [504, "Gateway Time-out", { server: "nginx" }],
  [511, "Network Authentication Required"],
];

const mediaTypes = ["text/html", "application/json", "application/octet-stream; charset=utf-16", ""];

/** Only an explicitly configured proxy may send a 407. Otherwise Node's fetch rejects and does not report the status. */
const hiddenStatus: FaultCase = {
  name: "a proxy's page, 407 Proxy Authentication Required",
  server: {
    responses: [
      [send(response(407, page("Sign in"), { "proxy-authenticate": 'Basic realm="proxy"' })), close],
    ],
  },
  expected: { kind: "connection", outcome: "unknown", requests: 1 },
};

const visibleStatuses: FaultCase[] = pages.flatMap(([status, title, headers]) =>
  mediaTypes.map((mediaType) => ({
    name: `a proxy's page, ${status} ${title}, as ${mediaType || "no media type"}`,
    server: {
      responses: [[send(response(status, page(title), { ...headers, "content-type": mediaType })), close]],
    },
    expected: {
      kind: "unexpected-response",
      outcome: status === 200 ? "unknown" : meaningOf(status).outcome,
      requests: 1,
    },
  })),
);

const jsonTypes = ["application/json", "Application/JSON; charset=utf-8", "application/problem+json"];
const otherTypes = [
  "text/html",
  "text/plain; a=application/json",
  "application/jsonp",
  "application/x-json",
  "",
];

/** A 201 needs no body: its status and its media type are evidence. No other 2xx is. */
function expectedOf(
  status: number,
  isJson: boolean,
  [, kind, outcome]: (typeof BODIES_OF_200)[number],
): CallResult {
  if (status === 200) return { kind, outcome, requests: 1 };
  return { kind: "unexpected-response", outcome: outcomeOfHead(status, isJson), requests: 1 };
}

export const foreignSuccesses: FaultCase[] = [200, 201, 202, 203, 206, 299].flatMap((status) =>
  [...jsonTypes, ...otherTypes].flatMap((type) =>
    BODIES_OF_200.map((row) => ({
      name: `a ${status} with ${row[0] || "no body"}, as ${type || "no media type"}`,
      server: { responses: [[send(response(status, row[0], { "content-type": type })), close]] },
      expected: expectedOf(status, jsonTypes.includes(type), row),
    })),
  ),
);

export const proxyPages: FaultCase[] = [...visibleStatuses, hiddenStatus];
