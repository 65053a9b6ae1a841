import nodeFetch from "node-fetch";
import {
  type CreatePlantOptions,
  type PlantStoreEvent,
  type PlantStoreFetch,
  safeCreatePlant,
  VERSION,
} from "plant-store-sdk";
import { Agent, fetch as undiciFetch } from "undici";
import { expect, test } from "vitest";
import { plant, TOKEN } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import { CLOSED_PORT, startHttpServer, startSocketServer } from "../support/servers.ts";

function create(baseUrl: string, options?: CreatePlantOptions) {
  return safeCreatePlant(plant, { baseUrl, token: TOKEN, ...options });
}

/** Fakes only the timers that the client uses, not those of Node's sockets. */
const clientTimers = { toFake: ["setTimeout" as const, "clearTimeout" as const] };

// localhost may have several addresses, which all refuse.
test.each(["127.0.0.1", "localhost"])("a refused connection to %s is retried: not-created", async (host) => {
  jumpFromTimerToTimer(clientTimers);
  const types: PlantStoreEvent["type"][] = [];
  const onEvent = ({ type }: PlantStoreEvent) => types.push(type);
  const result = await create(`http://${host}:${CLOSED_PORT}`, { timeout: false, onEvent });
  expect(result).toMatchObject({ error: { outcome: "not-created", code: "ECONNREFUSED", attempts: 3 } });
  expect(types).toEqual(["request", "retry", "request", "retry", "request", "failure"]);
});

test("a failed name lookup is retried and ends not-created", async () => {
  jumpFromTimerToTimer(clientTimers);
  // The resolver rejects a label of more than 63 characters without using the network.
  const baseUrl = `https://${"a".repeat(64)}.invalid`;
  const code = expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/);
  const error = { kind: "connection", outcome: "not-created", code, attempts: 3 };
  expect(await create(baseUrl, { timeout: false })).toMatchObject({ error });
  expect(await create(baseUrl, { timeout: false, fetch: nodeFetch })).toMatchObject({ error });
});

test.each([1, 6000])("the blocked port %i is not retried and ends not-created", async (port) => {
  const result = await create(`http://127.0.0.1:${port}`, { retryUnknown: true });
  expect(result).toMatchObject({ error: { kind: "connection", outcome: "not-created", attempts: 1 } });
  expect(result.error?.message).toMatch(/^Could not connect .* bad port\. No plant was created/);
});

test("nothing is sent while undici's dispatcher closes; once it is destroyed, the outcome is unknown", async () => {
  const server = await startHttpServer(() => {}); // Never responds.
  const controller = new AbortController();
  const options = { timeout: false, signal: controller.signal } as const;
  const prepare = () => {
    const dispatcher = new Agent();
    const fetch: PlantStoreFetch = (url, init) => undiciFetch(url, { ...init, dispatcher });
    return { dispatcher, call: () => create(server.url, { ...options, fetch }) };
  };
  const [closed, destroyed] = [prepare(), prepare()];
  const pending = [closed.call(), destroyed.call()];
  await expect.poll(() => server.requests.length).toBe(2);
  void closed.dispatcher.close();
  await destroyed.dispatcher.destroy();
  expect(await closed.call()).toMatchObject({
    error: { code: "UND_ERR_CLOSED", outcome: "not-created", permanent: true, attempts: 1 },
  });
  for (const result of [await pending[1], await destroyed.call()])
    expect(result).toMatchObject({ error: { code: "UND_ERR_DESTROYED", outcome: "unknown" } });
  expect(server.requests).toHaveLength(2);
  controller.abort();
  await pending[0];
});

test("a request is a POST to {base_url}/plants with JSON, its length, the bearer token and no other data", async () => {
  const server = await startSocketServer((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${PLANT_JSON}`),
  );
  const newPlant = { id: 9223372036854775807n, name: 'Fougère "🌿"', tag: "in\ndoor" };
  await safeCreatePlant(newPlant, { baseUrl: `${server.url}/api/v1/`, token: TOKEN });
  const [head = "", ...bodies] = (server.requests[0] ?? "").split("\r\n\r\n");
  expect(bodies).toEqual(['{"id":9223372036854775807,"name":"Fougère \\"🌿\\"","tag":"in\\ndoor"}']);
  const [requestLine, ...headers] = head.split("\r\n");
  expect(requestLine).toBe("POST /api/v1/plants HTTP/1.1");
  // Node adds these headers.
  const added = /^(host|connection|accept-language|accept-encoding|sec-fetch-mode): /;
  expect(headers.filter((line) => !added.test(line.toLowerCase())).sort()).toEqual([
    "accept: application/json",
    `authorization: Bearer ${TOKEN}`,
    `content-length: ${Buffer.byteLength(bodies.join())}`,
    "content-type: application/json",
    `user-agent: plant-store-sdk/${VERSION}`,
  ]);
});

test("consecutive calls reuse their connections, also after a 400", async () => {
  let status = 200;
  const server = await startHttpServer((response) => {
    response.writeHead(status).end(status === 200 ? PLANT_JSON : '{"error":1,"message":"no"}');
    status = status === 200 ? 400 : 200;
  });
  for (let call = 0; call < 10; call++) {
    expect(await create(server.url)).toMatchObject({ success: call % 2 === 0 });
  }
  expect(server.requests).toHaveLength(10);
  // Node's fetch uses two connections in turn: the first is not idle yet when the second call starts.
  expect(new Set(server.requests.map(({ clientPort }) => clientPort)).size).toBeLessThanOrEqual(2);
});
