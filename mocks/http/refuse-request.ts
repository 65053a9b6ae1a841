/** Responds to requests that Node rejects, instead of Node, which would say neither the reason nor send an Error body. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { HttpError } from "../parts/http-error.ts";
import type { RecordedRequest } from "../parts/recorded-request.ts";
import { bearerToken } from "../parts/service-request.ts";
import { allowOrigin } from "../parts/service-response.ts";
import { absoluteUrl, ending, send } from "./node-http.ts";

/** `_httpMessage` is the response that is being sent. Node has no other name for it. */
type HttpSocket = Duplex & { _httpMessage?: ServerResponse | null };

type Log = (refused: Pick<RecordedRequest, "method" | "url" | "token" | "status" | "reason">) => void;

/** What Node rejects before there is a request, by the code of its error. */
const REFUSALS: Record<string, [status: number, reason: string]> = {
  HPE_HEADER_OVERFLOW: [431, "the head is longer than 16 KiB, or than --max-http-header-size"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "the chunk extensions are longer than 16 KiB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request did not arrive in time"],
  ERR_SSL_HTTP_REQUEST: [400, "this is plain HTTP, but the port serves https"],
};

/** The client has disconnected, perhaps before the end of its request. */
const DISCONNECTIONS = ["ECONNRESET", "EPIPE", "HPE_INVALID_EOF_STATE"];

/** How a TLS handshake begins (RFC 8446 section 5.1). */
const TLS_HANDSHAKE = 22;

/** An error of Node's HTTP parser or of TLS. */
type ClientError = NodeJS.ErrnoException & { reason?: string; rawPacket?: Uint8Array };

function reasonOf({ code = "", reason, message, rawPacket }: ClientError): string {
  if (/^ERR_(SSL|TLS)_/.test(code)) return `the TLS handshake failed: ${reason ?? message}`;
  if (rawPacket?.[0] === TLS_HANDSHAKE) return "this is TLS, but the port serves http";
  return `this is not HTTP: ${reason}`;
}

/**
 * @param origin the URL of the server, for requests without a Host
 * @param handle gets all other requests
 */
export function handleRequests(server: Server, origin: string, log: Log, handle: RequestListener): void {
  const refuse = (status: number, reason: string, request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url } = request;
    const headers = request.headers as Record<string, string>;
    const target = url === "" ? "" : absoluteUrl(request, origin);
    log({ method, url: target, token: bearerToken({ headers }), status, reason });
    response.shouldKeepAlive = false; // The body is not read.
    ending.add(request.socket);
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
  /**
   * Where Node gives no response to write to. Ends the connection without one if that is too late.
   *
   * @param reason undefined if the client has disconnected
   */
  const refuseOn = (socket: HttpSocket, status: number, reason: string | undefined, method = ""): void => {
    ending.add(socket);
    const { _httpMessage: sending } = socket;
    // The responses to requests before this one are still sent.
    if (sending?.writableEnded) {
      sending.once("close", () => refuseOn(socket, status, reason, method));
    } else if (reason !== undefined && socket.writable && !sending?.headersSent) {
      sending?.detachSocket(socket as Socket);
      const http = process.getBuiltinModule("node:http");
      const request = Object.assign(new http.IncomingMessage(socket as Socket), { method });
      request.headers.origin = "*"; // It is not known.
      const response = new http.ServerResponse(request);
      response.assignSocket(socket as Socket);
      response.once("finish", () => socket.end());
      refuse(status, reason, request, response);
    } else {
      if (reason !== undefined) log({ method, url: "", token: undefined, status: undefined, reason });
      socket.destroy();
    }
  };
  server.on("connect", (_request, socket) => {
    socket.on("error", () => {}); // Node no longer handles errors, and the client may reset the connection.
    refuseOn(socket, 405, "CONNECT is not allowed here: this is not a proxy", "CONNECT");
  });
  server.on("clientError", (error: ClientError, socket) => {
    const { code = "" } = error;
    const [status, reason] = REFUSALS[code] ?? [400, reasonOf(error)];
    refuseOn(socket, status, DISCONNECTIONS.includes(code) ? undefined : reason);
  });
}
