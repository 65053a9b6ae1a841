/**
 * Starts a server of each framework, whose handler creates a plant and lets the failure escape. Prints the response of each
 * server for each path of the store, and what a page's client gets from the frameworks that mount a route. Then ends.
 *
 * Environment: STORE, the URL of the store. Arguments: its paths.
 */
import { createServer } from "node:http";
import { node } from "@elysiajs/node";
import { server as createHapi } from "@hapi/hapi";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { initTRPC } from "@trpc/server";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { Elysia } from "elysia";
import express from "express";
import Fastify from "fastify";
import { H3, serve as serveH3 } from "h3";
import { createApp, eventHandler, getQuery, toNodeListener } from "h3-1";
import { Hono } from "hono";
import Koa from "koa";
import { isPlantStoreFailure, PlantStoreClient } from "plant-store-sdk";
import { createRequestHandler } from "react-router";
import { handler as astroHandler } from "./astro/dist/server/entry.mjs";
import { create, createSafely, pathOf } from "./create-plant.mjs";
import { app as fastifyWithRoute } from "./fastify.mjs";
import nitroHandler from "./nitro.mjs";
import nuxtHandler from "./nuxt.mjs";
import reactRouterBuild from "./react-router/server-build.mjs";
import tanstack from "./tanstack/dist/server/server.js";

const paths = process.argv.slice(2);

const astro = await listen(astroHandler);
const tanstackStart = await listen(createRequestListener((request) => tanstack.fetch(request)));
const handleByReactRouter = createRequestHandler(reactRouterBuild, "production");
const reactRouter = await listen(createRequestListener((request) => handleByReactRouter(request)));

/** Each starts a server, and returns its URL. */
const frameworks = {
  Koa() {
    const app = new Koa();
    app.use(async (context) => {
      context.body = await create(context.query.path);
    });
    return listen(app.callback());
  },

  "h3 1"() {
    const handler = eventHandler((event) => create(getQuery(event).path));
    return listen(toNodeListener(createApp().use("/", handler)));
  },

  async "h3 2"() {
    const app = new H3().get("/", ({ url }) => create(url.searchParams.get("path")));
    return (await serveH3(app, { port: 0, hostname: "127.0.0.1", silent: true }).ready()).url;
  },

  Express: () => listen(express().get("/", (request) => create(request.query.path))),

  async Hapi() {
    const app = createHapi({ host: "127.0.0.1" });
    app.route({ method: "GET", path: "/", handler: ({ query }) => create(query.path) });
    await app.start();
    return app.info.uri;
  },

  Hono() {
    const app = new Hono().get("/", async (context) => context.json(await create(context.req.query("path"))));
    return listen(createRequestListener(app.fetch));
  },

  Fastify: () => startFastify(Fastify()),
  Elysia: () => startElysia(new Elysia({ adapter: node() })),

  Astro: () => `${astro}/endpoint`,
  "TanStack Start": () => `${tanstackStart}/endpoint`,
  "React Router": () => `${reactRouter}/endpoint`,

  handledByFastify() {
    const app = Fastify();
    app.setErrorHandler((error, _request, reply) => {
      if (!isPlantStoreFailure(error)) return reply.send(error);
      return reply.status(502).send({ outcome: error.outcome });
    });
    return startFastify(app);
  },

  handledByElysia() {
    const app = new Elysia({ adapter: node() });
    app.onError(({ error, status }) => {
      if (isPlantStoreFailure(error)) return status(502, { outcome: error.outcome });
    });
    return startElysia(app);
  },
};

/** Each returns a function that calls its `uncaught` or `safe`, as the framework's own client does. */
const actions = {
  async tRPC() {
    const { router, procedure } = initTRPC.context().create();
    const procedures = router({
      uncaught: procedure.mutation(({ ctx }) => create(ctx.path)),
      safe: procedure.mutation(({ ctx }) => createSafely(ctx.path)),
    });
    const createContext = ({ req }) => ({ path: pathOf(req.url) });
    const url = await listen(createHTTPHandler({ router: procedures, createContext }));
    return (name, path) => post(`${url}/${name}?path=${path}`, JSON_TYPE);
  },

  "Astro action": () => (name, path) => post(`${astro}/_actions/${name}?path=${path}`, JSON_TYPE),

  async "TanStack Start function"() {
    const urls = await (await fetch(tanstackStart)).json();
    const headers = { "x-tsr-serverfn": "true", "sec-fetch-site": "same-origin" };
    return (name, path) => post(`${tanstackStart}${urls[name]}?path=${path}`, headers);
  },

  "React Router action": () => (name, path) => post(`${reactRouter}/${name}.data?path=${path}`, JSON_TYPE),
};

const JSON_TYPE = { "content-type": "application/json" };

function post(url, headers) {
  const { origin } = new URL(url);
  const body = headers === JSON_TYPE ? "{}" : undefined;
  return fetch(url, { method: "POST", headers: { ...headers, origin }, body });
}

/** Each returns the URL of a server with a route at `/api/plants`. */
const mounts = {
  Fastify: () => fastifyWithRoute.listen({ port: 0, host: "127.0.0.1" }),
  "h3 1": () => listen(toNodeListener(createApp().use("/api/plants", nuxtHandler))),
  async "h3 2"() {
    const app = new H3().post("/api/plants", nitroHandler);
    const { url } = await serveH3(app, { port: 0, hostname: "127.0.0.1", silent: true }).ready();
    return new URL(url).origin;
  },
  "React Router": () => reactRouter,
  Astro: () => astro,
  "TanStack Start": () => tanstackStart,
};

function listen(listener) {
  return new Promise((resolve) => {
    const server = createServer(listener).listen(0, "127.0.0.1", () => {
      resolve(`http://127.0.0.1:${server.address().port}`);
    });
  });
}

function startFastify(app) {
  app.get("/", ({ query }) => create(query.path));
  return app.listen({ port: 0, host: "127.0.0.1" });
}

async function startElysia(app) {
  app.get("/", ({ query }) => create(query.path));
  const { raw } = await new Promise((resolve) => app.listen({ port: 0, hostname: "127.0.0.1" }, resolve));
  return (await raw.ready()).url;
}

/** @param request a function of the store's path */
async function respond(request) {
  const responses = {};
  for (const path of paths) {
    const response = await request(path);
    const { status, headers } = response;
    responses[path] = { status, headers: [...headers].join("\n"), text: await response.text() };
  }
  return responses;
}

const results = { responses: {}, uncaught: {}, safe: {}, large: {}, pages: {} };
for (const [framework, start] of Object.entries(frameworks)) {
  const url = await start();
  results.responses[framework] = await respond((path) => fetch(`${url}?path=${path}`));
}
for (const [action, start] of Object.entries(actions)) {
  const call = await start();
  for (const name of ["uncaught", "safe"]) results[name][action] = await respond((path) => call(name, path));
}
for (const [framework, start] of Object.entries(mounts)) {
  const origin = await start();
  const large = { method: "POST", headers: { ...JSON_TYPE, origin }, body: "a".repeat(100_000) };
  results.large[framework] = (await fetch(`${origin}/api/plants`, large)).status;
  const page = new PlantStoreClient({ baseUrl: `${origin}/api`, token: null });
  const { data, error } = await page.safeCreatePlant({ id: 1, name: "Fern" });
  results.pages[framework] = data ?? error;
}
console.log(JSON.stringify(results));
process.exit();
