/** Base URLs in a page: relative ones, the page's own origin, and a page without environment variables. */
import { createPlant } from "plant-store-sdk";
import { expect, inject, test } from "vitest";
import { commands } from "vitest/browser";
import { openPeer, token } from "./open-peer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A host name that is not loopback. */
    pageHost: string;
  }
}

test("http is allowed to the page's own origin, and relative base URLs are resolved against the page", async (context) => {
  const site = await openPeer({}, context);
  const origin = `http://${inject("pageHost")}:${site.port}`;
  const baseUrls = [origin, "/api", "api", "./", "../v1/"];
  const { results, violations } = await commands.createPlantsOn(
    `${origin}/shop/index.html?page=2#top`,
    baseUrls.map((baseUrl) => ({ baseUrl, token })),
  );
  expect(results).toEqual(baseUrls.map(() => ({ success: true })));
  // The page has a strict Content-Security-Policy.
  expect(violations).toEqual([]);
  // There is no preflight.
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

test("http to another origin is rejected, and a page has no environment variables", async (context) => {
  const [site, peer] = [await openPeer({}, context), await openPeer({}, context)];
  const host = inject("pageHost");
  const { results } = await commands.createPlantsOn(`http://${host}:${site.port}/`, [
    { baseUrl: `http://${host}:${peer.port}`, token },
    { token },
    { baseUrl: "", token },
    { baseUrl: "/api" },
  ]);
  const rejected = (option: string, problem: string) => ({
    success: false,
    error: {
      kind: "configuration",
      option,
      message: expect.stringContaining(problem),
      outcome: "not-created",
    },
  });
  expect(results).toMatchObject([
    rejected("baseUrl", "must use https"),
    rejected("baseUrl", "is missing"),
    rejected("baseUrl", "must not be empty"),
    rejected("token", "is missing"),
  ]);
  expect(await peer.requests()).toEqual([]);
  expect(await site.requests()).toEqual([]);
});

test("a Content-Security-Policy without the service's origin blocks the call, and the outcome is unknown", async (context) => {
  const [site, peer] = [await openPeer({}, context), await openPeer({}, context)];
  const url = `http://${inject("pageHost")}:${site.port}/`;
  const { results, violations } = await commands.createPlantsOn(url, [{ baseUrl: peer.baseUrl, token }]);
  expect(results).toMatchObject([{ success: false, error: { kind: "connection", outcome: "unknown" } }]);
  expect(violations).toEqual(["connect-src"]);
  expect(await peer.requests()).toEqual([]);
});

test("integers beyond 2^53 are sent and returned exactly", async (context) => {
  const body = '{"name":"Fern","serial":9007199254740993,"leaves":12}';
  const peer = await openPeer({ responses: [{ status: 200, body }] }, context);
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
