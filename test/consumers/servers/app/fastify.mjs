/** Fastify with the route. */
import { createRequestListener } from "@remix-run/node-fetch-server";
import Fastify from "fastify";
import { route } from "./plant-route.mjs";

export const app = Fastify();
const listener = createRequestListener(route);
const onRequest = (request, reply) => listener(request.raw, reply.hijack().raw);
app.post("/api/plants", { onRequest }, () => {});
