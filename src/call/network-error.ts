/** What a failed `fetch` says: how far the attempt got, and its error without secrets. */
import type { TokenRedactor } from "./token-redactor.ts";

/** No connection exists yet: nothing was sent. Node's system calls, then the codes of undici and Bun, which have none. */
const NO_CONNECTION = ["connect", "getaddrinfo", "UND_ERR_CONNECT_TIMEOUT", "ECONNREFUSED"];

/** The server's certificate is not trusted: nothing was sent, and a retry would fail too. Node uses OpenSSL's names. */
const UNTRUSTED_CERTIFICATE = /^(ERR_TLS_CERT|CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_CA|HOSTNAME)/;

/** The fields of a runtime's error that are kept. */
interface NetworkError extends Error {
  /** Such as `ECONNREFUSED`. */
  code?: string;
  /** The system call that failed, such as `connect`. */
  syscall?: string;
}

/** The furthest stage first. */
const STAGES = ["unknown", "untrusted-certificate", "no-connection"] as const;

/** How far an attempt got before it failed without a response. */
export type FailureStage = (typeof STAGES)[number];

export interface NetworkFailure {
  stage: FailureStage;
  code: string | undefined;
  /** Message of the innermost cause, which is the most precise one, without a period. */
  reason: string;
  cause: Error;
}

/** @param thrown what `fetch` threw: anything, because callers can pass their own `fetch` */
export function describeNetworkError(thrown: unknown, redactor: TokenRedactor): NetworkFailure {
  const cause = sanitizeError(thrown, redactor);
  const { code, message, stage } = locate(cause);
  return { stage, code, reason: message.trim().replace(/\.$/, ""), cause };
}

/** The innermost cause, which is the most precise one, and the stage that it tells. */
function locate(error: NetworkError): { code: string | undefined; message: string; stage: FailureStage } {
  let innermost = error;
  while (innermost.cause) innermost = innermost.cause as NetworkError;
  const { message, code = error.code } = innermost;
  let stage: FailureStage = UNTRUSTED_CERTIFICATE.test(`${code}`) ? "untrusted-certificate" : "unknown";
  if (NO_CONNECTION.includes(`${innermost.syscall}`) || NO_CONNECTION.includes(`${code}`))
    stage = "no-connection";
  return { code, message, stage };
}

/** Deeper than any runtime nests causes. Also ends a cycle. */
const MAX_CAUSE_DEPTH = 8;

/**
 * Copies the harmless fields of an error and redacts tokens in them. The original must not reach the caller: an HTTP
 * library's error contains the request with its headers, and Node's contains bytes from the server.
 */
function sanitizeError(thrown: unknown, redactor: TokenRedactor, depth = 0): NetworkError {
  const clean = (value: unknown) => (typeof value === "string" ? redactor.redact(value) : undefined);
  try {
    const { name, message, stack, code, syscall, cause, errors } = Object(thrown);
    const copy: NetworkError = new Error(clean(message) ?? clean(thrown) ?? "fetch failed");
    Object.defineProperties(copy, {
      name: { value: clean(name) ?? "Error" },
      stack: { value: clean(stack) ?? copy.stack },
    });
    // The code of an AggregateError is that of its first error.
    if (typeof code === "string" && !errors) copy.code = redactor.redact(code);
    if (typeof syscall === "string") copy.syscall = redactor.redact(syscall);
    if (depth >= MAX_CAUSE_DEPTH) return copy;
    // An AggregateError has an error for each address of a host, or for each request of a `fetch` that races requests. The
    // one that got furthest counts. The depth grows faster here, to bound the work for nested ones.
    const inner = Array.isArray(errors)
      ? furthest(errors.map((error) => sanitizeError(error, redactor, depth + 4)))
      : cause !== undefined && sanitizeError(cause, redactor, depth + 1);
    if (inner) copy.cause = inner;
    return copy;
  } catch {
    return new Error("fetch failed with an unreadable value");
  }
}

function furthest(errors: NetworkError[]): NetworkError | undefined {
  return STAGES.map((stage) => errors.find((error) => locate(error).stage === stage)).find(Boolean);
}
