/**
 * Sends requests to the service that is checked. They are not the client's, so that a bug of the client cannot hide one of
 * the service.
 */
import { describeNetworkError } from "../../../src/call/describe-network-error.ts";
import { quoteForShell } from "../../../src/common/quote-for-shell.ts";
import { readRetryAfter } from "../../../src/common/read-retry-after.ts";
import { TokenRedactor } from "../../../src/common/redact-tokens.ts";
import { sleep } from "../../../src/common/sleep.ts";
import { tryParseJson } from "../../../src/contract/json.ts";
import type { CheckSettings } from "./check-options.ts";
import { inconclusive, Stop } from "./report.ts";

/** The same in every run, so that operators recognize it in their logs. */
export const WRONG_TOKEN = "plant-store-sdk-check-wrong-token";

/** Not JSON, and not an object in any dialect of it. Only a service that ignores errors of its parser makes a plant of it. */
export const MALFORMED = "]";

/** What is before the right token in the header `authorization`. */
const SCHEMES: Record<string, string | undefined> = { right: "Bearer", "lower-case": "bearer" };

export interface CheckRequest {
  method?: "OPTIONS";
  /** By default the right token, after `Bearer`. */
  token?: "wrong" | "none" | "lower-case";
  headers?: Record<string, string>;
  body?: string;
}

/** Without tokens: everything of it can be in the report. */
export interface CheckResponse {
  status: number;
  headers: Pick<Headers, "get">;
  text: string;
  /** The parsed JSON, or undefined. */
  json: unknown;
}

/** Why there is no response. */
export interface NoResponse {
  status: undefined;
  reason: string;
  /** Whether the connection was lost after the request was sent. */
  isClosed?: boolean;
}

/** A plant is short. */
const MAX_BODY_BYTES = 65_536;

/** A 429 is waited for so often, and each time at least so long, ms. A longer wait ends the run. */
const MAX_WAITS = 5;
const MIN_WAIT_MS = 100;
const MAX_WAIT_MS = 60_000;
const DEFAULT_WAIT_MS = 1000; // Without `Retry-After`.

export class Service {
  readonly url: string;
  readonly #settings: CheckSettings;
  readonly #redactor = new TokenRedactor();
  #nextSlot = 0;
  #hasResponded = false;

  constructor(settings: CheckSettings) {
    this.url = `${settings.baseUrl}/plants`;
    this.#settings = settings;
    this.#redactor.add(settings.token);
  }

  /** A command for a shell. It reads the right token from `$PLANT_STORE_TOKEN`. @param quoteBody quotes the body */
  curlOf(request: CheckRequest, quoteBody = quoteForShell): string {
    const { token = "right", body = "" } = request;
    const scheme = SCHEMES[token];
    const headers = Object.entries(this.#headersOf(request));
    const flags = headers.map((header) => `-H ${quoteForShell(header.join(": "))}`);
    if (scheme !== undefined) flags.unshift(`-H "authorization: ${scheme} $PLANT_STORE_TOKEN"`);
    const curl = `curl -i -X POST ${quoteForShell(this.url)} ${flags.join(" ")}`;
    // Longer than an argument may be.
    if (/^ {1000}/.test(body)) return `printf '%${body.length}s' ']' | ${curl} --data-binary @-`;
    return `${curl} --data-raw ${quoteBody(body)}`;
  }

  /** The headers of a request, without the right token. */
  #headersOf({ method, token, headers }: CheckRequest): Record<string, string> {
    const contentType = method === undefined && { "content-type": "application/json" };
    const authorization = token === "wrong" && { authorization: `Bearer ${WRONG_TOKEN}` };
    return { accept: "application/json", ...contentType, ...authorization, ...headers };
  }

  /**
   * Sends a request, and again after a 429. Never follows a redirect.
   *
   * @throws Stop if the service is gone
   * @throws EarlyFinding if each response is a 429, which says nothing about the request
   */
  async send(request: CheckRequest): Promise<CheckResponse | NoResponse> {
    for (let waits = 0; ; waits++) {
      await this.#waitForSlot();
      const response = await this.#sendOnce(request);
      if (response.status !== 429) return response;
      const wait = readRetryAfter(response.headers) ?? DEFAULT_WAIT_MS;
      if (wait > MAX_WAIT_MS)
        throw new Stop(`received a 429 that asks for a wait of ${Math.ceil(wait / 1000)} s`);
      if (waits === MAX_WAITS) throw inconclusive("received 429, also after waiting");
      await sleep(Math.max(wait, MIN_WAIT_MS), this.#settings.signal);
    }
  }

  async #sendOnce(request: CheckRequest): Promise<CheckResponse | NoResponse> {
    const { token, timeout, signal, fetch = globalThis.fetch } = this.#settings;
    const { method = "POST", body } = request;
    // A timer, because a signal of `AbortSignal.timeout()` can be garbage-collected before it fires.
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeout);
    const abort = () => controller.abort();
    signal?.addEventListener("abort", abort);
    try {
      signal?.throwIfAborted();
      const scheme = SCHEMES[request.token ?? "right"];
      const authorization = scheme && method === "POST" && { authorization: `${scheme} ${token}` };
      const response = await fetch(this.url, {
        method,
        // A connection of its own: a service that closes one must not spoil the next check.
        headers: { connection: "close", ...this.#headersOf(request), ...authorization },
        redirect: "manual",
        signal: controller.signal,
        ...(body !== undefined && { body }),
      });
      const text = this.#redactor.redact(await readText(response as Response, controller.signal));
      const headers = this.#redactor.redactHeaders(response.headers as Headers);
      this.#hasResponded = true;
      return { status: response.status, headers, text, json: tryParseJson(text) };
    } catch (error) {
      signal?.throwIfAborted();
      if (controller.signal.aborted)
        return { status: undefined, reason: `no complete response within ${timeout / 1000} s` };
      const { notSent, reason } = describeNetworkError(error, this.#redactor);
      if (notSent && this.#hasResponded) throw new Stop(`the service is gone: ${reason}`);
      return { status: undefined, reason: `no response: ${reason}`, isClosed: !notSent };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  async #waitForSlot(): Promise<void> {
    const { maxRate, signal } = this.#settings;
    const now = performance.now();
    const slot = Math.max(now, this.#nextSlot);
    this.#nextSlot = slot + 1000 / maxRate;
    if (slot > now) await sleep(slot - now, signal);
  }
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  if (!response.body?.getReader) return (await response.text()).slice(0, MAX_BODY_BYTES);
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = "";
  while (text.length < MAX_BODY_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.length === 0) await sleep(0); // Otherwise, empty chunks that never end would hold up the timeout.
    signal.throwIfAborted();
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}
