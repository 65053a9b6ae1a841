/** How far an attempt got, by the error of the runtime. in-browser.ts replaces this file in browsers. */
import type { TokenRedactor } from "../common/redact-tokens.ts";

/** What the runtime's error says about an attempt. */
export interface AttemptStage {
  /** Whether it is certain that nothing was sent. */
  notSent: boolean;
  /** Whether another attempt would fail in the same way. */
  permanent: boolean;
  /** In plain words, if the error's message is not. */
  reason?: string | undefined;
}

/** An error of the runtime. These fields decide the outcome. */
export interface RuntimeError extends Error {
  /** Such as `ECONNREFUSED`. */
  code?: string;
  /** The system call that failed, such as `connect`. */
  syscall?: string;
}

const CHANNEL = "undici:client:connectError";

/** The property of the channel that has the set of `connectErrors`. */
const SHARED = Symbol.for("plant-store-sdk.connectErrors");

/** Errors of connections that Node could not establish: nothing was sent on them, whatever their codes say. */
const connectErrors = watchConnectErrors();

/** Copies what else decides the outcome: the system call, and whether Node could not establish the connection. */
export function copyEvidence(
  thrown: RuntimeError & { erroredSysCall?: string },
  copy: RuntimeError,
  redactor: TokenRedactor,
): void {
  const { erroredSysCall, syscall = erroredSysCall } = thrown; // erroredSysCall: node-fetch.
  if (typeof syscall === "string") copy.syscall = redactor.redact(syscall);
  if (connectErrors.has(thrown)) connectErrors.add(copy);
}

/**
 * Node's `fetch`, also installed from npm, publishes the error with which it will reject, also after a failed TLS handshake and
 * for a refused proxy tunnel. All copies of this module share a subscriber, because it stays in memory with its copy, and Jest
 * loads a copy for each test file.
 */
function watchConnectErrors(): WeakSet<object> {
  const errors = new WeakSet<object>();
  try {
    // Not an import, because other runtimes and bundlers would have to resolve it.
    const diagnostics = globalThis.process?.getBuiltinModule?.("node:diagnostics_channel");
    const channel = diagnostics?.channel(CHANNEL) as { [SHARED]?: WeakSet<object> } | undefined;
    if (channel?.[SHARED]) return channel[SHARED];
    diagnostics?.subscribe(CHANNEL, (message) => {
      // A dispatcher can fail with any value. An exception here would end the process.
      errors.add(Object((message as { error: unknown }).error));
    });
    if (channel) channel[SHARED] = errors;
  } catch {
    // The codes and messages below must do.
  }
  return errors;
}

/** No connection exists yet. Node's system calls, then the codes of undici and Bun, which have none. */
const NO_CONNECTION = /^(connect|getaddrinfo|UND_ERR_CONNECT_TIMEOUT|UND_ERR_CLOSED|ECONNREFUSED)$/;

/** Node's message if a connection is closed during the TLS handshake. Its code says no more than "reset". */
const NO_SECURE_CONNECTION = /before secure TLS/;

/** The server's certificate was rejected. Node uses OpenSSL's names. */
const REJECTED_CERTIFICATE =
  /^(ERR_TLS_CERT|ERROR_IN_CERT|CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME)/;

/** An error of TLS. UNSPECIFIED stands for checks of certificates that have no name, such as that of weak keys. */
const FAILED_HANDSHAKE = /^(ERR_SSL|ERR_OSSL|ERR_TLS|UNSPECIFIED$)/;

/** OpenSSL's codes that can be different next time: the server has an internal error, or what arrived was damaged or cut. */
const DAMAGED_HANDSHAKE = /INTERNAL_ERROR|BAD_RECORD|DECRYPT|UNEXPECTED_EOF/;

/** Deno's message for a missing permission. */
const NEEDS_PERMISSION = /^Requires net access to /;

/** The messages of Node and Deno for a port that the Fetch Standard blocks (section 2.9). */
const BLOCKED_PORT = /^bad port$|Requests to port \d+ are blocked/;

/** undici's message for a proxy that refuses the tunnel: it forbids the host, or needs a password. */
const REFUSED_TUNNEL = /^Proxy response \(40[37]\)/;

/** What OpenSSL's codes mean. */
const TLS_REASONS: [code: RegExp, reason: string][] = [
  [/WRONG_VERSION_NUMBER$/, "https to a port that does not speak TLS"],
  [/(PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)$/, "the server accepts only other versions of TLS"],
  [/NO_APPLICATION_PROTOCOL$/, "the server does not accept HTTP/1.1"],
  [
    /(HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY)$/,
    "the server accepts only other TLS ciphers, or requires a client certificate",
  ],
];

/** OpenSSL's message ends with its reason and a place in its source. */
const OPENSSL_MESSAGE = /:error:[^:]*:[^:]*:[^:]*:([^:]*):/;

/** A missing permission in Node, also to write a file, after a custom `fetch` has sent the plant; a closed dispatcher. */
const FORBIDDEN = /^(ERR_ACCESS_DENIED|UND_ERR_CLOSED)$/;

/**
 * @param chain an error and its causes. Each of them that has a code or a system call must say that nothing was sent: a
 * lost connection can have a refused one as its cause.
 */
export function attemptStage(chain: RuntimeError[]): AttemptStage {
  const connectError = chain.findIndex((error) => connectErrors.has(error));
  // What caused a connect error says nothing more.
  const stages = chain.slice(0, connectError === -1 ? undefined : connectError + 1).map(stageOf);
  const { notSent = false, permanent = false, reason } = stages.at(-1) ?? {};
  return { permanent, reason, notSent: notSent && stages.every((stage) => stage.notSent || !stage.says) };
}

function stageOf(error: RuntimeError) {
  const { message, code = "", syscall } = error;
  const isConnectError = connectErrors.has(error);
  const isMisconfigured =
    REJECTED_CERTIFICATE.test(code) || BLOCKED_PORT.test(message) || NEEDS_PERMISSION.test(message);
  const isBeforeConnection =
    isConnectError || NO_CONNECTION.test(syscall ?? code) || NO_SECURE_CONNECTION.test(message);
  const isForbidden = FORBIDDEN.test(code) || REFUSED_TUNNEL.test(message);
  const isHandshake = isConnectError && FAILED_HANDSHAKE.test(code);
  const meaning = TLS_REASONS.find(([pattern]) => isHandshake && pattern.test(code))?.[1];
  const isHopeless = isHandshake && !DAMAGED_HANDSHAKE.test(code);
  return {
    says: code || syscall,
    notSent: isMisconfigured || isBeforeConnection,
    permanent: Boolean(isMisconfigured || (isBeforeConnection && isForbidden) || isHopeless),
    reason: meaning ?? OPENSSL_MESSAGE.exec(message)?.[1],
  };
}

/** The start of a connection failure's message. */
export function connectionProblem({ notSent, reason }: AttemptStage, url: string): string {
  if (NEEDS_PERMISSION.test(`${reason}`))
    return `Deno needs --allow-net=${new URL(url).host} to connect to the server`;
  return notSent ? "Could not connect to the server" : "No usable response arrived";
}
