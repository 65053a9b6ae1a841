/** What a failed `fetch` says: how far the attempt got, and its error without secrets. */
import { type AttemptStage, attemptStage } from "./runtime.ts";
import type { TokenRedactor } from "./token-redactor.ts";

/** The fields of a runtime's error that are kept. */
interface NetworkError extends Error {
  /** Such as `ECONNREFUSED`. */
  code?: string;
  /** The system call that failed, such as `connect`. */
  syscall?: string;
}

export interface NetworkFailure extends AttemptStage {
  code: string | undefined;
  /** Message of the innermost cause, which is the most precise one, without a period. */
  reason: string;
  cause: Error;
}

/** @param thrown what `fetch` threw: anything, because callers can pass their own `fetch` */
export function describeNetworkError(thrown: unknown, redactor: TokenRedactor): NetworkFailure {
  return describe(sanitizeError(thrown, redactor));
}

function describe(cause: NetworkError): NetworkFailure {
  const chain = [cause];
  let innermost = cause;
  while (Object.hasOwn(innermost, "cause")) {
    innermost = innermost.cause as NetworkError;
    chain.push(innermost);
  }
  const { message, code = cause.code } = innermost;
  return { ...attemptStage(chain), code, reason: message.trim().replace(/\.$/, ""), cause };
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
    const copy: NetworkError = new Error(clean(message) || clean(thrown) || "fetch failed");
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
      ? furthest(
          [...errors, ...(cause ? [cause] : [])].map((error) => sanitizeError(error, redactor, depth + 4)),
        )
      : cause !== undefined && sanitizeError(cause, redactor, depth + 1);
    if (inner) copy.cause = inner;
    return copy;
  } catch {
    return new Error("fetch failed");
  }
}

/** The error of the attempt that got furthest, because it decides what may have been sent. */
function furthest(errors: NetworkError[]): NetworkError | undefined {
  return errors.find((error) => !describe(error).notSent) ?? errors[0];
}
