import { bearerToken, bodyText, type ServiceRequest } from "../model/protocol.ts";
import type { RecordedRequest } from "../model/recorded-request.ts";
import { withoutPartOfToken } from "../model/redaction.ts";

const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie"];

/**
 * Records a request.
 *
 * @param maxBody how much of the body to keep, bytes
 */
export function recordRequest(request: ServiceRequest, maxBody: number): RecordedRequest {
  const { method, url, body } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => !SECRET_HEADERS.includes(name))
      .map(([name, value]) => [name, String(value)]), // node:http makes an array of `set-cookie`.
  );
  const token = bearerToken(request);
  const text = bodyText(body, maxBody);
  const kept = body.length > maxBody ? withoutPartOfToken(text, token) : text;
  const record = { method, url, headers, time: Date.now(), body: kept, created: false };
  return token === undefined ? record : { ...record, token };
}
