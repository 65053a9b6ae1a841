/** Which connections the server closes after a response. Chromium repeats a POST whose reused connection is lost. */
import { faults } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { openMock } from "../support/mock-server.ts";
import { RawClient, requestText } from "../support/raw-client.ts";

const ORIGIN = { origin: "https://plants.example" };

/** Sends a request, and returns the response's `connection` header and whether the connection is still open. */
async function connectionAfter(headers: Record<string, string>, path = "/plants") {
  const { server } = await openMock({ admin: true });
  const client = await RawClient.connect(server.port);
  client.send(requestText(path, { host: "127.0.0.1", ...headers }));
  const { connection, "keep-alive": timeout } = (await client.response()).headers;
  expect(timeout).toBeUndefined();
  if (connection === "close") expect(await client.ending).toBe("end");
  else {
    client.send(requestText());
    expect((await client.response()).status).toBe(200);
  }
  return connection;
}

test.each<[string, Record<string, string>]>([
  ["a POST from a page of another origin", ORIGIN],
  ["its preflight", { ...ORIGIN, method: "OPTIONS", body: "", "access-control-request-method": "POST" }],
  ["a POST from a page without an origin", { origin: "null" }],
  ["a request from a page of the server", { method: "GET", "sec-fetch-site": "same-origin" }],
  ["the navigation to a page", { method: "GET", "sec-fetch-site": "none" }],
  ["a page on another machine, over plain HTTP", { method: "GET", "user-agent": "Mozilla/5.0 (X11)" }],
])("the connection of %s is closed", async (_, headers) => {
  expect(await connectionAfter(headers)).toBe("close");
});

test.each<[string, Record<string, string>]>([
  ["a program", {}],
  ["Node's fetch, which sends Sec-Fetch-Mode,", { "sec-fetch-mode": "cors", "user-agent": "node" }],
  ["curl", { "user-agent": "curl/8.5.0" }],
  ["Python", { "user-agent": "Python-urllib/3.13" }],
])("the connection of %s is kept alive", async (_, headers) => {
  expect(await connectionAfter(headers)).toBe("keep-alive");
});

test("the connection of a page is also closed after an error, and by the admin API", async () => {
  expect(await connectionAfter({ ...ORIGIN, method: "GET" }, "/nothing")).toBe("close");
  const own = { method: "GET", "sec-fetch-site": "same-origin" };
  expect(await connectionAfter(own, "/__admin/plants")).toBe("close");
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
