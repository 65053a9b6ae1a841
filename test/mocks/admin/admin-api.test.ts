/** The admin API of the server: what it lists, what it changes, and how it reports mistakes. */
import { faults } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { openAdmin, postPlant, send } from "./admin-server.ts";

test("plants and requests list what the store received, with ids above 2^53", async () => {
  const { url } = await openAdmin();
  await postPlant(url, '{"id":9223372036854775807,"name":"Fern"}');
  expect(await send("GET", `${url}/__admin/plants`)).toEqual({
    status: 200,
    text: '{"plants":[{"id":9223372036854775807,"name":"Fern"}]}',
  });
  const { text } = await send("GET", `${url}/__admin/requests`);
  expect(text).toContain('"plant":{"id":9223372036854775807,"name":"Fern"},"status":200,"response":{');
});

test("POST faults queues one fault or several, and responds with the queue", async () => {
  const { store, url } = await openAdmin();
  const first = await send("POST", `${url}/__admin/faults`, '{"type":"status","status":503}');
  expect(first).toEqual({ status: 201, text: '{"faults":[{"type":"status","status":503}]}' });
  const two = JSON.stringify([faults.rateLimit(1), faults.truncate(3)]);
  expect((await send("POST", `${url}/__admin/faults`, two)).status).toBe(201);
  expect(store.faults).toEqual([faults.status(503), faults.rateLimit(1), faults.truncate(3)]);
});

test("DELETE faults and DELETE requests clear only these", async () => {
  const { store, url } = await openAdmin();
  await postPlant(url, '{"id":1,"name":"Fern"}');
  store.enqueue(faults.status(503));
  expect(await send("DELETE", `${url}/__admin/requests`)).toEqual({ status: 204, text: "" });
  expect([store.plants.length, store.requests.length, store.faults.length]).toEqual([1, 0, 1]);
  expect(await send("DELETE", `${url}/__admin/faults`)).toEqual({ status: 204, text: "" });
  expect([store.plants.length, store.faults.length]).toEqual([1, 0]);
});

test("POST reset restores the initial plants and clears the rest", async () => {
  const { store, url } = await openAdmin({ store: { plants: [{ id: 7, name: "Ivy" }] } });
  await postPlant(url, '{"id":1,"name":"Fern"}');
  store.enqueue(faults.status(503));
  expect(await send("POST", `${url}/__admin/reset`)).toEqual({ status: 204, text: "" });
  expect([store.plants, store.requests, store.faults]).toEqual([[{ id: 7, name: "Ivy" }], [], []]);
});

test("PUT rules sets them, with exact ids, and GET shows them", async () => {
  const { store, url } = await openAdmin();
  const rules = '{"duplicates":{"status":409,"error":1003},"id":{"max":9223372036854775807}}';
  const expected = { status: 200, text: `{"rules":${rules}}` };
  expect(await send("PUT", `${url}/__admin/rules`, rules)).toEqual(expected);
  expect(await send("GET", `${url}/__admin/rules`)).toEqual(expected);
  expect(store.rules.id).toEqual({ max: 2n ** 63n - 1n });
});

test("PUT rules names every wrong field, and changes nothing", async () => {
  const { store, url } = await openAdmin();
  const { status, text } = await send(
    "PUT",
    `${url}/__admin/rules`,
    '{"name":{"maxLength":-1},"unique":true}',
  );
  expect([status, JSON.parse(text).message]).toEqual([
    400,
    expect.stringMatching(
      /^`name\.maxLength` must be a length .*; the document has the unknown field `unique`/,
    ),
  ]);
  expect(store.rules).toEqual({});
});

test.each(["200", "[100,500]", "0"])("PUT latency sets %s, and GET shows it", async (latency) => {
  const { store, url } = await openAdmin({ store: { latency: 1 } });
  expect(await send("GET", `${url}/__admin/latency`)).toEqual({ status: 200, text: '{"latency":1}' });
  const expected = { status: 200, text: `{"latency":${latency}}` };
  expect(await send("PUT", `${url}/__admin/latency`, expected.text)).toEqual(expected);
  expect(await send("GET", `${url}/__admin/latency`)).toEqual(expected);
  expect(store.latency).toEqual(JSON.parse(latency));
});
