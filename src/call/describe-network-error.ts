/** What a failed `fetch` says: how far the attempt got, and its error without secrets. */
import { type AttemptStage, attemptStage, type RuntimeError } from "./classify-network-error.ts";
import type { TokenRedactor } from "./redact-tokens.ts";

export interface NetworkFailure extends AttemptStage {
  code: string | undefined;
  /** Message of the innermost cause, which is the most precise one, without a period. */
  reason: string;
  /** A copy: the original must not reach the caller, because it can contain the request with its headers. */
  cause: Error;
}

/** @param thrown what `fetch` threw: anything, because callers can pass their own `fetch` */
export function describeNetworkError(thrown: unknown, redactor: TokenRedactor): NetworkFailure {
  const chain = readChain(thrown);
  const copies = chain.map((error) => copyError(error, redactor));
  const cause = copies.reduceRight((inner, error) => Object.assign(error, { cause: inner }));
  const { message, code = cause.code } = copies.at(-1) as SafeError;
  return { ...attemptStage(chain), code, reason: message.trim().replace(/\.$/, ""), cause };
}

/** Deeper than any runtime nests causes. Also ends a cycle. */
const MAX_CAUSE_DEPTH = 8;

const FALLBACK_MESSAGE = "fetch failed";

interface ThrownError extends RuntimeError {
  stack?: string | undefined;
}

/**
 * An error and its causes, outermost first. An AggregateError has an error for each address of a host, or for each request
 * of a `fetch` that races requests. The one that got furthest counts.
 */
function readChain(thrown: unknown, depth = 0): [ThrownError, ...ThrownError[]] {
  try {
    const { name, message, stack, code, syscall, cause, errors } = Object(thrown);
    const error = {
      name: textOf(name),
      message: textOf(message) || textOf(thrown) || FALLBACK_MESSAGE,
      stack: textOf(stack),
      code: errors ? undefined : textOf(code), // The code of an AggregateError is that of its first error.
      syscall: textOf(syscall),
    };
    if (depth >= MAX_CAUSE_DEPTH) return [error];
    if (!Array.isArray(errors))
      return cause === undefined ? [error] : [error, ...readChain(cause, depth + 1)];
    // The depth grows faster here, to bound the work for nested ones.
    const chains = [...errors, ...(cause ? [cause] : [])].map((each) => readChain(each, depth + 4));
    return [error, ...furthest(chains)];
  } catch {
    return [{ message: FALLBACK_MESSAGE }];
  }
}

/** The error of the attempt that got furthest, because it decides what may have been sent. */
function furthest(chains: ThrownError[][]): ThrownError[] {
  return chains.find((chain) => !attemptStage(chain).notSent) ?? chains[0] ?? [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

interface SafeError extends Error {
  code?: string;
  syscall?: string;
}

/** Redacts tokens. Copies nothing else: Node's errors also contain bytes from the server. */
function copyError({ name, message, stack, code, syscall }: ThrownError, redactor: TokenRedactor): SafeError {
  const copy: SafeError = new Error(redactor.redact(message));
  Object.defineProperties(copy, {
    name: { value: redactor.redact(name ?? "Error") },
    stack: { value: redactor.redact(stack ?? `${copy.stack}`) },
  });
  if (code !== undefined) copy.code = redactor.redact(code);
  if (syscall !== undefined) copy.syscall = redactor.redact(syscall);
  return copy;
}
