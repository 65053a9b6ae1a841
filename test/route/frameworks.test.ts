/** The route in Hono and in Express, on a port. */
import { createServer, type RequestListener } from "node:http";
import { connect } from "node:net";
import { createRequestListener } from "@remix-run/node-fetch-server";
import express from "express";
import { Hono } from "hono";
import { describe, expect, test, vi } from "vitest";
import { listenUntilTestEnds } from "../support/servers.ts";
import { startPage, testRouteContract } from "./route-contract.ts";

/** In real time: short, because two tests wait for it; only a slow machine exceeds it otherwise, which changes nothing. */
const TIMEOUT = 500;

async function listen(listener: RequestListener): Promise<{ baseUrl: string }> {
  const port = await listenUntilTestEnds(createServer(listener));
  return { baseUrl: `http://127.0.0.1:${port}/api` };
}

describe("in Hono", () => {
  testRouteContract((route) => {
    const app = new Hono();
    app.post("/api/plants", (c) => route(c.req.raw));
    return listen(createRequestListener(app.fetch));
  }, TIMEOUT);
});

describe("in Express", () => {
  const serve =
    (...before: express.Handler[]) =>
    (route: (request: Request) => Promise<Response>) => {
      const app = express();
      app.post("/api/plants", ...before, createRequestListener(route));
      return listen(app);
    };

  testRouteContract(serve(), TIMEOUT);

  test("a body parser before the route is reported, because the adapter drops the response", async () => {
    const reports = vi.spyOn(console, "error").mockReturnValue();
    const { page, store } = await startPage(serve(express.json()));
    const controller = new AbortController();
    const call = page.safeCreatePlant({ id: 1, name: "Fern" }, { signal: controller.signal });
    await expect.poll(() => `${reports.mock.calls}`).toContain("mount the route before the parser");
    controller.abort();
    expect(await call).toMatchObject({ error: { kind: "aborted", outcome: "unknown" } });
    expect(reports).toHaveBeenCalledTimes(1);
    expect(store.requests).toEqual([]);
  });

  test.each([
    ["before", ""],
    ["within", "{"],
  ])("an upload that the page aborts %s the body is not reported", async (_, sent) => {
    const reports = vi.spyOn(console, "error").mockReturnValue();
    const { responses } = await startPage(async (route) => {
      const app = await serve()(route);
      const socket = connect(Number(new URL(app.baseUrl).port), "127.0.0.1");
      const head = "POST /api/plants HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json";
      socket.write(`${head}\r\ncontent-length: 9\r\n\r\n${sent}`, () =>
        setTimeout(() => socket.destroy(), 50),
      );
      return app;
    });
    await expect.poll(() => responses).toMatchObject([{ status: 400 }]);
    expect(reports).not.toHaveBeenCalled();
  });
});
