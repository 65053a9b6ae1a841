/**
 * A minimal Plant Store on loopback, in a child process, as fast as node:http can parse and write JSON. It sends its port to the
 * parent process.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    const { name, tag } = JSON.parse(text);
    const body = JSON.stringify({ name, tag });
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    response.writeHead(200, headers).end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
