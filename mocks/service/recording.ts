/** Records one request, from its arrival to its end. Only `ResentRequests` and the steps of a request also change a record. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../parts/fault.ts";
import { toErrorResponse } from "../parts/http-error.ts";
import { bodyText } from "../parts/read-body-json.ts";
import type { RecordedRequest, RecordedResponse } from "../parts/recorded-request.ts";
import { recordHeaders } from "../parts/redact-record.ts";
import type { ServiceRequest } from "../parts/service-request.ts";
import type { ServiceResponse, StreamedBody } from "../parts/service-response.ts";
import { isInterrupted } from "../parts/waits.ts";

/** How much of a response's body is recorded, characters. */
const MAX_RESPONSE_BODY = 16 * 1024;

/** What keeps the records. */
interface Keeper {
  begin(recording: Recording): void;
  end(recording: Recording): void;
}

export class Recording {
  readonly record: RecordedRequest;
  /** Its number, from 1; 0 until it begins. */
  index = 0;
  /** The record whose request this one repeats, while this one runs. */
  original: RecordedRequest | undefined;
  readonly #keeper: Keeper;
  readonly #start = performance.now();
  /** The client and the length of the body, if this is a request to create a plant. */
  #sender = "";

  /** @param maxBody how much of the request's body is recorded, bytes */
  constructor(request: ServiceRequest, maxBody: number, keeper: Keeper) {
    const { method, url, body } = request;
    const { headers, token } = recordHeaders(request.headers);
    const text = bodyText(body, maxBody);
    if (body.byteLength <= maxBody) request.text = text;
    this.#keeper = keeper;
    // All common members at once: V8 would move the record for each one that is added later.
    this.record = {
      method,
      url,
      headers,
      time: Date.now(),
      body: text,
      plant: undefined,
      created: false,
      token,
      status: undefined,
      response: undefined,
      duration: undefined,
    };
  }

  /** What the requests that a client sends again have in common; empty if this is not a request to create a plant. */
  get key(): string {
    return this.#sender && `${this.#sender} ${this.record.headers["user-agent"]}\n${this.record.body}`;
  }

  /** The request arrived, and this fault applies to it. */
  begin({ client = "", body }: ServiceRequest, plant: NewPlant | undefined, fault: Fault | undefined): void {
    this.record.plant = plant;
    if (fault !== undefined) this.record.fault = fault;
    // The length tells long bodies apart, which are not recorded completely.
    this.#sender = `${client} ${body.length}`;
    this.#keeper.begin(this);
  }

  /** Returns the response. If it is sent piece by piece, the request is over with the last one. */
  end(response: ServiceResponse): ServiceResponse {
    const { record } = this;
    const { status, reason, headers, body } = response;
    record.status = status;
    if (reason !== undefined) record.reason = reason;
    const sent: RecordedResponse = { headers, body: "" };
    record.response = sent;
    if (typeof body === "object" && body !== null) {
      // Such a request is not over when its response is handed to the adapter.
      const write: StreamedBody["write"] = async (send) => {
        await recordPieces(body, sent, send);
        this.#finish();
      };
      return { ...response, body: { ...body, write } };
    }
    if (body !== null && record.method !== "HEAD") sent.body = body.slice(0, MAX_RESPONSE_BODY);
    this.#finish();
    return response;
  }

  /**
   * Returns the response to a request that failed, for `end`.
   *
   * @throws Interrupted if that is the error. The request is then over
   */
  fail(error: unknown): ServiceResponse {
    if (this.index === 0) this.#keeper.begin(this); // It failed before it could begin, such as by a 404.
    if (isInterrupted(error)) {
      if (error.reason !== undefined) this.record.reason = error.reason;
      this.#finish();
    }
    return toErrorResponse(error);
  }

  #finish(): void {
    this.record.duration = Math.round((performance.now() - this.#start) * 10) / 10;
    this.#keeper.end(this);
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
