/** Any bytes on the mock's port get a response of the service, or end the connection. */
import { listen, type MockServer } from "plant-store-sdk/mocks/server";
import { MockStore } from "plant-store-sdk/mocks/store";
import { afterAll, beforeAll, expect } from "vitest";
import { RawClient, type RawResponse, requestText } from "../support/raw-client.ts";
import { property } from "./property.ts";
import { expectServiceResponse } from "./service-response.ts";
import { requestChunks } from "./wire-requests.ts";

const store = new MockStore({ auth: "off" });
let server: MockServer;

beforeAll(async () => {
  server = await listen(store);
});
afterAll(() => server.close());

/** Sends the chunks and ends its side. Returns everything received until the server ends the connection too. */
async function exchange(chunks: Uint8Array[]): Promise<RawResponse[]> {
  const client = await RawClient.connect(server.port);
  for (const chunk of chunks) await client.send(chunk);
  client.finish();
  return client.allResponses();
}

const HEALTHY = '{"status":"ok"}';
const VALID_REQUEST = [Buffer.from(requestText("/plants", { connection: "close" }))];

property(
  "whatever bytes arrive, the mock responds like the service or ends the connection, and the next one works",
  requestChunks,
  async (chunks) => {
    store.clear();
    const responses = await exchange(chunks);
    for (const { status, body } of responses) {
      if (status >= 400 && /^(0\r\n\r\n)?$/.test(body)) continue; // Node's response to invalid HTTP.
      expectServiceResponse(status, body, body === HEALTHY ? "GET" : "POST");
    }
    const created = responses.filter(({ status, body }) => status === 200 && body !== HEALTHY);
    expect(store.plants.map(({ name, tag }) => JSON.stringify({ name, tag }))).toEqual(
      created.map(({ body }) => body),
    );
    expect(await exchange(VALID_REQUEST)).toMatchObject([{ status: 200, body: '{"name":"Fern"}' }]);
  },
);
