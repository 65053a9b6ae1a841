/** Reads the bodies of requests, with a limit for all that have not arrived completely. */
import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES } from "../model/service-request.ts";

/** More is rejected, bytes. Otherwise a few hundred uploads that never end could fill the memory. */
const MAX_UNFINISHED_BYTES = 64 * 1_048_576;

/** More are joined, because a small chunk takes far more memory than its bytes. */
const MAX_CHUNKS = 1_000;

export class RequestBodies {
  /** Bytes that are kept for requests that have not arrived completely. */
  #unfinishedBytes = 0;

  /**
   * Calls one of the functions once, unless the client disconnects first.
   *
   * @param onBody gets the whole body, or more than the first {@link MAX_BODY_BYTES} of a larger one
   * @param onReject there is no room for this body. Its rest is read but not kept
   */
  read(request: IncomingMessage, onBody: (body: Uint8Array) => void, onReject: () => void): void {
    let chunks: Buffer[] = [];
    let length = 0;
    let isRejected = false;
    const discard = () => {
      this.#unfinishedBytes -= length;
      chunks = [];
      length = 0;
    };
    request.on("data", (chunk: Buffer) => {
      // The rest of an oversized body is not kept either.
      if (isRejected || length > MAX_BODY_BYTES) return;
      chunks.push(chunk);
      length += chunk.length;
      this.#unfinishedBytes += chunk.length;
      if (chunks.length === MAX_CHUNKS) chunks = [Buffer.concat(chunks)];
      if (this.#unfinishedBytes <= MAX_UNFINISHED_BYTES) return;
      isRejected = true;
      discard();
      onReject();
    });
    request.on("end", () => {
      if (isRejected) return;
      const body = Buffer.concat(chunks);
      discard();
      onBody(body);
    });
    request.on("close", discard);
  }
}

export const UNFINISHED_REJECTION = `other requests that have not arrived completely already take ${MAX_UNFINISHED_BYTES / 1_048_576} MiB: complete or abort them`;
