import { DatabaseSync } from "node:sqlite";
import Fastify from "fastify";

const { PORT, TOKEN } = process.env;
const database = new DatabaseSync(":memory:");
database.exec("CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, tag TEXT)");
const insert = database.prepare("INSERT INTO plants (id, name, tag) VALUES (?, ?, ?)");
const fastify = Fastify();

fastify.addHook("onRequest", async (request, reply) => {
  const [scheme, token] = (request.headers.authorization ?? "").split(" ");
  if (scheme.toLowerCase() !== "bearer" || token !== TOKEN)
    return reply.code(401).send({ error: 10, message: "Invalid token" });
});

fastify.setErrorHandler((error, _request, reply) => {
  if (error.code === "ERR_SQLITE_ERROR") return reply.code(400).send({ error: 12, message: error.message });
  const status = error.statusCode ?? 500;
  reply.code(status).send({ error: status === 400 ? 11 : status, message: error.message });
});

const body = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    name: { type: "string", minLength: 1, maxLength: 120 },
    tag: { type: "string", maxLength: 30 },
  },
};

fastify.post("/plants", { schema: { body } }, async (request) => {
  const { id, name, tag } = request.body;
  insert.run(id, name, tag ?? null);
  return { name, tag };
});

await fastify.listen({ port: Number(PORT), host: "127.0.0.1" });
