/** Whatever bytes reach the port, what comes back is HTTP with an answer of the service, or the connection's end. */
import { once } from "node:events";
import { connect } from "node:net";
import { listen, type PlantStoreServer } from "plant-store-sdk/mocks/server";
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { afterAll, beforeAll, expect } from "vitest";
import { requestText } from "../support/raw-client.ts";
import { expectService } from "./posted.ts";
import { property } from "./property.ts";
import { conversations } from "./wire.ts";
import { parseAnswers } from "./wire-responses.ts";

const store = createPlantStore({ auth: "off" });
let server: PlantStoreServer;

beforeAll(async () => {
  server = await listen(store);
});
afterAll(() => server.close());

/** Sends the pieces, then no more, and gives all that comes back until the server has ended the connection too. */
async function converse(pieces: Uint8Array[]): Promise<Buffer> {
  const socket = connect({ port: server.port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
  const received: Buffer[] = [];
  socket.on("data", (bytes) => received.push(bytes));
  socket.on("error", () => {}); // The server may have ended the connection before it has read everything.
  const ended = once(socket, "close");
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
  }
  socket.end();
  await ended;
  return Buffer.concat(received);
}

const HEALTHY = '{"status":"ok"}';
const GOOD = [Buffer.from(requestText("/plants", { connection: "close" }))];

property(
  "any bytes are answered by the service or end their connection, and the next request is served",
  conversations,
  async (pieces) => {
    store.reset();
    const answers = parseAnswers(await converse(pieces));
    for (const { status, body } of answers) expectService(status, body, body === HEALTHY ? "GET" : "POST");
    const created = answers.filter(({ status, body }) => status === 200 && body !== HEALTHY);
    expect(store.plants.map(({ name, tag }) => JSON.stringify({ name, tag }))).toEqual(
      created.map(({ body }) => body),
    );
    expect(parseAnswers(await converse(GOOD))).toMatchObject([{ status: 200, body: '{"name":"Fern"}' }]);
  },
);
