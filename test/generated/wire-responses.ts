/** Parses the bytes that a server sent on a connection. */

export interface WireResponse {
  status: number;
  body: string;
}

const STATUS_LINE = /^HTTP\/1\.1 ([2-5]\d\d) [\w -]+\r\n/;
const INTERIM = "HTTP/1.1 100 Continue\r\n\r\n";

/** Parses responses to requests other than HEAD. @throws Error if one is malformed or incomplete */
export function parseResponses(bytes: Buffer): WireResponse[] {
  const responses: WireResponse[] = [];
  let rest = bytes.toString("latin1");
  while (rest !== "") {
    while (rest.startsWith(INTERIM)) rest = rest.slice(INTERIM.length);
    if (rest === "") break; // The client ended its side without sending the body.
    const end = rest.indexOf("\r\n\r\n");
    const status = Number(STATUS_LINE.exec(rest)?.[1]);
    const head = rest.slice(0, end + 2);
    if (end < 0 || Number.isNaN(status) || !areHeaders(head)) throw new Error(`malformed response: ${rest}`);
    const length = status === 204 ? 0 : Number(/^content-length: (\d+)\r$/im.exec(head)?.[1]);
    const start = end + 4;
    if (!(rest.length >= start + length)) throw new Error(`incomplete response: ${rest}`);
    responses.push({ status, body: Buffer.from(rest.slice(start, start + length), "latin1").toString() });
    rest = rest.slice(start + length);
  }
  return responses;
}

function areHeaders(head: string): boolean {
  const [, ...lines] = head.split("\r\n").slice(0, -1);
  return lines.every((line) => /^[\w-]+: [\t\x20-\x7e\x80-\xff]*$/.test(line));
}
