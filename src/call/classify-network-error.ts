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
}

/** No connection exists yet. Node's system calls, then the codes of undici and Bun, which have none. */
const NO_CONNECTION = /^(connect|getaddrinfo|UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED)$/;

/** Node's message if a connection is closed during the TLS handshake. Its code says no more than "reset". */
const NO_SECURE_CONNECTION = /before secure TLS/;

/** The server's certificate is not trusted. Node uses OpenSSL's names. */
const UNTRUSTED_CERTIFICATE = /^(ERR_TLS_CERT|CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_CA|HOSTNAME)/;

/** The messages of Node and Deno for a port that the Fetch Standard blocks (section 2.9). */
const BLOCKED_PORT = /^bad port$|Requests to port \d+ are blocked/;

/** The name of Deno's error for a missing permission. */
const NOT_PERMITTED = "NotCapable";

/**
 * @param chain an error and its causes. Each of them that has a code or a system call must say that nothing was sent: a
 * lost connection can have a refused one as its cause.
 */
export function attemptStage(chain: RuntimeError[]): AttemptStage {
  const stages = chain.map(({ name, message, code, syscall }) => {
    const permanent =
      UNTRUSTED_CERTIFICATE.test(`${code}`) || BLOCKED_PORT.test(message) || name === NOT_PERMITTED;
    const isBeforeConnection = NO_CONNECTION.test(`${syscall ?? code}`) || NO_SECURE_CONNECTION.test(message);
    return { says: code ?? syscall, permanent, notSent: permanent || isBeforeConnection };
  });
  const { notSent = false, permanent = false } = stages.at(-1) ?? {};
  return { permanent, notSent: notSent && stages.every((stage) => stage.notSent || !stage.says) };
}

/** The start of a connection failure's message. */
export function connectionProblem(notSent: boolean, { name }: Error, url: string): string {
  if (name === NOT_PERMITTED) return `Deno needs --allow-net=${new URL(url).host} to connect to the server`;
  return notSent ? "Could not connect to the server" : "The connection was lost before a response arrived";
}
