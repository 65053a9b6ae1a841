/** A token that all calls share. */
import { invalidToken } from "#read-environment";
import { isValidToken } from "./common/validate-token.ts";
import type { PlantStoreTokenContext } from "./options.ts";

/** A new token. Not an alias of the object, whose name editors would show. @inline */
type FetchedToken = {
  fetched: {
    token: string;
    /** How long it is valid, seconds, as `expires_in` of OAuth (RFC 6749 section 5.1). By default until it is rejected. */
    expiresIn?: number | undefined;
  };
}["fetched"];

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
 * fails, the calls that wait for it use the old token, if it has not expired and was not rejected, and fail otherwise. The next
 * call fetches again.
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
  /** The last token that was fetched, unless it was rejected, and when it expires, ms since 1970. */
  let last: { token: string; expiresAt: number } | undefined;
  /** The token that each call has received last. The signal identifies the call. */
  const received = new WeakMap<AbortSignal, SharedToken>();

  function startFetch(): SharedToken {
    const controller = new AbortController();
    const shared = { renewAt: Number.POSITIVE_INFINITY, waiting: 0, controller, fetched: fetched() };
    async function fetched(): Promise<string> {
      await undefined; // So that what `fetchToken` throws is caught below.
      try {
        const result = await fetchToken({ signal: controller.signal });
        const { token, expiresIn = null } = result && typeof result === "object" ? result : { token: result };
        if (!isValidToken(token)) throw new TypeError(`\`fetchToken\` ${invalidToken(token, "returned")}`);
        const lifetime = expiresIn === null ? Number.POSITIVE_INFINITY : Number(expiresIn) * 1000;
        if (Number.isNaN(lifetime)) throw new TypeError("`fetchToken` must return seconds as `expiresIn`");
        const expiresAt = Date.now() + lifetime;
        shared.renewAt = expiresAt - Math.min(lifetime / 10, MAX_EARLY_MS);
        if (current === shared) last = { token, expiresAt };
        return token;
      } catch (error) {
        if (current !== shared || !last || Date.now() >= last.expiresAt) throw error;
        shared.renewAt = 0;
        return last.token;
      }
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
    if (isRejected) last = undefined;
    if (!current || isRejected || Date.now() >= current.renewAt) current = startFetch();
    received.set(signal, current);
    return wait(current, signal);
  };
  const clear = () => {
    current = undefined;
    last = undefined;
  };
  return Object.assign(token, { clear });
}
