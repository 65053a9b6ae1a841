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
import { inconclusive, stopped } from "./report.ts";

/** The same in every run, so that operators recognize it in their logs. */
const WRONG_TOKEN = "plant-store-sdk-check-wrong-token";

/** Not JSON, and not an object in any dialect of it. Only a service that ignores errors of its parser makes a plant of it. */
export const MALFORMED = "]";

export interface CheckRequest {
  method?: "OPTIONS";
  /** By default the right token, after `Bearer`. */
  token?: "wrong" | "none" | "lower-case";
  headers?: Record<string, string>;
  body?: string;
}

/** Without tokens: everything of it can be in the report. */
export interface CheckResponse {
  /** 0 if there is no response. */
  status: number;
  headers: Pick<Headers, "get">;
  /** The body, or why there is no response. */
  text: string;
  /** The parsed JSON, or undefined. */
  json: unknown;
  /** Whether the connection was lost after the request was sent. */
  isClosed?: boolean;
}

const NO_RESPONSE = { status: 0, headers: { get: () => null }, json: undefined };

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
    const { body = "" } = request;
    const headers = Object.entries(headersOf(request, "$PLANT_STORE_TOKEN"));
    const flags = headers.map(([name, value]) => {
      const header = `${name}: ${value}`;
      return name === "authorization" ? `-H "${header}"` : `-H ${quoteForShell(header)}`;
    });
    const curl = `curl -i -X POST ${quoteForShell(this.url)} ${flags.join(" ")}`;
    // Longer than an argument may be.
    if (/^ {1000}/.test(body)) return `printf '%${body.length}s' ']' | ${curl} --data-binary @-`;
    return `${curl} --data-raw ${quoteBody(body)}`;
  }

  /**
   * Sends a request, and again after a 429. Never follows a redirect.
   * @throws EarlyFinding if the service is gone, or if each response is a 429, which says nothing about the request
   */
  async send(request: CheckRequest): Promise<CheckResponse> {
    for (let waits = 0; ; waits++) {
      await this.#waitForSlot();
      const response = await this.#sendOnce(request);
      if (response.status !== 429) return response;
      const wait = readRetryAfter(response.headers) ?? DEFAULT_WAIT_MS;
      if (wait > MAX_WAIT_MS)
        throw stopped(`received a 429 that asks for a wait of ${Math.ceil(wait / 1000)} s`);
      if (waits === MAX_WAITS) throw inconclusive("received 429, also after waiting");
      await sleep(Math.max(wait, MIN_WAIT_MS), this.#settings.signal);
    }
  }

  async #sendOnce(request: CheckRequest): Promise<CheckResponse> {
    const { token, timeout, signal, fetch = globalThis.fetch } = this.#settings;
    const { method = "POST", body } = request;
    // A timer, because a signal of `AbortSignal.timeout()` can be garbage-collected before it fires.
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeout);
    const abort = () => controller.abort();
    signal?.addEventListener("abort", abort);
    try {
      signal?.throwIfAborted();
      const response = await fetch(this.url, {
        method,
        // A connection of its own: a service that closes one must not spoil the next check.
        headers: { connection: "close", ...headersOf(request, token) },
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
        return { ...NO_RESPONSE, text: `no complete response within ${timeout / 1000} s` };
      const { notSent, reason } = describeNetworkError(error, this.#redactor);
      if (notSent && this.#hasResponded) throw stopped(`the service is gone: ${reason}`);
      return { ...NO_RESPONSE, text: `no response: ${reason}`, isClosed: !notSent };
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

function headersOf({ method, token, headers }: CheckRequest, right: string): Record<string, string> {
  const schemes = { wrong: `Bearer ${WRONG_TOKEN}`, "lower-case": `bearer ${right}`, none: "" };
  const authorization = token ? schemes[token] : `Bearer ${right}`;
  return {
    accept: "application/json",
    ...(method === undefined && {
      "content-type": "application/json",
      ...(authorization && { authorization }),
    }),
    ...headers,
  };
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  if (!response.body?.[Symbol.asyncIterator]) return (await response.text()).slice(0, MAX_BODY_BYTES);
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body) {
    if (bytes.length === 0) await sleep(0); // Otherwise, empty chunks that never end would hold up the timeout.
    signal.throwIfAborted();
    text += decoder.decode(bytes, { stream: true });
    if (text.length >= MAX_BODY_BYTES) break;
  }
  return text;
}
