/**
 * Sends requests on raw sockets, to use as little CPU as possible on the measuring side. It keeps a bare node:http server
 * at 100 % of a core with half a core. autocannon needs 70 % to keep it at 65 %, and wrk measures up to 20 % less.
 */
import { connect, type Socket } from "node:net";
import { CONCURRENCY } from "./speed.ts";

const BODY = '{"id":42,"name":"Fern","tag":"indoor"}';

/** Sends a number of requests over {@link CONCURRENCY} reused connections. */
export async function requestsPerSecond(port: number, requests: number): Promise<number> {
  const head = [
    "POST /plants HTTP/1.1",
    `host: 127.0.0.1:${port}`,
    "authorization: Bearer token-of-the-bench",
    "content-type: application/json",
    `content-length: ${BODY.length}`,
  ];
  const request = `${head.join("\r\n")}\r\n\r\n${BODY}`;
  const start = performance.now();
  const perConnection = Array.from({ length: CONCURRENCY }, (_, index) =>
    Math.floor((requests + index) / CONCURRENCY),
  );
  await Promise.all(perConnection.map((count) => exchange(connect(port, "127.0.0.1"), request, count)));
  return requests / ((performance.now() - start) / 1000);
}

function exchange(socket: Socket, request: string, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = count;
    let received = "";
    const next = () => (left-- > 0 ? socket.write(request) : socket.end(resolve));
    socket.setNoDelay().setEncoding("latin1").on("connect", next).on("error", reject);
    socket.on("data", (chunk) => {
      received += chunk;
      if (!isComplete(received)) return;
      if (!received.startsWith("HTTP/1.1 200")) reject(new Error(`Unexpected response: ${received}`));
      received = "";
      next();
    });
  });
}

function isComplete(response: string): boolean {
  const bodyStart = response.indexOf("\r\n\r\n") + 4;
  if (bodyStart === 3) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(response)?.[1];
  return length === undefined
    ? response.endsWith("\r\n0\r\n\r\n")
    : response.length >= bodyStart + Number(length);
}
