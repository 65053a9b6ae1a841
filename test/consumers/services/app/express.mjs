/** A small service with Express, as many teams would write it. Ids are numbers, as `JSON.parse` reads them. */
import express from "express";

const names = new Map();
const app = express();
app.use((request, response, next) => {
  if (request.get("authorization") === "Bearer the-right-token") return next();
  response.status(401).json({ error: 401, message: "the token is missing or wrong" });
});
app.post("/plants", express.json(), ({ body: { id, name, tag } = {} }, response) => {
  if (!Number.isInteger(id) || typeof name !== "string" || name.length > 100)
    return response.status(400).json({ error: 1001, message: "not a plant" });
  if (names.has(id)) return response.status(409).json({ error: 1003, message: "the id exists" });
  names.set(id, name);
  response.json({ name, tag });
});
const server = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
