/** Requests on raw sockets, which cost the measuring side as little as can be. */
import { connect, type Socket } from "node:net";
import { CONCURRENCY } from "./speed.ts";

const BODY = '{"id":42,"name":"Fern","tag":"indoor"}';

/** Has so many requests answered, some at a time on connections that are kept alive, and says how many that is a second. */
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
      if (!isWhole(received)) return;
      if (!received.startsWith("HTTP/1.1 200")) reject(new Error(`Not what was asked for: ${received}`));
      received = "";
      next();
    });
  });
}

function isWhole(answer: string): boolean {
  const bodyStart = answer.indexOf("\r\n\r\n") + 4;
  if (bodyStart === 3) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  return length === undefined
    ? answer.endsWith("\r\n0\r\n\r\n")
    : answer.length >= bodyStart + Number(length);
}
