/** Sessions of the server: a store of its own for each name. */

import { MockStore } from "plant-store-sdk/mocks/server";
import { expect, test, vi } from "vitest";
import { FERN } from "../../support/post-plant.ts";
import { RawClient, requestText } from "../../support/raw-client.ts";
import { throwing } from "../../support/throwing.ts";
import { messageOf, openAdmin, postPlant, send } from "./admin-server.ts";

const listSessions = async (url: string) => JSON.parse((await send("GET", `${url}/sessions`)).text).sessions;

test("a session is created with the given options when it is first used, but not by a request that only reads", async () => {
  const { url } = await openAdmin({ store: { plants: [{ id: 7, name: "Ivy" }] } });
  expect(await listSessions(url)).toEqual([]);
  await postPlant(`${url}/sessions/posted`, FERN);
  await send("DELETE", `${url}/sessions/changed/__admin/requests`);
  await send("PUT", `${url}/sessions/put`);
  await send("GET", `${url}/sessions/read/plants`); // As an <img> does.
  await send("OPTIONS", `${url}/sessions/read/plants`);
  const plants = { status: 200, text: '{"plants":[{"id":7,"name":"Ivy"}]}' };
  expect(await send("GET", `${url}/sessions/read/__admin/plants`)).toEqual(plants);
  const message = messageOf(await send("GET", `${url}/sessions/read/__admin/events`), 404);
  expect(message).toBe("this session does not exist: create it with PUT /sessions/NAME");
  expect(await listSessions(url)).toEqual(["posted", "changed", "put"]);
});

test("the function of `sessions` gets the name, once for each session, also if that is read before", async () => {
  const sessions = vi.fn(() => {
    const store = new MockStore({ rules: { duplicates: { status: 400 } } });
    store.addPlants({ id: 7, name: "Ivy" });
    return store;
  });
  const { url } = await openAdmin({ sessions });
  const read = async () => {
    expect((await send("GET", `${url}/sessions/other/plants`)).status).toBe(405);
    expect((await send("GET", `${url}/sessions/other/__admin/plants`)).text).toContain("Ivy");
  };
  await read();
  await read();
  expect(await listSessions(url)).toEqual([]);
  const statuses: number[] = [];
  for (const name of ["one", "one", "other"])
    statuses.push((await postPlant(`${url}/sessions/${name}`, FERN)).status);
  expect(statuses).toEqual([200, 400, 200]);
  await read();
  expect(sessions.mock.calls).toEqual([["other"], ["one"]]);
  await send("DELETE", `${url}/sessions/other`);
  await read();
  expect(sessions.mock.calls).toEqual([["other"], ["one"], ["other"]]);
});

test("1,000 sessions that were only read are kept", async () => {
  const sessions = vi.fn(() => new MockStore());
  const { server, url } = await openAdmin({ sessions });
  const client = await RawClient.connect(server.port);
  const read = async (...names: (string | number)[]) => {
    const options = { method: "GET", body: "", host: "127.0.0.1" };
    client.send(names.map((name) => requestText(`/sessions/${name}/__admin/plants`, options)).join(""));
    for (const _ of names) expect((await client.response()).status).toBe(200);
    return sessions.mock.calls.length;
  };
  const names = Array.from({ length: 1_000 }, (_, index) => index);
  expect(await read(...names, ...names)).toBe(1_000);
  expect(await read("one-more", ...names.slice(1))).toBe(1_001);
  expect(await read(0)).toBe(1_002);
  expect(await listSessions(url)).toEqual([]);
});

test.each([
  ["a", "a"],
  ["file.test.ts", "file.test.ts"],
  ["__admin", "__admin"],
  ["...", "..."],
  ["%61%2Db", "a-b"],
  ["createsPlant()", "createsPlant()"], // JUnit
  ["test[a-b]", "test[a-b]"], // pytest
  ["test%5Ba-b%5D", "test[a-b]"],
  ["a%20b+c%2Fd%23e%3E", "a b+c/d#e>"],
  ["%C3%A9🌿", "é🌿"],
  ["a".repeat(200), "a".repeat(200)],
  ["%F0%9F%8C%BF".repeat(200), "🌿".repeat(200)],
])("%s in a URL is the session %s", async (encoded, name) => {
  const { url } = await openAdmin();
  expect((await postPlant(`${url}/sessions/${encoded}`, FERN)).status).toBe(200);
  expect(await listSessions(url)).toEqual([name]);
  const base = `${url}/sessions/${encodeURIComponent(name)}`;
  expect((await send("GET", `${base}/__admin/plants`)).text).toContain("Fern");
  expect((await send("DELETE", base)).status).toBe(204);
  expect(await listSessions(url)).toEqual([]);
});

test.each(["", "a".repeat(201), "%ff", "%ED%A0%80", "%", "%zz"])(
  "%s is not a valid name of a session",
  async (name) => {
    const { url } = await openAdmin();
    for (const [method, path] of [
      ["POST", "/plants"],
      ["GET", "/__admin/plants"],
      ["DELETE", ""],
    ]) {
      const response = await send(`${method}`, `${url}/sessions/${name}${path}`);
      expect(messageOf(response), `${method} ${path}`).toBe(
        "a session must have a name of 1 to 200 characters, except for . and .., in percent-encoded UTF-8",
      );
    }
    expect(await listSessions(url)).toEqual([]);
  },
);

test("the 1001st session gets a 400 until another one is removed", async () => {
  const { store, server, url } = await openAdmin();
  const client = await RawClient.connect(server.port);
  const numbers = Array.from({ length: 1_000 }, (_, index) => index + 1);
  client.send(
    numbers.map((number) => requestText(`/sessions/${number}/plants`, { host: "127.0.0.1" })).join(""),
  ); // Without waiting for responses.
  for (const _ of numbers) expect((await client.response()).status).toBe(200);
  for (const path of ["/plants", "/__admin/faults"]) {
    const response = await send("POST", `${url}/sessions/one-more${path}`);
    expect(messageOf(response)).toMatch(
      /^there are already 1000 sessions: remove .* DELETE \/sessions\/NAME$/,
    );
  }
  expect((await postPlant(`${url}/sessions/1000`, FERN)).status).toBe(200);
  expect((await postPlant(url, FERN)).status).toBe(200);
  expect(store.plants).toHaveLength(1);
  await send("DELETE", `${url}/sessions/500`);
  expect((await postPlant(`${url}/sessions/one-more`, FERN)).status).toBe(200);
});

test("without `sessions`, the paths of sessions are a 404", async () => {
  const { store, url } = await openAdmin({ sessions: undefined });
  for (const [method, path] of [
    ["POST", "/sessions/one/plants"],
    ["GET", "/sessions"],
    ["DELETE", "/sessions/one"],
  ]) {
    const message = messageOf(await send(`${method}`, url + path), 404);
    expect(message).toBe(`${path} does not exist: use POST /plants`);
  }
  expect(store.plants).toEqual([]);
  const message = messageOf(await send("GET", `${url}/sessions/one/__admin/plants`), 404);
  expect(message).toMatch(
    /the admin API is at \/__admin\/, and has .*\. For sessions, pass `sessions` to `listen`$/,
  );
});

test("without `admin`, sessions still have stores of their own", async () => {
  const { store, url } = await openAdmin({ admin: false });
  expect((await postPlant(`${url}/sessions/one`, FERN)).status).toBe(200);
  expect(store.plants).toEqual([]);
  for (const path of ["/__admin/plants", "/__admin/", "/sessions/one/__admin/plants", "/sessions"]) {
    const message = "the admin API is off: pass `admin: true` to `listen`, or --admin to the command";
    expect(messageOf(await send("GET", url + path), 404), path).toBe(message);
  }
});

test.each([
  ["throws", throwing(new Error("on purpose"))],
  ["returns no store", () => ({})],
])("a function of `sessions` that %s is logged and responded with 500", async (_, create) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { url } = await openAdmin({ sessions: create as () => never });
  const response = await send("PUT", `${url}/sessions/one`);
  expect(messageOf(response, 500)).toBe("the mock failed unexpectedly: see the error in its log");
  expect(log).toHaveBeenCalledWith(expect.stringContaining("unexpected error"), expect.any(Error));
});
