/** A token that all calls share. */
import { invalidToken } from "#read-environment";
import { isValidToken } from "./common/validate-token.ts";
import type { PlantStoreTokenContext } from "./options.ts";

/** A new token. @inline */
export type FetchedToken = {
  token: string;
  /** How long it is valid, seconds, as `expires_in` of OAuth (RFC 6749 section 5.1). By default until it is rejected. */
  expiresIn?: number | undefined;
};

/** What {@link cachedToken} returns: a `token` function for clients and calls. */
export interface CachedToken {
  (context: PlantStoreTokenContext): string | Promise<string>;
  /** Forgets the token, so that the next call fetches another one. For a service that rejects a token without a 401. */
  clear(): void;
}

/** A token is renewed before it expires: by a tenth of its lifetime, or by this if that is shorter, ms. */
const MAX_EARLY_MS = 30_000;

interface SharedToken {
  fetched: Promise<string>;
  /** Time of the renewal, ms since 1970. */
  renewAt: number;
  /** How many calls wait for it. */
  waiting: number;
  controller: AbortController;
}

/**
 * Makes a `token` function that keeps one token for all calls. It is fetched at the first call, and again shortly before it
 * expires. If the service rejects it (401), it is fetched again, once for all calls that are rejected together. If fetching
 * fails, the calls that wait for it fail, and the next call fetches again.
 *
 * @param fetchToken returns a new token. Its `signal` aborts when no call waits for the token any longer.
 * @example
 * const token = cachedToken(async ({ signal }) => {
 *   const response = await fetch(tokenUrl, { method: "POST", body, signal });
 *   const { access_token, expires_in } = await response.json();
 *   return { token: access_token, expiresIn: expires_in };
 * });
 * const client = new PlantStoreClient({ token });
 */
export function cachedToken(
  fetchToken: (context: { signal: AbortSignal }) => string | FetchedToken | Promise<string | FetchedToken>,
): CachedToken {
  let current: SharedToken | undefined;
  /** The token that each call has received last. The signal identifies the call. */
  const received = new WeakMap<AbortSignal, SharedToken>();

  function startFetch(): SharedToken {
    const controller = new AbortController();
    const shared = { renewAt: Number.POSITIVE_INFINITY, waiting: 0, controller, fetched: fetched() };
    async function fetched(): Promise<string> {
      await undefined; // So that what `fetchToken` throws is caught below.
      const result = await fetchToken({ signal: controller.signal });
      const { token, expiresIn }: FetchedToken = typeof result === "object" ? result : { token: result };
      if (!isValidToken(token)) throw new TypeError(`\`fetchToken\` ${invalidToken(token, "returned")}`);
      const lifetime = (expiresIn ?? Number.POSITIVE_INFINITY) * 1000;
      shared.renewAt = Date.now() + lifetime - Math.min(lifetime / 10, MAX_EARLY_MS);
      return token;
    }
    shared.fetched.catch(() => drop(shared));
    return shared;
  }

  function drop(shared: SharedToken): void {
    if (current === shared) current = undefined;
  }

  /** The last call that stops waiting aborts the fetch. */
  async function wait(shared: SharedToken, signal: AbortSignal): Promise<string> {
    const leave = () => {
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      drop(shared);
      shared.controller.abort(signal.reason);
    };
    shared.waiting += 1;
    signal.addEventListener("abort", leave);
    try {
      return await shared.fetched;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  const token = ({ rejected, signal }: PlantStoreTokenContext) => {
    if (signal.aborted) throw signal.reason;
    const isRejected = rejected && received.get(signal) === current;
    if (!current || isRejected || Date.now() >= current.renewAt) current = startFetch();
    received.set(signal, current);
    return wait(current, signal);
  };
  const clear = () => {
    current = undefined;
  };
  return Object.assign(token, { clear });
}
