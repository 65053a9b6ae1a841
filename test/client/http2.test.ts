/**
 * Concurrent calls that share a lost HTTP/2 connection. undici 8 sends POSTs over one connection, like Node 26, which
 * test/runtimes/http2.test.ts covers. undici 7 opens a connection for each.
 */
import { PlantStoreClient, type PlantStoreFetch } from "plant-store-sdk";
import * as undici7 from "undici";
import * as undici8 from "undici-8";
import { expect, onTestFinished, test } from "vitest";
import { TOKEN } from "../support/client.ts";
import { losses, startHttp2Server } from "../support/http2-server.ts";
import { readPem } from "../support/pem.ts";

const options = { allowH2: true, connect: { ca: readPem("private-ca") } };

const fetches = {
  "undici 7": (): PlantStoreFetch => {
    const dispatcher = new undici7.Agent(options);
    onTestFinished(() => dispatcher.destroy());
    return (url, init) => undici7.fetch(url, { ...init, dispatcher });
  },
  "undici 8": (): PlantStoreFetch => {
    const dispatcher = new undici8.Agent(options);
    onTestFinished(() => dispatcher.destroy());
    return (url, init) => undici8.fetch(url, { ...init, dispatcher });
  },
};

test.each<[keyof typeof fetches, keyof typeof losses]>([
  ["undici 8", "the server destroys the session"],
  ["undici 8", "the connection is reset"],
  ["undici 8", "a GOAWAY excludes the requests"],
  ["undici 8", "the server refuses the streams"],
  ["undici 7", "the server destroys the session"],
  ["undici 7", "the connection is reset"],
  ["undici 7", "the server refuses the streams"],
])("with %s, if %s, concurrent calls end unknown and no plant is sent twice", async (version, loss) => {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8];
  const server = await startHttp2Server(ids); // A request that is sent again succeeds.
  const client = new PlantStoreClient({ baseUrl: server.url, token: TOKEN, fetch: fetches[version]() });
  await client.createPlant({ id: 0, name: "First" }); // Afterwards, undici knows that the server uses HTTP/2.

  const calls = Promise.all(ids.map((id) => client.safeCreatePlant({ id, name: "Fern" })));
  await server.allHeld;
  expect(server.connections.size === 1).toBe(version === "undici 8");
  await losses[loss](server);

  const unknown = { kind: "connection", outcome: "unknown", attempts: 1 };
  expect(await calls).toMatchObject(ids.map(() => ({ success: false, error: unknown })));
  await client.createPlant({ id: 9, name: "Last" });
  expect(server.arrived.toSorted()).toEqual([0, ...ids, 9]);
  expect(new Set(server.versions)).toEqual(new Set(["2.0"]));
});

test("without HTTP/2, a lost connection ends one of the concurrent calls", async () => {
  const ids = [1, 2, 3, 4];
  const server = await startHttp2Server(ids);
  const dispatcher = new undici8.Agent({ ...options, allowH2: false });
  onTestFinished(() => dispatcher.destroy());
  const fetch: PlantStoreFetch = (url, init) => undici8.fetch(url, { ...init, dispatcher });
  const client = new PlantStoreClient({ baseUrl: server.url, token: TOKEN, fetch });
  const calls = Promise.all(ids.map((id) => client.safeCreatePlant({ id, name: "Fern" })));
  const [first, ...others] = await server.allHeld;
  first?.socket.destroy();
  for (const response of others) response.end('{"name":"Fern"}');
  const outcomes = (await calls).map((result) => (result.success ? "created" : result.error.outcome));
  expect(outcomes.toSorted()).toEqual(["created", "created", "created", "unknown"]);
  expect(new Set(server.versions)).toEqual(new Set(["1.1"]));
});
