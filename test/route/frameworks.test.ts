/** The route in Hono and in Express, on a port. */
import { createServer, type RequestListener } from "node:http";
import { createRequestListener } from "@remix-run/node-fetch-server";
import express from "express";
import { Hono } from "hono";
import { describe } from "vitest";
import { listenUntilTestEnds } from "../support/servers.ts";
import { testRouteContract } from "./route-contract.ts";

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
  testRouteContract((route) => {
    const app = express();
    app.post("/api/plants", createRequestListener(route));
    return listen(app);
  }, TIMEOUT);
});
