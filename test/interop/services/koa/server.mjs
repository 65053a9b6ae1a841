import { STATUS_CODES } from "node:http";
import { text } from "node:stream/consumers";
import Koa from "koa";

const { PORT, TOKEN } = process.env;
const plants = new Map();
const app = new Koa();

/** A problem document, RFC 9457. */
app.use(async (context, next) => {
  try {
    await next();
  } catch (error) {
    const status = error.status ?? 500;
    const problem = { type: "about:blank", title: STATUS_CODES[status], status, detail: error.message };
    context.status = status;
    context.type = "application/problem+json";
    context.body = JSON.stringify(problem);
  }
});

const reviveBigInt = (_key, value, { source }) => (/^-?\d{16,}$/.test(source ?? "") ? BigInt(source) : value);
const isInt64 = (id) => (typeof id === "bigint" ? BigInt.asIntN(64, id) === id : Number.isSafeInteger(id));
const isText = (value, max) => typeof value === "string" && [...value].length <= max;

app.use(async (context) => {
  context.assert(context.path === "/plants", 404, "There is nothing here.");
  context.assert(context.method === "POST", 405, "Only POST is allowed.");
  context.assert(context.get("authorization") === `Bearer ${TOKEN}`, 401, "The token is not accepted.");
  context.assert(context.is("json"), 415, "The media type must be JSON.");
  const body = await text(context.req);
  let plant;
  try {
    plant = JSON.parse(body, reviveBigInt);
  } catch {
    context.throw(400, "The body is not JSON.");
  }
  const { id, name, tag } = plant ?? {};
  context.assert(isInt64(id), 422, "`id` must be an int64.");
  context.assert(isText(name, 60), 422, "`name` must be a string of up to 60 characters.");
  context.assert(tag === undefined || isText(tag, 30), 422, "`tag` must be a string of up to 30 characters.");
  const key = BigInt(id);
  context.assert(!plants.has(key), 409, `Plant ${id} exists.`);
  plants.set(key, { name, tag });
  context.body = { name, tag };
});

app.silent = true;
app.listen(PORT, "127.0.0.1");
