/** The event stream of the admin API: its format, slow readers, and its connection. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { MockStoreEvent } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { openAdmin, postPlant } from "./admin-server.ts";

/** Opens the stream of a store. The response is not read yet. */
async function openStream(baseUrl: string): Promise<IncomingMessage> {
  const request = get(`${baseUrl}/__admin/events`);
  const [response] = await once(request, "response");
  response.setEncoding("utf8");
  response.on("error", () => {}); // The server closes the connection.
  onTestFinished(() => void response.destroy());
  return response;
}

type StreamEvent = MockStoreEvent | { type: "dropped"; count: number };

async function* eventsOf(response: IncomingMessage): AsyncGenerator<StreamEvent, void> {
  let text = "";
  for await (const chunk of response.iterator({ destroyOnReturn: false })) {
    const messages = (text + chunk).split("\n\n");
    text = messages.pop() ?? "";
    for (const message of messages) if (message !== ":") yield JSON.parse(message.slice("data: ".length));
  }
}

test("the stream consists of server-sent events with one JSON object each", async () => {
  const { url } = await openAdmin();
  const response = await openStream(url);
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("text/event-stream");
  let text = "";
  response.on("data", (chunk) => {
    text += chunk;
  });
  await postPlant(url, '{"id":9223372036854775807,"name":"Fern\\n\\n"}');
  await expect.poll(() => text).toContain('"ended"');
  const [comment, received, ended, rest, ...others] = text.split("\n\n");
  expect(comment).toBe(":");
  expect(received).toMatch(
    /^data: \{"type":"received","index":1,"request":\{.*"plant":\{"id":9223372036854775807,/,
  );
  expect(ended).toMatch(/^data: \{"type":"ended","index":1,.*"status":200.*,"duration":[\d.]+\}\}$/);
  expect([rest, ...others]).toEqual([""]);
});

test("a slow reader gets the number of events that it missed in their place, and then the following ones", async () => {
  const { store, url } = await openAdmin({ store: { maxRequests: 0 } });
  const response = await openStream(url);
  const body = JSON.stringify({ id: 1, name: "x".repeat(500_000) });
  for (let count = 0; count < 25; count += 1) await postPlant(url, body);
  // Each request causes two events, one after the other.
  let position = 0;
  let dropped = 0;
  for await (const event of eventsOf(response)) {
    if (event.type === "dropped") dropped += event.count;
    position += event.type === "dropped" ? event.count : 1;
    const expected = { type: position % 2 === 1 ? "received" : "ended", index: Math.ceil(position / 2) };
    if (event.type !== "dropped") expect(event).toMatchObject(expected);
    if (position === 50) break;
  }
  expect(dropped).toBeGreaterThan(0);
  store.clear();
  expect(await eventsOf(response).next()).toEqual({ done: false, value: { type: "clear" } });
});

test("a comment is sent every 30 s, because clients give up on a silent connection", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { url } = await openAdmin();
  const response = await openStream(url);
  let text = "";
  response.on("data", (chunk) => {
    text += chunk;
  });
  await expect.poll(() => text).toBe(":\n\n");
  vi.advanceTimersByTime(30_000);
  await expect.poll(() => text).toBe(":\n\n:\n\n");
  response.destroy();
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});
