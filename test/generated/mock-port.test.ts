/** Any bytes on the mock's port get a response of the service, or end the connection. */
import { once } from "node:events";
import { connect } from "node:net";
import { listen, type MockServer } from "plant-store-sdk/mocks/server";
import { MockStore } from "plant-store-sdk/mocks/store";
import { afterAll, beforeAll, expect } from "vitest";
import { requestText } from "../support/raw-client.ts";
import { property } from "./property.ts";
import { expectServiceResponse } from "./service-response.ts";
import { requestChunks } from "./wire-requests.ts";
import { parseResponses } from "./wire-responses.ts";

const store = new MockStore({ auth: "off" });
let server: MockServer;

beforeAll(async () => {
  server = await listen(store);
});
afterAll(() => server.close());

/** Sends the chunks and ends its side. Returns everything received until the server ends the connection too. */
async function exchange(chunks: Uint8Array[]): Promise<Buffer> {
  const socket = connect({ port: server.port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
  const received: Buffer[] = [];
  socket.on("data", (bytes) => received.push(bytes));
  socket.on("error", () => {}); // The server may have ended the connection before it has read everything.
  const ended = once(socket, "close");
  for (const chunk of chunks) {
    await new Promise((resolve) => socket.write(chunk, resolve));
  }
  socket.end();
  await ended;
  return Buffer.concat(received);
}

const HEALTHY = '{"status":"ok"}';
const VALID_REQUEST = [Buffer.from(requestText("/plants", { connection: "close" }))];

property(
  "whatever bytes arrive, the mock responds like the service or ends the connection, and the next one works",
  requestChunks,
  async (chunks) => {
    store.clear();
    const responses = parseResponses(await exchange(chunks));
    for (const { status, body } of responses)
      expectServiceResponse(status, body, body === HEALTHY ? "GET" : "POST");
    const created = responses.filter(({ status, body }) => status === 200 && body !== HEALTHY);
    expect(store.plants.map(({ name, tag }) => JSON.stringify({ name, tag }))).toEqual(
      created.map(({ body }) => body),
    );
    expect(parseResponses(await exchange(VALID_REQUEST))).toMatchObject([
      { status: 200, body: '{"name":"Fern"}' },
    ]);
  },
);
