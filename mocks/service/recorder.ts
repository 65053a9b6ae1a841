/** Records the requests of a store, and notifies its subscribers. Nothing else changes a record. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../parts/fault.ts";
import { toErrorResponse } from "../parts/http-error.ts";
import { copyPlainData, estimateSize } from "../parts/plain-data.ts";
import { bodyText } from "../parts/read-body-json.ts";
import type {
  MockStoreEvent,
  MockStoreListener,
  RecordedRequest,
  RecordedResponse,
  SubscribedRequest,
} from "../parts/recorded-request.ts";
import { withoutToken } from "../parts/redact-record.ts";
import { bearerToken, type ServiceRequest } from "../parts/service-request.ts";
import type { ServiceResponse, StreamedBody } from "../parts/service-response.ts";
import { Interrupted } from "../parts/waits.ts";
import { type Item, NewestItems } from "./newest-items.ts";
import type { ResolvedOptions } from "./store-options.ts";

/** How much of a response's body is recorded, characters. */
const MAX_RESPONSE_BODY = 16 * 1024;

const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie"];

export type Recording = ReturnType<Recorder["start"]>;

export class Recorder {
  readonly #options: ResolvedOptions;
  readonly #requests: NewestItems<RecordedRequest>;
  readonly #listeners = new Set<{ listener: MockStoreListener; isReader: boolean }>();
  /** Number of recorded requests. */
  #received = 0;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#requests = new NewestItems(options.maxRequests, options.memory);
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
  #emitRequest(type: "received" | "ended", index: number, record: RecordedRequest): void {
    if (this.#listeners.size > 0) this.emit({ type, index, request: this.#public(record) });
  }

  start(request: ServiceRequest) {
    const record = this.#describe(request);
    const start = performance.now();
    let item: Item<RecordedRequest> | undefined;
    let index = 0;
    /** The request arrived, and this fault applies to it. */
    const begin = (plant?: NewPlant, fault?: Fault) => {
      if (plant !== undefined) record.plant = plant;
      if (fault !== undefined) record.fault = fault;
      item = this.#requests.push(record, this.#sizeOf(record));
      this.#received += 1;
      index = this.#received;
      this.#emitRequest("received", index, record);
    };
    const finish = () => {
      record.duration = Math.round((performance.now() - start) * 10) / 10;
      if (item !== undefined) this.#requests.grow(item, this.#sizeOf(record.response));
      this.#options.log?.(record);
      this.#emitRequest("ended", index, record);
    };
    /** Returns the response. If it is sent piece by piece, the request is over with the last one. */
    const end = (response: ServiceResponse): ServiceResponse => {
      const { status, reason, headers, body } = response;
      record.status = status;
      if (reason !== undefined) record.reason = reason;
      const sent: RecordedResponse = { headers, body: "" };
      record.response = sent;
      if (typeof body === "object" && body !== null) {
        // Such a request is not over when its response is handed to the adapter.
        const write: StreamedBody["write"] = async (send) => {
          await recordPieces(body, sent, send);
          finish();
        };
        return { ...response, body: { ...body, write } };
      }
      if (body !== null && record.method !== "HEAD") sent.body = body.slice(0, MAX_RESPONSE_BODY);
      finish();
      return response;
    };
    /**
     * Returns the response to a request that failed, for `end`.
     *
     * @throws Interrupted if that is the error. The request is then over
     */
    const fail = (error: unknown): ServiceResponse => {
      if (index === 0) begin(); // It failed before it could begin, such as by a 404.
      if (error instanceof Interrupted) {
        if (error.reason !== undefined) record.reason = error.reason;
        finish();
      }
      return toErrorResponse(error);
    };
    /** Adds what a step has found out. */
    const note = (found: Partial<Pick<RecordedRequest, "created" | "reason" | "unauthorized">>) =>
      void Object.assign(record, found);
    return { token: record.token, begin, note, end, fail };
  }

  /** What is known about a request when it has arrived. */
  #describe(request: ServiceRequest): RecordedRequest {
    const { method, url, body } = request;
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers))
      if (!SECRET_HEADERS.includes(name)) headers[name] = String(value); // node:http makes an array of `set-cookie`.
    const token = bearerToken(request);
    const text = bodyText(body, this.#options.maxRecordedBody);
    const record = { method, url, headers, time: Date.now(), body: text, created: false };
    return token === undefined ? record : { ...record, token };
  }

  /** For the memory limit, bytes. */
  #sizeOf(value: unknown): number {
    return this.#options.memory === undefined ? 0 : estimateSize(value);
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
    const { requests } = this;
    const first = this.#received - requests.length + 1;
    return requests.map((request, position) => ({ index: first + position, ...this.#public(request) }));
  }

  clear(): void {
    this.#requests.clear();
  }
}

/** Records the pieces of a body as they are sent. */
async function recordPieces(
  { length = 0, write }: StreamedBody,
  response: RecordedResponse,
  send: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  const utf8 = new TextDecoder(); // A character can be in two pieces.
  let sent = 0;
  await write((piece) => {
    if (response.body.length < MAX_RESPONSE_BODY)
      response.body = (response.body + utf8.decode(piece, { stream: true })).slice(0, MAX_RESPONSE_BODY);
    sent += piece.length;
    return send(piece);
  });
  if (sent < length) response.incomplete = true;
}
