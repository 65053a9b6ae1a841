/** Keeps the recorded requests of a store, numbers them, and notifies its subscribers. */
import { copyPlainData } from "../parts/plain-data.ts";
import type {
  MockStoreEvent,
  MockStoreListener,
  RecordedRequest,
  SubscribedRequest,
} from "../parts/recorded-request.ts";
import { withoutToken } from "../parts/redact-record.ts";
import type { ServiceRequest } from "../parts/service-request.ts";
import { ResentRequests } from "./find-resent.ts";
import { NewestItems } from "./newest-items.ts";
import { Recording } from "./recording.ts";
import type { ResolvedOptions } from "./store-options.ts";

export class Recorder {
  readonly #options: ResolvedOptions;
  readonly #requests: NewestItems<RecordedRequest>;
  readonly #resent = new ResentRequests();
  readonly #listeners = new Set<{ listener: MockStoreListener; isReader: boolean }>();

  constructor(options: ResolvedOptions) {
    this.#options = options;
    const forget = (dropped: RecordedRequest) => this.#resent.forget(dropped);
    this.#requests = new NewestItems(options.maxRequests, forget, options.memory);
  }

  subscribe(listener: MockStoreListener, isReader: boolean): () => void {
    const subscription = { listener, isReader }; // The same function can be subscribed twice.
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  }

  emit(event: MockStoreEvent): void {
    for (const { listener, isReader } of [...this.#listeners]) {
      const own = isReader ? event : copyPlainData(event);
      // Catches what the listener throws, and also the rejection of a promise that it returns.
      new Promise((resolve) => resolve(listener(own))).catch((error) => {
        console.error("plant-store-sdk/mocks: a listener of store.subscribe failed.", error);
      });
    }
  }

  /** Removes tokens once, not for each listener. */
  #emitRequest(type: "received" | "ended", { index, record }: Recording): void {
    if (this.#listeners.size > 0) this.emit({ type, index, request: this.#public(record) });
  }

  start(request: ServiceRequest): Recording {
    return new Recording(request, this.#options.maxRecordedBody, this);
  }

  begin(recording: Recording): void {
    this.#resent.begin(recording);
    recording.index = this.#requests.push(recording.record);
    this.#emitRequest("received", recording);
  }

  end(recording: Recording): void {
    const { record, index, original } = recording;
    const isKept = index >= this.#requests.first;
    const key = isKept ? this.#resent.end(recording) : "";
    this.#requests.account(index, record, 2 * key.length);
    this.#options.log?.(record, index, original);
    this.#emitRequest("ended", recording);
  }

  /** For readers outside this process. */
  #public(record: RecordedRequest): SubscribedRequest {
    return this.#options.showTokens ? copyPlainData(record) : withoutToken(record);
  }

  get requests(): RecordedRequest[] {
    return this.#requests.toArray();
  }

  /** For readers outside this process, numbered like the events. */
  get publicRequests(): ({ index: number } & SubscribedRequest)[] {
    const { first } = this.#requests;
    return this.requests.map((record, place) => ({ index: first + place, ...this.#public(record) }));
  }

  clear(): void {
    this.#requests.clear();
  }
}
