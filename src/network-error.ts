/** What a runtime says when `fetch` fails: how far the attempt came, and its error without secrets. */
import type { Echo } from "./echo.ts";

/** No connection came about: nothing was sent. */
const NO_CONNECTION_SYSCALLS = ["connect", "getaddrinfo"];
const NO_CONNECTION_CODES = ["UND_ERR_CONNECT_TIMEOUT", "ECONNREFUSED"]; // undici's and Bun's, which have no syscall

/** The peer's certificate was not trusted: nothing was sent, and trying again changes nothing. Node's names are OpenSSL's. */
const UNTRUSTED_CERTIFICATE = /^(ERR_TLS_CERT|CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_CA|HOSTNAME)/;

/** What is kept of a runtime's error. */
interface NetworkError extends Error {
  /** Such as `ECONNREFUSED`. */
  code?: string;
  /** What the runtime was about when it failed, such as `connect`. */
  syscall?: string;
}

/** How far an attempt came that ended without a status. */
export type Reached = "no-connection" | "untrusted-certificate" | "unknown";

export interface NetworkFailure {
  reached: Reached;
  code: string | undefined;
  /** The runtime's words where they are most precise: those of the innermost cause, without a full stop. */
  reason: string;
  cause: Error;
}

/** Reads what `fetch` threw, which may be anything where the caller brought a `fetch` of their own. */
export function readNetworkFailure(thrown: unknown, echo: Echo): NetworkFailure {
  const outermost = cleanCopy(thrown, echo);
  let innermost = outermost;
  while (innermost.cause !== undefined) innermost = innermost.cause as NetworkError;
  const code = innermost.code ?? outermost.code;
  return {
    reached: howFar(innermost, code),
    code,
    reason: innermost.message.trim().replace(/\.$/, ""),
    cause: outermost,
  };
}

function howFar({ syscall = "" }: NetworkError, code = ""): Reached {
  if (NO_CONNECTION_SYSCALLS.includes(syscall) || NO_CONNECTION_CODES.includes(code)) return "no-connection";
  return UNTRUSTED_CERTIFICATE.test(code) ? "untrusted-certificate" : "unknown";
}

/** Deeper than any runtime nests its causes; a hostile cycle ends here. */
const DEEPEST_CAUSE = 8;

/**
 * A copy of an error with the fields that are known to be harmless, tokens replaced. The original never goes
 * further: an HTTP library's error holds the request with its headers, and Node's holds bytes of the peer.
 */
function cleanCopy(thrown: unknown, echo: Echo, depth = 0): NetworkError {
  const clean = (value: unknown) => (typeof value === "string" ? echo.redact(value) : undefined);
  try {
    const { name, message, stack, code, syscall, cause, errors } = Object(thrown);
    const copy: NetworkError = new Error(clean(message) ?? clean(thrown) ?? "fetch failed");
    Object.defineProperties(copy, {
      name: { value: clean(name) ?? "Error" },
      stack: { value: clean(stack) ?? copy.stack },
    });
    if (typeof code === "string") copy.code = echo.redact(code);
    if (typeof syscall === "string") copy.syscall = echo.redact(syscall);
    // An AggregateError has one error for each address of the host that was tried.
    const inner = cause ?? errors?.[0];
    if (inner !== undefined && depth < DEEPEST_CAUSE) copy.cause = cleanCopy(inner, echo, depth + 1);
    return copy;
  } catch {
    return new Error("fetch failed with a value that cannot be read");
  }
}
