/** What a caller can set, for a client and for a single call. */
import type { PlantStoreEvent } from "./events.ts";

/** Options of a single call. They take precedence over the client's. An unknown option is rejected. */
export interface PlantStoreCallOptions {
  /**
   * Bearer token (RFC 6750), or a function that returns it. The function is called for every attempt, up to a 401. Then
   * it is called once more with `rejected: true`; if it returns another token, the request is sent again at once, and the new
   * token serves the rest of the call. {@link cachedToken} makes such a function. `null` sends no `authorization` header, for
   * a page whose own server adds the token.
   * @default the client's token; without one, the environment variable `PLANT_STORE_TOKEN`
   */
  token?: PlantStoreToken | undefined;
  /** Aborts the call. It then fails with a `PlantStoreAbortError` whose `cause` is the signal's reason. */
  signal?: AbortSignal | null | undefined;
  /**
   * Deadline for the whole call, ms: token, connection, headers, body, every retry and every wait. At most 2^31-1, the
   * limit of `setTimeout`. `false` disables it.
   * @default 30_000
   */
  timeout?: number | false | undefined;
  /**
   * Maximum number of retries. An attempt is retried only if its outcome is `"not-created"`, unless `retryUnknown` is set.
   * @default 2
   */
  maxRetries?: number | undefined;
  /**
   * Also retry attempts that may have created the plant: lost connections, and 408, 500, 502, 503 and 504 responses.
   * The caller accepts duplicates.
   * @default false
   */
  retryUnknown?: boolean | undefined;
  /**
   * Accept a 200 that shows another name than the one that was sent, because the service changes names. Without it, such a
   * call fails with the outcome `"unknown"`: a cache or another API may have responded.
   * @default false
   */
  namesMayChange?: boolean | undefined;
  /**
   * Additional request headers. A call's headers are merged over the client's. `null` removes a header that the client
   * would send, `user-agent` included. `authorization`, `content-type` and the names that `fetch` forbids are rejected.
   * A function is called once per call.
   */
  headers?: PlantStoreHeaders | (() => PlantStoreHeaders) | undefined;
  /**
   * The `Idempotency-Key` header of the call's requests: visible ASCII. It does not change what is retried, because nobody
   * knows whether the service honours it. If it does, set `retryUnknown`.
   */
  idempotencyKey?: string | undefined;
  /**
   * Called for every request, response and retry, and when the call succeeds or fails. Not called if the options are
   * invalid or a `headers` function fails. If a client and a call both have a listener, both are called. Anything it throws
   * goes to `reportError` or `console.error` and does not affect the call.
   */
  onEvent?: ((event: PlantStoreEvent) => void) | undefined;
}

/** The options that only a call has. */
type OnlyCall = "signal" | "idempotencyKey";

/** The options that only a client has. */
export type OnlyClient = "baseUrl" | "maxResponseBytes" | "allowInsecureHttp" | "fetch";

/**
 * Options of a client. An unknown option is rejected.
 *
 * @expand
 */
export interface PlantStoreClientOptions extends Omit<PlantStoreCallOptions, OnlyCall> {
  /**
   * URL of the service, such as `https://example.com/api/v1`. A path prefix is kept. In a page it may be relative, to
   * `document.baseURI`; a path such as `/api` is also accepted during server rendering, where calls with it fail.
   * @default environment variable `PLANT_STORE_BASE_URL`
   */
  baseUrl?: string | URL | undefined;
  /**
   * Maximum size of a response body, bytes after decompression. Characters if the response has no stream of bytes.
   * @default 1_048_576
   */
  maxResponseBytes?: number | undefined;
  /**
   * Allow `http:` to hosts other than this machine and the page's own origin, and through a proxy from the environment.
   * RFC 6750 section 5.3 requires TLS for a bearer token.
   * @default false
   */
  allowInsecureHttp?: boolean | undefined;
  /**
   * A `fetch` to use instead of the global one. It must send each request at most once. What it rejects with must be about
   * this request: the outcome is derived from it.
   * @default the global `fetch`, looked up for every call, so that an interceptor can be installed later
   */
  fetch?: PlantStoreFetch | undefined;
}

/**
 * Options of {@link createPlant} and {@link safeCreatePlant}: a client's and a call's together.
 *
 * @expand
 */
export interface CreatePlantOptions extends PlantStoreClientOptions, Pick<PlantStoreCallOptions, OnlyCall> {}

/** Request headers. `undefined` changes nothing, and `null` removes a header. */
export type PlantStoreHeaders =
  | Record<string, string | null | undefined>
  | readonly (readonly [name: string, value: string | null | undefined])[]
  | Headers;

/** A bearer token, a function that returns it, or `null` for requests without one. */
export type PlantStoreToken = string | null | ((context: PlantStoreTokenContext) => string | Promise<string>);

/** What a token function is told. */
export interface PlantStoreTokenContext {
  /** Number of the attempt that needs the token, from 1. */
  attempt: number;
  /** Whether the service rejected the last token with a 401. Then get a new one, do not return a cached one. */
  rejected: boolean;
  /** Aborts when the call times out or is aborted. */
  signal: AbortSignal;
}

/** The part of `fetch` that the client needs. The global `fetch` fits, and so do those of undici, Bun and Deno. */
export type PlantStoreFetch = (url: string, init: PlantStoreRequestInit) => Promise<PlantStoreResponse>;

/** The options passed to `fetch`, a subset of the Fetch Standard's `RequestInit`. */
export interface PlantStoreRequestInit {
  method: string;
  /** By lower-case name. `authorization` contains the token. */
  headers: Record<string, string>;
  /** JSON text. */
  body: string;
  /** Redirects must not be followed: they would send the token and the plant elsewhere. */
  redirect: "manual";
  /** Aborts at the call's timeout, or when the caller's `signal` aborts. */
  signal: AbortSignal;
}

/** What `fetch` must resolve with, a subset of the Fetch Standard's `Response`. */
export interface PlantStoreResponse {
  readonly status: number;
  /**
   * Must be iterable like `Headers`; the type cannot say so without the library `dom.iterable`. Results and errors expose
   * this object, or a redacted copy if it contains the token.
   */
  readonly headers: Pick<Headers, "get">;
  /** A `ReadableStream` of bytes. If it is missing or another kind of stream, `text()` reads the body. */
  readonly body?: object | null;
  /** The body as text. Called only if `body` is not a stream of bytes. */
  text(): Promise<string>;
}
