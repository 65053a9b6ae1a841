/**
 * What each event means for a call: its failure, whether a plant was created, and whether the call is sent again. All
 * tests read this: of the client, of the fault matrix, of the adapters and of the soak. docs/errors.md and docs/retries.md
 * say it in words. What each fault of the mock means is in the table of docs/faults.md: see fault-table.ts.
 */
import type { PlantStoreFailure, PlantStoreOutcome } from "plant-store-sdk";

export interface Meaning {
  kind: PlantStoreFailure["kind"] | "success";
  outcome: PlantStoreOutcome;
  /** With which options the call is sent again. */
  retry: "always" | "with retryUnknown" | "never";
}

const response = (outcome: PlantStoreOutcome, retry: Meaning["retry"] = "never"): Meaning => {
  return { kind: "unexpected-response", outcome, retry };
};
const repeatable = response("unknown", "with retryUnknown");

const EXCEPTIONS: Record<number, Meaning> = {
  200: { kind: "success", outcome: "created", retry: "never" },
  201: response("created"),
  400: { kind: "rejected", outcome: "not-created", retry: "never" },
  408: repeatable, // The store may have created the plant before its own timeout.
  429: response("not-created", "always"),
  499: response("unknown"), // nginx logs it when the client disconnects. A proxy may send it.
  ...{ 500: repeatable, 502: repeatable, 503: repeatable, 504: repeatable },
};

/** The spellings of HTML's media types. A filter can replace any response of the store by a 403 or 406 of these. */
export const HTML_TYPES = ["text/html", "Text/HTML; charset=iso-8859-1", "application/xhtml+xml"];

export const JSON_TYPES = ["application/json", "Application/JSON; charset=utf-8", "application/problem+json"];

/** Of a complete response: a 200 has a plant, and a 400 an Error. */
export function meaningOf(status: number, type = "application/json"): Meaning {
  if ([403, 406].includes(status) && HTML_TYPES.includes(type)) return response("unknown");
  return EXCEPTIONS[status] ?? response(status >= 400 && status <= 499 ? "not-created" : "unknown");
}

/** Whether a plant was created, if the headers of a response arrived and its body did not. */
export function outcomeOfHead(status: number, type = "application/json"): PlantStoreOutcome {
  const { outcome } = meaningOf(status, type);
  return outcome === "created" && !JSON_TYPES.includes(type) ? "unknown" : outcome;
}

/** Complete bodies of a 200, if the plant "Fern" was sent. The media type does not matter. */
export const BODIES_OF_200: [body: string, kind: Meaning["kind"], outcome: PlantStoreOutcome][] = [
  ['{"name":"Fern"}', "success", "created"],
  ['{"name":" Fern\\n"}', "success", "created"],
  ['{"name":"Fern","tag":null}', "unexpected-response", "created"],
  ['{"name":"Fern ","tag":null}', "unexpected-response", "created"],
  ['{"name":"Moss"}', "unexpected-response", "unknown"], // A cache, or another API.
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

const unreached: Meaning = { kind: "connection", outcome: "not-created", retry: "always" };
const permanent: Meaning = { ...unreached, retry: "never" };
const lost: Meaning = { kind: "connection", outcome: "unknown", retry: "with retryUnknown" };

/** Failures of a connection in Node, by their code and the system call that failed. */
export const NETWORK_FAILURES: [code: string, syscall: string | undefined, Meaning][] = [
  ["ENOTFOUND", "getaddrinfo", unreached],
  ["EAI_AGAIN", "getaddrinfo", unreached],
  ["ECONNREFUSED", "connect", unreached],
  ["ETIMEDOUT", "connect", unreached],
  ["ECONNRESET", "connect", unreached],
  ["ECONNREFUSED", undefined, unreached],
  ["UND_ERR_CONNECT_TIMEOUT", undefined, unreached],
  ["SELF_SIGNED_CERT_IN_CHAIN", undefined, permanent],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", undefined, permanent],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", undefined, permanent],
  ["CERT_HAS_EXPIRED", undefined, permanent],
  ["ERR_TLS_CERT_ALTNAME_INVALID", undefined, permanent],
  ["ERR_ACCESS_DENIED", "connect", permanent], // Node's --permission without --allow-net.
  ["ERR_ACCESS_DENIED", "getaddrinfo", permanent],
  ["ERR_ACCESS_DENIED", undefined, lost], // Without --allow-fs-write: a custom `fetch` can write a log after it has sent the plant.
  ["ECONNRESET", "read", lost],
  ["ETIMEDOUT", "read", lost],
  ["UND_ERR_SOCKET", undefined, lost],
  ["UND_ERR_HEADERS_TIMEOUT", undefined, lost],
  ["HPE_INVALID_CONSTANT", undefined, lost],
  ["ERR_SSL_WRONG_VERSION_NUMBER", undefined, lost], // Unless Node reports that it could not connect: see tls.test.ts.
  ["X_CERT_HAS_EXPIRED", "read", lost], // Only contains the code of a certificate error.
];
