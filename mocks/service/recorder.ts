/** Records the requests of a store, and notifies its subscribers. */
import { estimateSize } from "../model/plain-data.ts";
import {
  bearerToken,
  bodyText,
  type ServiceRequest,
  type ServiceResult,
  toErrorResponse,
} from "../model/protocol.ts";
import type {
  RecordedRequest,
  StoreEvent,
  StoreListener,
  SubscribedRequest,
} from "../model/recorded-request.ts";
import { withoutPartOfToken, withoutToken } from "../model/redaction.ts";
import { RingBuffer } from "./ring-buffer.ts";
import type { StoreSettings } from "./store-options.ts";

const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie"];

export class Recorder {
  readonly #settings: StoreSettings;
  readonly #requests: RingBuffer<RecordedRequest>;
  readonly #listeners = new Set<{ listener: StoreListener }>();
  /** Number of recorded requests. */
  #received = 0;

  constructor(settings: StoreSettings) {
    this.#settings = settings;
    this.#requests = new RingBuffer(settings.maxRequests, settings.memory);
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: StoreListener): () => void {
    const subscription = { listener }; // The same function can be subscribed twice.
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  }

  /** @param event makes the event; called once for each listener */
  emit(event: () => StoreEvent): void {
    for (const { listener } of [...this.#listeners]) {
      // Catches what the listener throws, and also the rejection of a promise that it returns.
      new Promise((resolve) => resolve(listener(event()))).catch((error) => {
        console.error("plant-store-sdk/mocks: a listener of store.subscribe failed.", error);
      });
    }
  }

  /** What is known about a request when it has arrived. */
  describe(request: ServiceRequest): RecordedRequest {
    const { method, url, body } = request;
    const { maxRecordedBody } = this.#settings;
    const headers = Object.fromEntries(
      Object.entries(request.headers)
        .filter(([name]) => !SECRET_HEADERS.includes(name))
        .map(([name, value]) => [name, String(value)]), // node:http makes an array of `set-cookie`.
    );
    const token = bearerToken(request);
    const text = bodyText(body, maxRecordedBody);
    const kept = body.length > maxRecordedBody ? withoutPartOfToken(text, token) : text;
    const record = { method, url, headers, time: Date.now(), body: kept, created: false };
    return token === undefined ? record : { ...record, token };
  }

  /** Records a request, performs it, and records its result. Reports its beginning and its end. */
  async record(record: RecordedRequest, perform: () => Promise<ServiceResult>): Promise<ServiceResult> {
    this.#requests.push(record, this.#settings.memory === undefined ? 0 : estimateSize(record));
    const start = performance.now();
    this.#received += 1;
    const index = this.#received;
    this.emit(() => ({ type: "received", index, request: withoutToken(record) }));

    const result = await perform().catch(toErrorResponse);

    const end = () => {
      const duration = performance.now() - start;
      this.emit(() => ({ type: "ended", index, request: withoutToken(record), duration }));
    };
    if ("status" in result) {
      record.status = result.status;
      if (result.reason !== undefined) record.reason = result.reason;
    }
    // A body that stalls is not over when its response is handed to the adapter.
    const over = "status" in result && typeof result.body === "object" ? result.body?.end : undefined;
    if (over === undefined) end();
    else over.then(end);
    return result;
  }

  get requests(): RecordedRequest[] {
    return this.#requests.toArray();
  }

  /** For readers outside this process: without tokens, and numbered like the events. */
  get publicRequests(): ({ index: number } & SubscribedRequest)[] {
    const { requests } = this;
    const first = this.#received - requests.length + 1;
    return requests.map((request, position) => ({ index: first + position, ...withoutToken(request) }));
  }

  clear(): void {
    this.#requests.clear();
  }
}
