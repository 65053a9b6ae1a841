/**
 * Which connections the server closes after a response. Chromium repeats a POST whose reused connection is lost.
 * commands/command.test.ts tests `keepAliveTimeout`.
 */
import { faults } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { openMock } from "../support/mock-server.ts";
import { RawClient, requestText } from "../support/raw-client.ts";

const ORIGIN = { origin: "https://plants.example" };

const OWN = { method: "GET", "sec-fetch-site": "same-origin" };

test.each<[what: string, then: "close" | "keep-alive", headers: Record<string, string>, path?: string]>([
  ["a POST from a page of another origin", "close", ORIGIN],
  [
    "its preflight",
    "close",
    { ...ORIGIN, method: "OPTIONS", body: "", "access-control-request-method": "POST" },
  ],
  ["a request from a page of the server", "close", OWN],
  [
    "a page on another machine, over plain HTTP",
    "close",
    { method: "GET", "user-agent": "Mozilla/5.0 (X11)" },
  ],
  ["a page, after an error,", "close", { ...ORIGIN, method: "GET" }, "/nothing"],
  ["a page that uses the admin API", "close", OWN, "/__admin/plants"],
  ["a program", "keep-alive", {}],
  ["Node's fetch", "keep-alive", { "sec-fetch-mode": "cors", "user-agent": "node" }],
])("the response to %s announces what happens to its connection: %s", async (_, then, headers, path) => {
  const { server } = await openMock({ admin: true });
  const client = await RawClient.connect(server.port);
  client.send(requestText(path, { host: "127.0.0.1", ...headers }));
  const { connection, "keep-alive": timeout } = (await client.response()).headers;
  expect([connection, timeout]).toEqual([then, undefined]);
  if (then === "close") expect(await client.ending).toBe("end");
  else {
    client.send(requestText());
    expect((await client.response()).status).toBe(200);
  }
});

test("with keepBrowserConnections, a page's connection stays open, so that a browser sends a lost POST again", async () => {
  const { store, server } = await openMock({ keepBrowserConnections: true });
  const client = await RawClient.connect(server.port);
  for (const _ of [1, 2]) {
    client.send(requestText("/plants", ORIGIN));
    expect(await client.response()).toMatchObject({ status: 200, headers: { connection: "keep-alive" } });
  }
  expect(store.plants).toHaveLength(2);
});

test("a trickled response keeps its connection, except for that of a page", async () => {
  const { store, server } = await openMock({ admin: true });
  const trickled = async (headers: Record<string, string>) => {
    store.enqueue(faults.trickle(1_000));
    const client = await RawClient.connect(server.port);
    client.send(requestText("/plants", headers));
    return { client, connection: (await client.response()).headers.connection };
  };
  const { client, connection } = await trickled({});
  expect(connection).toBe("keep-alive");
  client.send(requestText());
  expect((await client.response()).status).toBe(200);
  const page = await trickled(ORIGIN);
  expect([page.connection, await page.client.ending]).toEqual(["close", "end"]);
});

test("a truncated response to a page announces no end of the connection, because WebKitGTK would accept it", async () => {
  const { store, server } = await openMock();
  store.enqueue(faults.truncate(5));
  const client = await RawClient.connect(server.port);
  client.send(requestText("/plants", ORIGIN));
  expect(await client.ending).toBe("end");
  expect(client.rest).toMatch(/^connection: keep-alive\r$/im);
});
