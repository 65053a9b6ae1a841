/** A token that all calls share. */
import { invalidToken } from "#read-environment";
import { deadlines } from "./call/deadline.ts";
import { isValidToken } from "./common/validate-token.ts";
import { configurationError } from "./errors.ts";
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
  (context: PlantStoreTokenContext): Promise<string>;
  /** Forgets the token, so that the next call fetches another one. For a service that rejects a token without a 401. */
  clear(): void;
}

/** A token is renewed before it expires: by a tenth of its lifetime, or by this if that is shorter, ms. */
const MAX_EARLY_MS = 30_000;

/** A call relies on a running fetch for half of its own time, and at most for this, ms. */
const PATIENCE_MS = 5_000;

/** A fetch may take the time of its call. The first may take this, because a server can be slower than calls are long, ms. */
const MIN_FIRST_FETCH_MS = 30_000;
const MAX_FETCH_MS = 60_000;
const MAX_FETCHES = 3;

type IssuedToken = ReturnType<typeof readToken>;

/** Fetches beside each other. The first token that arrives serves all calls that wait. */
interface Round {
  /** Those that run, and until when. Times are those of `performance`, ms. */
  fetches: Map<AbortController, number>;
  newestAt: number;
  /** Wakes the calls that wait. */
  waiting: Set<() => void>;
  result?: { issued: IssuedToken | undefined; error?: unknown };
}

/**
 * Makes a `token` function that keeps one token for all calls. It is fetched at the first call, and again shortly before it
 * expires. If the service rejects it (401), it is fetched again, once for all calls that are rejected together. If fetching
 * fails, the calls that wait for it use the old token, if it has not expired and was not rejected, and fail otherwise. The next
 * call fetches again.
 *
 * If a fetch takes longer than 5 s, or than half of the time of a call that waits for it, that call uses the old token, or, if
 * another call began it, begins another one. At most three run at once. The first token serves all calls.
 *
 * @param fetchToken returns a new token. Its `signal` aborts when the fetch is no longer needed, or takes longer than the call
 * that began it (at least 5 s, the first 30 s, a minute at most). If it returns something unusable, calls fail with a
 * `PlantStoreConfigurationError` whose `option` is `"fetchToken"`.
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
  let current: Round | undefined;
  /** The last token that was fetched, unless it was rejected. */
  let last: IssuedToken | undefined;
  /** The token that each call has received last. The signal identifies the call. */
  const received = new WeakMap<AbortSignal, IssuedToken>();

  const usable = () => (last && Date.now() < last.expiresAt ? last : undefined);

  async function runFetch(round: Round, controller: AbortController, timeOfCall: number): Promise<void> {
    const { fetches } = round;
    const longest = Math.max(timeOfCall, fetches.size === 0 ? MIN_FIRST_FETCH_MS : PATIENCE_MS);
    round.newestAt = performance.now();
    fetches.set(controller, round.newestAt + longest);
    const timer = setTimeout(() => stop(round, controller), longest);
    (timer as { unref?(): void }).unref?.(); // It must not keep the process alive.
    await undefined; // So that calls at the same time share what `fetchToken` throws.
    try {
      const issued = readToken(await fetchToken({ signal: controller.signal }));
      if (current === round) last = issued;
      round.result ??= { issued };
    } catch (error) {
      if (fetches.has(controller) && fetches.size === 1) round.result ??= { issued: usable(), error };
    }
    clearTimeout(timer);
    fetches.delete(controller);
    for (const wake of round.waiting) wake(); // Also without a result: this one's call now depends on other fetches.
    if (round.result) end(round);
  }

  function end(round: Round, reason?: unknown): void {
    if (current === round) current = undefined;
    for (const controller of round.fetches.keys()) stop(round, controller, reason);
  }

  function stop({ fetches }: Round, controller: AbortController, reason?: unknown): void {
    fetches.delete(controller);
    try {
      controller.abort(reason);
    } catch {} // Workers can throw if another request began the fetch.
  }

  /** Waits for a token, beginning a fetch whenever the running ones seem to stall, or uses the old token. */
  async function wait(round: Round, signal: AbortSignal): Promise<IssuedToken> {
    const { fetches, waiting } = round;
    const remaining = () => Math.min(deadlines.get(signal)?.remaining ?? MAX_FETCH_MS, MAX_FETCH_MS);
    const patience = Math.min(remaining() / 2, PATIENCE_MS);
    let own = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let endSleep = () => {};
    const wake = () => endSleep();
    waiting.add(wake);
    signal.addEventListener("abort", wake);
    try {
      while (!signal.aborted) {
        if (round.result?.issued) return round.result.issued;
        if (round.result) throw round.result.error;
        const now = performance.now();
        for (const [controller, until] of fetches) if (now >= until) stop(round, controller);
        const old = usable();
        const impatientAt = round.newestAt + patience;
        const freeAt = fetches.size < MAX_FETCHES ? 0 : Math.min(...fetches.values());
        const actAt = old ? impatientAt : (fetches.get(own) ?? Math.max(impatientAt, freeAt));
        if (fetches.size > 0 && now < actAt) {
          await new Promise<void>((resolve) => {
            endSleep = resolve;
            timer = setTimeout(resolve, actAt - now);
          });
          clearTimeout(timer);
        } else if (fetches.size > 0 && old) {
          return old;
        } else {
          own = new AbortController();
          runFetch(round, own, remaining());
        }
      }
      throw signal.reason;
    } finally {
      signal.removeEventListener("abort", wake);
      waiting.delete(wake);
      // A renewal continues.
      if (signal.aborted && waiting.size === 0 && !(current === round && usable())) end(round, signal.reason);
    }
  }

  const token = async ({ rejected, signal }: PlantStoreTokenContext) => {
    if (signal.aborted) throw signal.reason;
    if (rejected && received.get(signal) === last) last = undefined;
    let issued = last;
    if (!issued || Date.now() >= issued.renewAt) {
      current ??= { fetches: new Map(), newestAt: 0, waiting: new Set() };
      issued = await wait(current, signal);
    }
    received.set(signal, issued);
    return issued.token;
  };
  const clear = () => {
    current = undefined;
    last = undefined;
  };
  return Object.assign(token, { clear });
}

/** The times of renewal and end are in ms since 1970. @throws PlantStoreConfigurationError */
function readToken(result: string | FetchedToken) {
  const { token, expiresIn = null } = result && typeof result === "object" ? result : { token: result };
  if (!isValidToken(token)) throw configurationError("fetchToken", invalidToken(token, "returned"));
  const lifetime = expiresIn === null ? Number.POSITIVE_INFINITY : Number(expiresIn) * 1000;
  if (Number.isNaN(lifetime)) throw configurationError("fetchToken", "must return seconds as `expiresIn`");
  const expiresAt = Date.now() + lifetime;
  return { token, expiresAt, renewAt: expiresAt - Math.min(lifetime / 10, MAX_EARLY_MS) };
}
