/** What a failed `fetch` says: how far the attempt got, and its error without secrets. */
import { type AttemptStage, attemptStage, copyEvidence, type RuntimeError } from "#classify-network-error";
import { escapeControls, escapeControlsInLines } from "../common/escape-controls.ts";
import type { TokenRedactor } from "../common/redact-tokens.ts";

export interface NetworkFailure extends AttemptStage {
  code: string | undefined;
  /** Message of the innermost cause, which is the most precise one, without a period. */
  reason: string;
  /** A copy: the original must not reach the caller, because it can contain the request with its headers. */
  cause: Error;
}

/** @param thrown what `fetch` threw: anything, because callers can pass their own `fetch` */
export function describeNetworkError(thrown: unknown, redactor: TokenRedactor): NetworkFailure {
  const chain = copyChain(thrown, redactor);
  const cause = chain.reduceRight((inner, error) => Object.assign(error, { cause: inner }));
  const { message, code = cause.code } = chain.at(-1) as RuntimeError;
  const { reason = message.trim().replace(/\.$/, ""), ...stage } = attemptStage(chain);
  return { ...stage, code, reason, cause };
}

/** Deeper than any runtime nests causes. Also ends a cycle. */
const MAX_CAUSE_DEPTH = 8;

const FALLBACK_MESSAGE = "fetch failed";

/**
 * An error and its causes, outermost first. An AggregateError has an error for each address of a host, or for each request
 * of a `fetch` that races requests. The one that got furthest counts, because it decides what may have been sent.
 */
function copyChain(thrown: unknown, redactor: TokenRedactor, depth = 0): RuntimeError[] {
  try {
    const { cause, errors } = Object(thrown);
    const error = copyError(thrown, redactor);
    if (depth >= MAX_CAUSE_DEPTH) return [error];
    if (!Array.isArray(errors))
      return cause === undefined ? [error] : [error, ...copyChain(cause, redactor, depth + 1)];
    delete error.code; // That of the first error.
    // The depth grows faster here, to bound the work for nested ones.
    const chains = [...errors, ...(cause ? [cause] : [])].map((each) => copyChain(each, redactor, depth + 4));
    return [error, ...(chains.find((chain) => !attemptStage(chain).notSent) ?? chains[0] ?? [])];
  } catch {
    return [new Error(FALLBACK_MESSAGE)];
  }
}

/** Redacts tokens and escapes controls. Copies no other field: Node's errors also contain bytes from the server. */
function copyError(thrown: unknown, redactor: TokenRedactor): RuntimeError {
  const textOf = (value: unknown, escaping = escapeControls) =>
    typeof value === "string" ? escaping(redactor.redact(value)) : undefined;
  const { name, message, stack, code } = Object(thrown);
  const copy: RuntimeError = new Error(textOf(message) || textOf(thrown) || FALLBACK_MESSAGE);
  Object.defineProperties(copy, {
    name: { value: textOf(name) ?? "Error" },
    stack: { value: textOf(stack, escapeControlsInLines) ?? copy.stack },
  });
  if (typeof code === "string") copy.code = redactor.redact(code);
  copyEvidence(Object(thrown), copy, redactor);
  return copy;
}
