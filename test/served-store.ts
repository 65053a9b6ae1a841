/** A reference store on a real port of 127.0.0.1, plain or by TLS, until its test ends. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { PlantStore } from "plant-store-sdk/mocks/store";
import { onTestFinished } from "vitest";

/** @returns the base URL to reach it by. */
export async function serve(store: PlantStore, tls?: { key: string; cert: string }): Promise<string> {
  const scheme = tls === undefined ? "http" : "https";
  const server =
    tls === undefined ? createServer(listenerOf(store)) : createTlsServer(tls, listenerOf(store));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function listenerOf(store: PlantStore): RequestListener {
  return async (request, response) => {
    const { method = "GET", url = "/" } = request;
    const headers = new Headers(Object.entries(request.headers) as [string, string][]);
    const body = await text(request);
    const init = method === "GET" ? { method, headers } : { method, headers, body };
    const answer = await store.fetch(new URL(url, "http://127.0.0.1"), init);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  };
}
