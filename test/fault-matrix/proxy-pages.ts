/** What stands between a client and its store answers by itself: in HTML. */

import type { Ending, FaultCase } from "./matrix.ts";
import { hangUp, say } from "./moves.ts";
import { answer } from "./responses.ts";

const page = (title: string) =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body>${title}</body></html>\n`;

type Outcome = Ending["outcome"];

/** Status, what the page says, headers, outcome. */
const pages: [number, string, Record<string, string>, Outcome][] = [
  [200, "Welcome", {}, "created"],
  [200, "Sign in to the guests' network", { "cache-control": "no-store" }, "created"],
  [203, "Changed on the way", { via: "1.1 proxy" }, "created"],
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

/** A 407, which a proxy may send only where it was asked as one, is kept back by Node's fetch: no status came back. */
const hidden: FaultCase = {
  name: "a proxy's page, 407 Proxy Authentication Required",
  peer: {
    answers: [[say(answer(407, page("Sign in"), { "proxy-authenticate": 'Basic realm="proxy"' })), hangUp]],
  },
  ending: { kind: "connection", outcome: "unknown", requests: 1 },
};

const shown: FaultCase[] = pages.flatMap(([status, title, headers, outcome]) =>
  mediaTypes.map((mediaType) => ({
    name: `a proxy's page, ${status} ${title}, as ${mediaType || "nothing"}`,
    peer: {
      answers: [[say(answer(status, page(title), { ...headers, "content-type": mediaType })), hangUp]],
    },
    ending: { kind: "unexpected-response", outcome, requests: 1 },
  })),
);

export const proxyPages: FaultCase[] = [...shown, hidden];
