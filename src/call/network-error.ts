/** What a failed `fetch` says: how far the attempt got, and its error without secrets. */
import type { TokenRedactor } from "./token-redactor.ts";

/** Node's system calls before a connection exists: nothing was sent. */
const NO_CONNECTION_SYSCALLS = ["connect", "getaddrinfo"];
/** undici's and Bun's codes, which have no system call. */
const NO_CONNECTION_CODES = ["UND_ERR_CONNECT_TIMEOUT", "ECONNREFUSED"];

/** The server's certificate is not trusted: nothing was sent, and a retry would fail too. Node uses OpenSSL's names. */
const UNTRUSTED_CERTIFICATE = /^(ERR_TLS_CERT|CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_CA|HOSTNAME)/;

/** The fields of a runtime's error that are kept. */
interface NetworkError extends Error {
  /** Such as `ECONNREFUSED`. */
  code?: string;
  /** The system call that failed, such as `connect`. */
  syscall?: string;
  /** The errors of an AggregateError. */
  errors?: NetworkError[];
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
  let innermost = cause;
  while (innermost.cause !== undefined) innermost = innermost.cause as NetworkError;
  const code = innermost.code ?? cause.code;
  const reason = innermost.message.trim().replace(/\.$/, "");
  return { stage: classify(cause), code, reason, cause };
}

/** The stage of the innermost error. Of several errors, as for the addresses of a host, the furthest stage counts. */
function classify({ syscall, code = "", cause, errors }: NetworkError, outerCode = code): FailureStage {
  if (errors) {
    const stages = errors.map((error) => classify(error, outerCode));
    return STAGES.find((stage) => stages.includes(stage)) ?? "unknown";
  }
  if (cause) return classify(cause as NetworkError, outerCode);
  const lastCode = code || outerCode;
  if (NO_CONNECTION_SYSCALLS.includes(`${syscall}`) || NO_CONNECTION_CODES.includes(lastCode)) {
    return "no-connection";
  }
  return UNTRUSTED_CERTIFICATE.test(lastCode) ? "untrusted-certificate" : "unknown";
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
    if (typeof code === "string") copy.code = redactor.redact(code);
    if (typeof syscall === "string") copy.syscall = redactor.redact(syscall);
    if (depth === MAX_CAUSE_DEPTH) return copy;
    // An AggregateError has one error for each address of the host, or for each request of a `fetch` that races requests.
    if (Array.isArray(errors)) copy.errors = errors.map((error) => sanitizeError(error, redactor, depth + 1));
    const inner = cause ?? errors?.[0];
    if (inner !== undefined) copy.cause = sanitizeError(inner, redactor, depth + 1);
    return copy;
  } catch {
    return new Error("fetch failed with an unreadable value");
  }
}
