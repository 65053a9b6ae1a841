/** Responds to requests that Node rejects, instead of Node, which would say neither the reason nor send an Error body. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { HttpError } from "../parts/http-error.ts";
import type { RecordedRequest } from "../parts/recorded-request.ts";
import { allowOrigin } from "../parts/service-response.ts";
import { absoluteUrl, send } from "./node-http.ts";

type Log = (refused: Pick<RecordedRequest, "method" | "url" | "status" | "reason">) => void;

/** What Node rejects before there is a request, by the code of its error. */
const REFUSALS: Record<string, [status: number, reason: string]> = {
  HPE_HEADER_OVERFLOW: [431, "the request line and the headers are longer than 16 KiB"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "the chunk extensions are longer than 16 KiB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request did not arrive in time"],
};

/**
 * @param origin the URL of the server, for requests without a Host
 * @param handle gets all other requests
 */
export function handleRequests(server: Server, origin: string, log: Log, handle: RequestListener): void {
  const refuse = (status: number, reason: string, request: IncomingMessage, response: ServerResponse) => {
    log({ method: request.method ?? "", url: absoluteUrl(request, origin), status, reason });
    response.shouldKeepAlive = false; // The body is not read.
    const headers = request.headers as Record<string, string>;
    send(allowOrigin(new HttpError(status, reason).response, { headers }, true), response);
  };
  server.on("checkExpectation", (request, response) => {
    refuse(417, "the header expect must be 100-continue or absent", request, response);
  });
  server.on("request", (request, response) => {
    // RFC 9112 section 3.2.
    const isInvalid = request.headers.host === undefined && request.httpVersion === "1.1";
    if (isInvalid) refuse(400, "the header host is missing", request, response);
    else handle(request, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException & { reason?: string }, socket: Duplex) => {
    const [status, reason] = REFUSALS[`${error.code}`] ?? [400, `this is not HTTP: ${error.reason}`];
    const isSending = "_httpMessage" in socket && (socket._httpMessage as ServerResponse | null)?.headersSent;
    if (!socket.writable || isSending || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    log({ method: "", url: "", status, reason });
    const { headers, body } = new HttpError(status, reason).response;
    const cors = { "access-control-allow-origin": "*" }; // The origin is not known.
    const lines = Object.entries({
      ...headers,
      ...cors,
      "content-length": `${body}`.length,
      connection: "close",
    });
    const { STATUS_CODES } = process.getBuiltinModule("node:http");
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map((line) => line.join(": "))];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  });
}
