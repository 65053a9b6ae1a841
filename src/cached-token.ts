/** A token that all calls share. */
import type { PlantStoreTokenContext } from "./options.ts";

/**
 * Makes a `token` function that keeps one token for all calls. It is fetched at the first call. If the service rejects it
 * (401), it is fetched again, once for all calls that are rejected together. If fetching fails, the calls that wait for it
 * fail, and the next call fetches again.
 *
 * @param fetchToken returns a new token. It serves several calls, so no call's deadline aborts it.
 * @example
 * const client = new PlantStoreClient({ token: cachedToken(() => fetchAccessToken()) });
 */
export function cachedToken(
  fetchToken: () => string | Promise<string>,
): (context: PlantStoreTokenContext) => Promise<string> {
  let current: Promise<string> | undefined;
  /** The token that each call has received last. The signal identifies the call. */
  const received = new WeakMap<AbortSignal, Promise<string>>();

  return ({ rejected, signal }) => {
    const isOutdated = rejected && received.get(signal) === current;
    if (current === undefined || isOutdated) {
      const fetched = Promise.resolve().then(fetchToken);
      current = fetched;
      // Still the current one: only a token that has been received can be rejected and replaced.
      fetched.catch(() => {
        current = undefined;
      });
    }
    received.set(signal, current);
    return current;
  };
}
