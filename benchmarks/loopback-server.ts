/** A minimal Plant Store on loopback, in a child process. It sends its port to the parent process. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const server = createServer(async (request, response) => {
  const { name, tag } = JSON.parse(await text(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ name, tag }));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
