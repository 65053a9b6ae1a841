/** What a page is to the client: what base URLs are relative to, an origin to trust, and a place without an environment. */
import { createPlant, safeCreatePlant } from "plant-store-sdk";
import { expect, inject, test } from "vitest";
import { commands } from "vitest/browser";
import { openPeer, plant, token } from "./peers-in-page.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A host that is not this machine by its name. */
    pageHost: string;
  }
}

test("a page may send the token over http to its own origin, and relative base URLs are relative to it", async (context) => {
  const site = await openPeer({}, context);
  const origin = `http://${inject("pageHost")}:${site.port}`;
  const baseUrls = [origin, "/api", "api", "./", "../v1/"];
  const { results, violations } = await commands.createPlantsOn(
    `${origin}/shop/index.html?page=2#top`,
    baseUrls.map((baseUrl) => ({ baseUrl, token })),
  );
  expect(results).toEqual(baseUrls.map(() => ({ success: true })));
  // Nor did the page's strict Content-Security-Policy forbid anything.
  expect(violations).toEqual([]);
  // Without a preflight.
  expect(
    (await site.requests()).map(({ method, path, headers }) => [method, path, headers.authorization]),
  ).toEqual(
    ["/plants", "/api/plants", "/shop/api/plants", "/shop/plants", "/v1/plants"].map((path) => [
      "POST",
      path,
      `Bearer ${token}`,
    ]),
  );
});

test("http to another origin than the page's is refused, and a page has no environment to read", async (context) => {
  const [site, peer] = [await openPeer({}, context), await openPeer({}, context)];
  const host = inject("pageHost");
  const { results } = await commands.createPlantsOn(`http://${host}:${site.port}/`, [
    { baseUrl: `http://${host}:${peer.port}`, token },
    { token },
    { baseUrl: "", token },
    { baseUrl: "/api" },
  ]);
  const refused = (option: string, problem: string) => ({
    success: false,
    error: {
      kind: "configuration",
      option,
      message: expect.stringContaining(problem),
      outcome: "not-created",
    },
  });
  expect(results).toMatchObject([
    refused("baseUrl", "must use https"),
    refused("baseUrl", "is missing"),
    refused("baseUrl", "is missing"),
    refused("token", "is missing"),
  ]);
  expect(await peer.requests()).toEqual([]);
  expect(await site.requests()).toEqual([]);
});

test("a Content-Security-Policy that does not name the store loses every call", async (context) => {
  const [site, peer] = [await openPeer({}, context), await openPeer({}, context)];
  const page = `http://${inject("pageHost")}:${site.port}/`;
  const { results, violations } = await commands.createPlantsOn(page, [{ baseUrl: peer.baseUrl, token }]);
  expect(results).toMatchObject([{ success: false, error: { kind: "connection", outcome: "unknown" } }]);
  expect(violations).toEqual(["connect-src"]);
  expect(await peer.requests()).toEqual([]);
});

test("a base URL that is the page's own, with its query, is refused", async () => {
  const result = await safeCreatePlant(plant, { baseUrl: location.href, token });
  expect(result).toMatchObject({ success: false, error: { kind: "configuration", option: "baseUrl" } });
});

test.for(["cookie", "Host", "sec-fetch-mode", "Proxy-Authorization", "authorization"])(
  "the header %s, which a page must not or the client does set, is refused, and nothing is sent",
  async (name, context) => {
    const peer = await openPeer({}, context);
    const result = await safeCreatePlant(plant, { baseUrl: peer.baseUrl, token, headers: { [name]: "x" } });
    expect(result).toMatchObject({ success: false, error: { kind: "configuration", option: "headers" } });
    expect(await peer.requests()).toEqual([]);
  },
);

test("an integer beyond 2^53 goes out, and comes back, to the last digit", async (context) => {
  const answer = '{"name":"Fern","serial":9007199254740993,"leaves":12}';
  const peer = await openPeer({ answers: [{ status: 200, body: answer }] }, context);
  const { baseUrl } = peer;
  expect(await createPlant({ id: 9007199254740993n, name: "Fern" }, { baseUrl, token })).toEqual({
    name: "Fern",
    serial: 9007199254740993n,
    leaves: 12,
  });
  expect(await createPlant({ id: -9223372036854775808n, name: "Fern" }, { baseUrl, token })).toBeDefined();
  expect((await peer.posts()).map(({ body }) => body)).toEqual([
    '{"id":9007199254740993,"name":"Fern"}',
    '{"id":-9223372036854775808,"name":"Fern"}',
  ]);
});
