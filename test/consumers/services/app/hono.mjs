/** A small service with Hono, which checks itself in its own process, as in a test of its authors. */
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { checkPlantStore } from "plant-store-sdk/check";

const names = new Map();
const app = new Hono();
app.use(bearerAuth({ token: "the-right-token" }));
app.post("/plants", async (context) => {
  const reject = (status, error, message) => context.json({ error, message }, status);
  // As text, because JSON.parse would round the id.
  const text = await context.req.text();
  let plant;
  try {
    plant = JSON.parse(text, (key, value, { source }) =>
      key === "id" && /^-?\d+$/.test(source ?? "") ? BigInt(source) : value,
    );
  } catch {
    return reject(400, 1000, "not JSON");
  }
  const { id, name, tag } = Object(plant);
  if (typeof id !== "bigint" || BigInt.asIntN(64, id) !== id) return reject(400, 1001, "id must be an int64");
  if (typeof name !== "string" || [...name].length > 100)
    return reject(400, 1002, "name must have up to 100 characters");
  if (tag !== undefined && typeof tag !== "string") return reject(400, 1004, "tag must be a string");
  if (names.has(id)) return reject(409, 1003, "the id exists");
  names.set(id, name);
  return context.json({ name, tag });
});

const report = await checkPlantStore({
  baseUrl: "http://localhost",
  token: "the-right-token",
  createOn: "localhost",
  fetch: async (url, init) => app.fetch(new Request(url, init)),
});
console.log(JSON.stringify(report));
