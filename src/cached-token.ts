/** A token that all calls share. */
import { invalidToken } from "#read-environment";
import { Deadline, remainingTime } from "./call/deadline.ts";
import { type OptionRules, readOptions, timeLimit } from "./common/read-options.ts";
import { isValidToken } from "./common/validate-token.ts";
import { configurationError } from "./errors.ts";
import type { PlantStoreTokenContext } from "./options.ts";

/** A new token. Not an alias of the object, whose name editors would show. @inline */
type FetchedToken = {
  fetched: {
    token: string;
    /**
     * How long it is valid, seconds, as `expires_in` of OAuth (RFC 6749 section 5.1), also as text.
     * @default until the service rejects it
     */
    expiresIn?: number | string | null | undefined;
  };
}["fetched"];

/** Options of {@link cachedToken}. An unknown option is rejected. @expand */
export interface CachedTokenOptions {
  /**
   * How long `fetchToken` may take, ms. If refresh tokens can be used only once, it must be longer than the provider's own
   * limit: a fetch that is given up may still use one.
   * @default 10_000
   */
  timeout?: number | undefined;
}

/** What {@link cachedToken} returns: a `token` function for clients and calls. */
export interface CachedToken {
  (context: PlantStoreTokenContext): Promise<string>;
  /** Forgets the token, so that the next call fetches another one. For a service that rejects a token without a 401. */
  clear(): void;
}

const RULES = { timeout: [...timeLimit, 10_000] } satisfies OptionRules<CachedTokenOptions>;

/** A token is renewed before it expires: by a tenth of its lifetime, or by this if that is shorter, ms. */
const MAX_EARLY_MS = 30_000;
/** While the old token is valid, one call waits for its renewal, for half of its own time and at most for this, ms. */
const PATIENCE_MS = 5_000;
/** After a renewal has failed, the old token serves this long before the next one begins, ms. */
const PAUSE_MS = 5_000;
/** A wall clock that shows this much less than when the token arrived has been set back, ms. */
const CLOCK_TOLERANCE_MS = 1_000;

/** Orders the fetches that begin and the tokens that arrive. */
let moment = 0;

type Issued = ReturnType<typeof readToken>;

interface Fetch {
  begun: number;
  /** When it has taken too long, by `performance`, ms. */
  until: number;
  controller: AbortController;
  ended?: Promise<void>;
  issued?: Issued;
  failure?: { error: unknown };
}

/**
 * Makes a `token` function that keeps one token for all calls. It is fetched at the first call, and again shortly before it
 * expires. If the service rejects it (401), it is fetched again, once for all calls that are rejected together.
 *
 * At most one fetch runs at a time, and no call ends it: a token that arrives after its call has ended serves the next one. If
 * it fails or takes longer than `timeout`, the calls that wait for it fail (kind `"token"`), and the next call fetches again.
 * While the old token is valid, it serves all calls but the one that began the renewal, which waits up to 5 s, and
 * up to half of its time and of that of the token.
 *
 * @param fetchToken returns a new token. Its `signal` aborts at the `timeout`. If it returns something unusable, calls fail
 * with a `PlantStoreConfigurationError` whose `option` is `"fetchToken"`.
 * @throws PlantStoreConfigurationError if `fetchToken` is not a function, or an option is unknown or invalid
 * @example
 * const token = cachedToken(async ({ signal }) => {
 *   const response = await fetch(tokenUrl, { method: "POST", body, signal });
 *   const { access_token, expires_in } = JSON.parse(await response.text());
 *   return { token: access_token, expiresIn: expires_in };
 * });
 * const client = new PlantStoreClient({ token });
 */
export function cachedToken(
  fetchToken: (context: { signal: AbortSignal }) => string | FetchedToken | Promise<string | FetchedToken>,
  options: CachedTokenOptions = {},
): CachedToken {
  if (typeof fetchToken !== "function") throw configurationError("fetchToken", "must be a function");
  const { timeout } = readOptions<CachedTokenOptions, typeof RULES>(options, RULES, configurationError);
  let running: Fetch | undefined;
  /** The newest token that has arrived, unless it was rejected. */
  let last: Issued | undefined;
  /** A fetch that began before is of no use for later calls. */
  let oldest = 0;
  /** While the old token is valid, no renewal begins before, by `performance`, ms. */
  let nextRenewal = 0;
  /** The token that each call has received last. The signal identifies the call. */
  const received = new WeakMap<AbortSignal, Issued>();

  const forget = (since: number) => {
    last = undefined;
    oldest = since;
  };
  const valid = () => (last && ageOf(last) < last.lifetime ? last : undefined);

  function begin(): Fetch {
    const fetch: Fetch = {
      begun: ++moment,
      until: performance.now() + timeout,
      controller: new AbortController(),
    };
    const timer = setTimeout(giveUp, timeout, fetch);
    (timer as { unref?(): void }).unref?.(); // It must not keep the process alive.
    fetch.ended = run(fetch).finally(() => clearTimeout(timer));
    return fetch;
  }

  async function run(fetch: Fetch): Promise<void> {
    await undefined; // So that calls at the same time share what `fetchToken` throws.
    try {
      fetch.issued = readToken(await fetchToken({ signal: fetch.controller.signal }));
    } catch (error) {
      return fail(fetch, error);
    }
    if (running === fetch) running = undefined;
    if (fetch.begun < oldest) return;
    last = fetch.issued; // Also if it is late: a refresh token that can be used once may be gone.
    oldest = fetch.begun;
    nextRenewal = 0;
  }

  function fail(fetch: Fetch, error: unknown): void {
    if (running !== fetch) return;
    running = undefined;
    fetch.failure = { error };
    nextRenewal = performance.now() + PAUSE_MS;
  }

  function giveUp(fetch: Fetch): void {
    if (running !== fetch) return;
    const error = new Error(`\`fetchToken\` took longer than its \`timeout\` of ${timeout} ms`);
    fail(fetch, error);
    try {
      fetch.controller.abort(error);
    } catch {} // Workers can throw if another request began the fetch.
  }

  const token = async ({ rejected, signal }: PlantStoreTokenContext): Promise<string> => {
    if (rejected && last && received.get(signal) === last) forget(last.arrived);
    for (;;) {
      if (signal.aborted) throw signal.reason;
      const now = performance.now();
      // Not only by a timer: in Workers, it ends with the request that started it.
      if (running && now >= running.until) giveUp(running);
      let issued = valid();
      if (!issued || (!running && now >= nextRenewal && ageOf(issued) >= issued.renewAfter)) {
        running ??= begin();
        const fetch = running;
        const isOfUse = fetch.begun > oldest;
        const left = issued && Math.min(remainingTime(signal), issued.lifetime - ageOf(issued));
        const patience = left === undefined ? timeout : Math.min(PATIENCE_MS, left / 2);
        const isLost = await wait(fetch, signal, patience);
        if (isLost || performance.now() >= fetch.until) giveUp(fetch);
        if (!isOfUse || isLost) continue;
        issued = fetch.issued ?? valid();
        if (!issued && fetch.failure) throw fetch.failure.error;
        if (!issued) continue; // The old token has expired meanwhile.
      }
      received.set(signal, issued);
      return issued.token;
    }
  };
  return Object.assign(token, { clear: () => forget(++moment) });
}

/**
 * Waits until the fetch ends or should have ended, the signal aborts, or this time has passed, ms.
 *
 * @returns whether the fetch is lost: workerd rejects a promise of a request that has ended
 */
async function wait({ ended, until }: Fetch, signal: AbortSignal, ms: number): Promise<boolean> {
  const deadline = new Deadline({ signal, timeout: Math.max(1, Math.min(ms, until - performance.now())) });
  try {
    await deadline.race(ended);
    return false;
  } catch {
    return !deadline.endedBy;
  } finally {
    deadline.close();
  }
}

/** By the clock that shows more: a process can be suspended, and a wall clock can be set. */
function ageOf({ wallTime, time }: Issued): number {
  const age = Date.now() - wallTime;
  return age < -CLOCK_TOLERANCE_MS ? Number.MAX_VALUE : Math.max(age, performance.now() - time);
}

/** A token with its times, ms. @throws PlantStoreConfigurationError */
function readToken(result: string | FetchedToken) {
  const { token, expiresIn = null } = result && typeof result === "object" ? result : { token: result };
  if (!isValidToken(token)) throw configurationError("fetchToken", invalidToken(token, "returned"));
  const seconds = typeof expiresIn === "string" && expiresIn.trim() ? Number(expiresIn) : expiresIn;
  if (seconds !== null && !Number.isFinite(seconds))
    throw configurationError("fetchToken", "must return seconds as `expiresIn`");
  const lifetime = seconds === null ? Number.POSITIVE_INFINITY : Math.max(0, Number(seconds) * 1000);
  const renewAfter = lifetime - Math.min(lifetime / 10, MAX_EARLY_MS);
  return { token, lifetime, renewAfter, arrived: ++moment, wallTime: Date.now(), time: performance.now() };
}
