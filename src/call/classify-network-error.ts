/** How far an attempt got, by the error of the runtime. in-browser.ts replaces this file in browsers. */

/** What the runtime's error says about an attempt. */
export interface AttemptStage {
  /** Whether it is certain that nothing was sent. */
  notSent: boolean;
  /** Whether another attempt would fail in the same way. */
  permanent: boolean;
}

/** An error of the runtime. These fields decide the outcome. */
export interface RuntimeError extends Error {
  /** Such as `ECONNREFUSED`. */
  code?: string;
  /** The system call that failed, such as `connect`. */
  syscall?: string;
  /** Whether Node has reported that it could not establish the connection. */
  isConnectError?: boolean;
}

/** Errors of connections that Node could not establish: nothing was sent on them, whatever their codes say. */
const connectErrors = new WeakSet<object>();

export const isConnectError = (error: object): boolean => connectErrors.has(error);

try {
  // Node's `fetch`, also installed from npm, publishes there the error with which it rejects: for a failed TLS handshake and a
  // refused proxy tunnel, too. Not an import, which other runtimes and bundlers would have to resolve.
  globalThis.process
    ?.getBuiltinModule?.("node:diagnostics_channel")
    ?.subscribe("undici:client:connectError", (message) => {
      connectErrors.add((message as { error: Error }).error);
    });
} catch {
  // The codes and messages below must do.
}

/** No connection exists yet. Node's system calls, then the codes of undici and Bun, which have none. */
const NO_CONNECTION = /^(connect|getaddrinfo|UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED)$/;

/** Node's message if a connection is closed during the TLS handshake. Its code says no more than "reset". */
const NO_SECURE_CONNECTION = /before secure TLS/;

/** The server's certificate is not trusted. Node uses OpenSSL's names. */
const UNTRUSTED_CERTIFICATE = /^(ERR_TLS_CERT|CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_CA|HOSTNAME)/;

/** The port does not speak TLS. */
const NO_TLS = "ERR_SSL_WRONG_VERSION_NUMBER";

/** The messages of Node and Deno for a port that the Fetch Standard blocks (section 2.9). */
const BLOCKED_PORT = /^bad port$|Requests to port \d+ are blocked/;

/** A missing permission: the name of Deno's error, and the code of Node's. */
const NOT_PERMITTED = /^(NotCapable|ERR_ACCESS_DENIED)$/;

/**
 * @param chain an error and its causes. Each of them that has a code or a system call must say that nothing was sent: a
 * lost connection can have a refused one as its cause.
 */
export function attemptStage(chain: RuntimeError[]): AttemptStage {
  const connectError = chain.findIndex((error) => error.isConnectError);
  // What caused it says nothing more.
  const stages = chain.slice(0, connectError === -1 ? undefined : connectError + 1).map((error) => {
    const { name, message, code, syscall } = error;
    const isMisconfigured = UNTRUSTED_CERTIFICATE.test(`${code}`) || BLOCKED_PORT.test(message);
    const permanent = isMisconfigured || NOT_PERMITTED.test(name) || NOT_PERMITTED.test(`${code}`);
    const isBeforeConnection =
      error.isConnectError || NO_CONNECTION.test(`${syscall ?? code}`) || NO_SECURE_CONNECTION.test(message);
    return {
      says: code ?? syscall,
      permanent: permanent || (code === NO_TLS && Boolean(error.isConnectError)),
      notSent: permanent || isBeforeConnection,
    };
  });
  const { notSent = false, permanent = false } = stages.at(-1) ?? {};
  return { permanent, notSent: notSent && stages.every((stage) => stage.notSent || !stage.says) };
}

/** The start of a connection failure's message. */
export function connectionProblem(
  { notSent, code, cause }: { notSent: boolean; code: string | undefined; cause: Error },
  url: string,
): string {
  if (cause.name === "NotCapable")
    return `Deno needs --allow-net=${new URL(url).host} to connect to the server`;
  if (!notSent) return "The connection was lost before a response arrived";
  return `Could not connect to the server${code === NO_TLS ? ", since its port does not speak TLS: use another port, or http" : ""}`;
}
