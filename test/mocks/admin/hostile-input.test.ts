/** The admin API gets input that no client should send. Every request gets a clear Error, and the server keeps working. */
import { faults } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { messageOf, openAdmin, postPlant, send } from "./admin-server.ts";

test.each([
  ["PUT", "requests", "GET or DELETE"],
  ["POST", "requests", "GET or DELETE"],
  ["DELETE", "plants", "GET or POST"],
  ["POST", "settings", "GET or PATCH"],
  ["PATCH", "faults", "GET or POST or DELETE"],
  ["GET", "clear", "POST"],
  ["POST", "events", "GET"],
  ["POST", "", "GET"],
  ["OPTIONS", "faults", "GET or POST or DELETE"],
])("%s /__admin/%s is not allowed", async (method, path, allowed) => {
  const { url } = await openAdmin();
  const response = await fetch(`${url}/__admin/${path}`, { method });
  const allow = allowed.replaceAll(" or ", ", ").replace("GET", "GET, HEAD");
  expect(response.headers.get("allow")).toBe(allow);
  const result = { status: response.status, text: await response.text() };
  expect(messageOf(result, 405)).toBe(`${method} is not allowed here: use ${allowed}`);
});

test.each([
  "/__admin/request",
  "/__admin/plants/",
  "/__admin/plants/1",
  "/__admin//",
  "/__admin/constructor",
  "/__admin/__proto__",
  "/api/__admin/plants",
  "/sessions/one/api/__admin/plants",
  "/api/sessions/one/__admin/plants",
])("GET %s does not exist, and is not recorded", async (path) => {
  const { store, url } = await openAdmin();
  expect(messageOf(await send("GET", url + path), 404)).toBe(
    `${path} does not exist: the admin API is at /__admin/ and /sessions/NAME/__admin/, and has requests, plants, faults, release, settings, clear, events`,
  );
  expect(store.requests).toEqual([]);
});

test("a path that only looks like the admin API is a request to the service", async () => {
  const { store, url } = await openAdmin();
  for (const path of ["/__adminx", "/api/__admi", "/__admi%6e/requests", "/sessionsx"]) {
    expect(messageOf(await send("GET", url + path), 404)).toBe(
      `${path} does not exist: use POST /plants or POST /sessions/NAME/plants`,
    );
  }
  expect(store.requests).toHaveLength(4);
});

const outOfRange = "`latency` must be milliseconds from 0 to 2147483647, or [min, max]";

test.each([
  ["not JSON", "200 ms", 'the body must be valid JSON in UTF-8: {"latency":200}'],
  ["null", "null", "`options` must be an object, not null"],
  ["another member", '{"latency":200,"jitter":5}', "`jitter` is not an option here"],
  ["a rule", '{"latency":6,"rules":{"unique":true}}', "`rules` is invalid: it has the unknown field"],
  ["beyond a double", '{"latency":9007199254740993}', outOfRange],
])("PATCH settings rejects a body that is %s, and changes nothing", async (_what, body, message) => {
  const { store, url } = await openAdmin({ store: { latency: 5 } });
  expect(messageOf(await send("PATCH", `${url}/__admin/settings`, body))).toContain(message);
  expect(store.settings.latency).toBe(5);
});

const mustBeJson = "the body must be valid JSON in UTF-8: a fault, or an array of faults";
const TOO_MANY = "at most 1000 faults can be added at once";
const notAFault = (index: number) => `\`faults[${index}]\` is invalid: `;

test.each<[string, string | Uint8Array, string]>([
  ["not JSON", "{type:'reset'}", mustBeJson],
  ["not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), mustBeJson],
  ["JSON with a lone surrogate in bytes", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), mustBeJson],
  ["nested too deeply", "[".repeat(500_000), mustBeJson],
  ["a deep array", "[".repeat(100_000) + "]".repeat(100_000), ""],
  ["a text", '"reset"', notAFault(0)],
  ["an unknown field", '{"type":"reset","afterCreate":true,"after":1}', notAFault(0)],
  ["one invalid fault", '[{"type":"reset"},{"type":"reset","afterCreate":"yes"}]', notAFault(1)],
  ["its own prototype", '{"type":"status","status":503,"__proto__":{"x":1}}', ""],
  ["1001 faults", JSON.stringify(Array(1001).fill(faults.status(503))), TOO_MANY],
  ["500,000 values", `[${Array(500_000).fill(0).join()}]`, TOO_MANY],
])("POST faults with %s is rejected, and no fault is queued", async (_, body, message) => {
  const { store, url } = await openAdmin();
  expect(messageOf(await send("POST", `${url}/__admin/faults`, body as BodyInit))).toContain(message);
  expect(store.faults).toEqual([]);
});

test("a fault with large integers keeps every digit", async () => {
  const { url } = await openAdmin();
  const fault = '{"type":"status","status":503,"body":{"id":9223372036854775807}}';
  const result = await send("POST", `${url}/__admin/faults`, fault);
  expect(result).toEqual({ status: 201, text: `{"faults":[${fault}]}` });
  const response = await postPlant(url, '{"id":1,"name":"Fern"}');
  expect(await response.text()).toBe('{"id":9223372036854775807}');
});

test("HEAD has the headers of GET, and does not open an event stream", async () => {
  const { url } = await openAdmin();
  for (const path of ["settings", "requests", "plants", "faults", "events", ""]) {
    const response = await fetch(`${url}/__admin/${path}`, { method: "HEAD" });
    expect([path, response.status, await response.text()]).toEqual([path, 200, ""]);
  }
});

test("admin requests are not recorded, meet no faults and are not reported as events", async () => {
  const { store, url } = await openAdmin();
  const events: string[] = [];
  store.enqueue(faults.reset());
  store.subscribe(({ type }) => events.push(type));
  for (const path of ["", "settings", "requests", "plants", "faults", "nothing"])
    await send("GET", `${url}/__admin/${path}`);
  await send("POST", `${url}/__admin/faults`, "[]");
  expect([store.requests, store.plants, store.faults, events]).toEqual([[], [], [faults.reset()], []]);
});

const INEXACT = "is beyond 2^53-1, so a number is not exact; pass a bigint (in JSON: only digits)";

test.each([
  ["plants", '{"id":1e18,"name":"Fern"}', `\`plants[0]\` is invalid: \`id\` ${INEXACT}`],
  [
    "faults",
    '{"type":"hang","id":1e18}',
    "`faults[0]` is invalid: `id` must be an int64 (beyond 2^53-1: a bigint in JavaScript, only digits in JSON)",
  ],
  ["settings", '{"rules":{"id":{"max":1e18}}}', `\`rules\` is invalid: \`id.max\` ${INEXACT}`],
])("a number in POST %s that is not exact is explained for JSON, too", async (path, body, message) => {
  const { url } = await openAdmin();
  const { text } = await send(path === "settings" ? "PATCH" : "POST", `${url}/__admin/${path}`, body);
  expect(JSON.parse(text).message).toBe(message);
});
