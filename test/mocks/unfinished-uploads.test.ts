import { expect, test, vi } from "vitest";
import { openMock } from "../support/mock-server.ts";
import { RawClient, requestText } from "../support/raw-client.ts";
import { collectGarbage } from "./collect-garbage.ts";

const MIB = 1_048_576;
const LENGTH = { "content-length": String(MIB) };
/** A request for a plant of 1 MiB, of which the last byte is missing. */
const head = requestText("/plants", { body: "", ...LENGTH });
const unfinished = Buffer.concat([Buffer.from(head), Buffer.alloc(MIB - 1, " ")]);
const REJECTION =
  '{"error":429,"message":"other requests that have not arrived completely already take 64 MiB: complete or abort them"}';

/** Starts an upload. Resolves when the system has taken all of it. */
async function startUpload(port: number): Promise<RawClient> {
  const client = await RawClient.connect(port);
  await client.send(unfinished);
  return client;
}

/** The status of a complete upload, which is not valid JSON. */
async function upload(port: number): Promise<number> {
  const client = await startUpload(port);
  client.send("}");
  const { status } = await client.response();
  client.leave();
  return status;
}

test("100 unfinished uploads of 1 MiB take at most 64 MiB, and the others get a clear 429", async () => {
  const { store, server } = await openMock();
  await collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const clients: RawClient[] = [];
  for (let count = 0; count < 100; count++) clients.push(await startUpload(server.port));
  const rejected = () => clients.filter(({ rest }) => rest.endsWith("}"));
  await expect.poll(() => rejected().length, { timeout: 15_000 }).toBe(100 - 64);
  for (const client of rejected()) {
    const { status, body, headers } = await client.response();
    expect([status, body, headers["access-control-allow-origin"]]).toEqual([429, REJECTION, "*"]);
  }
  await collectGarbage();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(70 * MIB);
  expect(store.requests).toEqual([]);
});

test("an upload that ends, or whose client disconnects, leaves its room to others", async () => {
  const { server } = await openMock();
  for (let round = 0; round < 2; round++) {
    const clients = await Promise.all(Array.from({ length: 40 }, () => startUpload(server.port)));
    for (const client of clients) client.leave();
  }
  // The server notices a little later that the clients have left.
  await expect.poll(() => upload(server.port), { timeout: 15_000 }).toBe(400);
  for (let count = 0; count < 65; count++) expect(await upload(server.port)).toBe(400);
});

test("the rest of a rejected upload is ignored, and its connection can be used again", async () => {
  const { store, server } = await openMock();
  const clients: RawClient[] = [];
  for (let count = 0; count < 65; count++) clients.push(await startUpload(server.port));
  const client = await vi.waitUntil(() => clients.find(({ rest }) => rest.endsWith("}")), 15_000);
  expect((await client.response()).status).toBe(429);
  client.send("}");
  client.send(requestText("/plants", { body: "" }));
  expect((await client.response()).status).toBe(400);
  expect(store.requests).toHaveLength(1);
});
