/** Responses of a proxy, a captive portal or a gateway between the client and the store. */

import { close, send } from "./actions.ts";
import { response } from "./responses.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

const page = (title: string) =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body>${title}</body></html>\n`;

type Outcome = CallResult["outcome"];

/** Status, title, headers, outcome. */
const pages: [number, string, Record<string, string>, Outcome][] = [
  [200, "Welcome", {}, "unknown"],
  [200, "Sign in to the guests' network", { "cache-control": "no-store" }, "unknown"],
  [203, "Transformed by the proxy", { via: "1.1 proxy" }, "unknown"],
  [302, "Found", { location: "http://login.example/" }, "unknown"],
  [307, "Temporary Redirect", { location: "http://login.example/" }, "unknown"],
  [401, "Authorization Required", { "www-authenticate": 'Basic realm="proxy"' }, "not-created"],
  [403, "Forbidden by your company", {}, "not-created"],
  [404, "Not Found", { server: "nginx" }, "not-created"],
  [413, "Request Entity Too Large", { server: "nginx" }, "not-created"],
  [502, "Bad Gateway", { server: "nginx" }, "unknown"],
  [503, "Service Unavailable", { "retry-after": "3600" }, "unknown"],
  [504, "Gateway Time-out", { server: "nginx" }, "unknown"],
  [511, "Network Authentication Required", {}, "unknown"],
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

const visibleStatuses: FaultCase[] = pages.flatMap(([status, title, headers, outcome]) =>
  mediaTypes.map((mediaType) => ({
    name: `a proxy's page, ${status} ${title}, as ${mediaType || "no media type"}`,
    server: {
      responses: [[send(response(status, page(title), { ...headers, "content-type": mediaType })), close]],
    },
    expected: { kind: "unexpected-response", outcome, requests: 1 },
  })),
);

/** Complete bodies of a 2xx, and what each proves if the plant "Fern" was sent. */
const bodies: [body: string, of200: CallResult["kind"], outcome: Outcome][] = [
  ['{"name":"Fern"}', "success", "created"],
  ['{"name":"Fern","tag":null}', "unexpected-response", "created"],
  ['{"name":"Moss","tag":null}', "unexpected-response", "unknown"],
  ['{"name":null}', "unexpected-response", "unknown"],
  ['{"status":"ok"}', "unexpected-response", "unknown"],
  ['{"error":1,"message":"down for maintenance"}', "unexpected-response", "unknown"],
  ['[{"name":"Fern"}]', "unexpected-response", "unknown"],
  ['"Fern"', "unexpected-response", "unknown"],
  ["null", "unexpected-response", "unknown"],
  ["Fern", "unexpected-response", "unknown"],
  ["", "unexpected-response", "unknown"],
];

const jsonTypes = ["application/json", "Application/JSON; charset=utf-8", "application/problem+json"];
const otherTypes = [
  "text/html",
  "text/plain; a=application/json",
  "application/jsonp",
  "application/x-json",
  "",
];

/** A 201 needs no body: its status and its media type are evidence. No other 2xx is. */
function expectedOf(status: number, isJson: boolean, [, kind, outcome]: (typeof bodies)[number]): CallResult {
  if (status === 200) return { kind, outcome, requests: 1 };
  const isCreated = status === 201 && isJson;
  return { kind: "unexpected-response", outcome: isCreated ? "created" : "unknown", requests: 1 };
}

export const foreignSuccesses: FaultCase[] = [200, 201, 202, 203, 206, 299].flatMap((status) =>
  [...jsonTypes, ...otherTypes].flatMap((type) =>
    bodies.map((row) => ({
      name: `a ${status} with ${row[0] || "no body"}, as ${type || "no media type"}`,
      server: { responses: [[send(response(status, row[0], { "content-type": type })), close]] },
      expected: expectedOf(status, jsonTypes.includes(type), row),
    })),
  ),
);

export const proxyPages: FaultCase[] = [...visibleStatuses, hiddenStatus];
