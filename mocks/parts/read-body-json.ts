/** Reads the body of a request as text, and as JSON with exact integers. */
import { parseJson } from "../../src/contract/json.ts";
import { HttpError } from "./http-error.ts";
import { MAX_BODY_BYTES } from "./limits.ts";
import type { ServiceRequest } from "./service-request.ts";

/** Made for each text, because Jest's jsdom has no TextDecoder, and must be able to import the mock. */
const decode = (bytes: Uint8Array, fatal = false) => new TextDecoder("utf-8", { fatal }).decode(bytes);

/** The first bytes of a body as text. U+FFFD replaces what is not UTF-8. */
export function bodyText(body: Uint8Array, maxBytes: number): string {
  return decode(body.subarray(0, maxBytes));
}

/**
 * Reads a body as JSON.
 *
 * @param expected what the JSON must be, for the message
 * @param limit bytes
 * @throws HttpError with 415 if it is compressed, with 413 if it is too long, and with 400 if it is not JSON in UTF-8
 */
export function readJson(request: ServiceRequest, expected = "", limit = MAX_BODY_BYTES): unknown {
  const { headers, body } = request;
  const { "content-encoding": encoding } = headers;
  if (encoding !== undefined && !/^(identity)?$/i.test(encoding))
    throw new HttpError(415, "the header content-encoding must be absent: this mock does not decompress", {
      "accept-encoding": "identity", // RFC 9110 section 15.5.16
    });
  const maxBytes = Math.min(limit, MAX_BODY_BYTES);
  if (body.byteLength > maxBytes) throw new HttpError(413, `the body must be at most ${maxBytes} bytes long`);
  try {
    const text = request.text ?? decode(body);
    // The lenient decoder is several times faster.
    if (text.includes("\ufffd")) decode(body, true);
    return parseJson(text);
  } catch {
    throw new HttpError(400, `the body must be valid JSON in UTF-8${expected && `: ${expected}`}`);
  }
}
