/**
 * Starts a server of each framework, whose handler creates a plant and lets the failure escape. Prints the response of each
 * server for each path of the store, and ends.
 *
 * Arguments: the store's URL, and its paths.
 */
import { createServer } from "node:http";
import { node } from "@elysiajs/node";
import { server as createHapi } from "@hapi/hapi";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { Elysia } from "elysia";
import express from "express";
import Fastify from "fastify";
import { H3, serve as serveH3 } from "h3";
import { createApp, eventHandler, getQuery, toNodeListener } from "h3-1";
import { Hono } from "hono";
import Koa from "koa";
import { isPlantStoreFailure, PlantStoreClient } from "plant-store-sdk";

const [store, ...paths] = process.argv.slice(2);

function create(path) {
  const client = new PlantStoreClient({ baseUrl: `${store}/${path}`, token: "any" });
  return client.createPlant({ id: 1, name: "Fern" });
}

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

const responses = {};
for (const [framework, start] of Object.entries(frameworks)) {
  const url = await start();
  for (const path of paths) {
    const response = await fetch(new URL(`?path=${path}`, url));
    const { status, headers } = response;
    responses[framework] ??= {};
    responses[framework][path] = { status, headers: [...headers].join("\n"), text: await response.text() };
  }
}
console.log(JSON.stringify(responses));
process.exit();
