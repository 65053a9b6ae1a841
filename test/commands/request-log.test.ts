/** The lines of the command's log. */
import { type Fault, faults, type MockStoreOptions } from "plant-store-sdk/mocks/server";
import { expect, test, vi } from "vitest";
import { FetchableStore } from "../../mocks/adapters/fetch.ts";
import { resolveStoreOptions } from "../../mocks/service/store-options.ts";
import { flushLog, logRequest } from "../../tools/mock/request-log.ts";
import { FERN, PLANTS_URL, post } from "../support/post-plant.ts";

const MAX_ID = "9223372036854775807";

/** Logs the requests of a store for this test. */
function openStore(json: boolean, options?: MockStoreOptions) {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const settings = resolveStoreOptions(options);
  const store = new FetchableStore({
    ...settings,
    log: (...logged) => logRequest({ json, showTokens: false }, ...logged),
  });
  /** The lines, without the time. */
  const lines = () => {
    flushLog();
    const text = write.mock.calls.map(([written]) => written).join("");
    const shown = text.replaceAll(/^\d\d:\d\d:\d\d {2}#\d+ {2}| \(\d+\.\d ms\)$/gm, "");
    return shown.split("\n").slice(0, -1);
  };
  return { store, lines };
}

test.each<[string, string, unknown]>([
  ["a plant that was created", FERN, "200  plant 1  created"],
  ["an id beyond 2^53", `{"id":${MAX_ID},"name":"Fern"}`, `200  plant ${MAX_ID}  created`],
  ["an invalid plant", '{"id":42,"name":7}', "400  plant 42  not created  `name` must be a string"],
  ["a plant without an id", '{"id":"7","name":"Fern"}', expect.stringContaining("400  not created  `id`")],
  ["a body that is not JSON", '{"id":42', "400  not created  the body must be valid JSON in UTF-8"],
  ["null", "null", "400  not created  the body must be an object with an id and a name"],
])("the log has a line for %s", async (_what, body, expected) => {
  const { store, lines } = openStore(false);
  await post(store, body);
  expect(lines()).toEqual([expected]);
});

test.each<[Fault, string]>([
  [faults.status(503), "503  plant 1  status:503  not created"],
  [
    faults.status(400, { body: { error: 7, message: "no\n\u001b[31mferns" } }),
    "400  plant 1  status:400  not created  no [31mferns",
  ],
  [faults.status(200, { body: "<html>", afterCreate: false }), "200  plant 1  status:200  not created"],
  [faults.truncate(5), "200  plant 1  truncate:5  created"],
  [faults.reset(), "---  plant 1  reset  not created"],
  [faults.reset({ afterCreate: true }), "---  plant 1  reset:after-create  created"],
  [faults.reset({ afterCreate: true, close: true }), "---  plant 1  reset:after-create:close  created"],
  [faults.reset({ delay: 1 }), "---  plant 1  delay:1, reset  not created"],
])("the log has the fault %o", async (fault, expected) => {
  const { store, lines } = openStore(false);
  store.enqueue(fault);
  await post(store, FERN).catch(() => {});
  expect(lines()).toEqual([expected]);
});

test.each<[Fault, string]>([
  [faults.reset({ afterCreate: true }), "same request as #1, whose response was lost"],
  [faults.truncate(5), "same request as #1, whose response was lost"],
  [faults.status(503), "same request as #1, whose response was a 503"],
])("after %o, the log says which request the next one repeats", async (fault, expected) => {
  for (const json of [false, true]) {
    const { store, lines } = openStore(json);
    store.enqueue(fault);
    await post(store, FERN).catch(() => {});
    await post(store, FERN);
    expect(lines()[1]).toContain(json ? '"resentOf":1,' : `200  plant 1  created  ${expected}`);
    vi.restoreAllMocks();
  }
});

test("the log shows a stalled and a hanging request at their end", async () => {
  const { store, lines } = openStore(false);
  store.enqueue(faults.stall(5), faults.hang());
  await post(store, FERN);
  const pending = post(store, FERN).catch(() => {});
  await vi.waitFor(() => expect(store.requests).toHaveLength(2));
  expect(lines()).toEqual([]);
  store.clear();
  await pending;
  expect(lines().sort()).toEqual(["---  plant 1  hang  not created", "200  plant 1  stall:5  created"]);
});

test("a token that is also the host name does not stop the log", async () => {
  const { store, lines } = openStore(false);
  const headers = { authorization: "Bearer plants.example" };
  await store.fetch("https://plants.example?token=plants.example", { headers });
  await store.fetch("https://plants.example/moss#fern", { headers });
  const missing = (path: string) => `404  GET ${path}  ${path} does not exist: use POST /plants`;
  expect(lines()).toEqual([missing("/"), missing("/moss")]);
});

test.each([
  [false, "(2 lines were omitted)"],
  [true, '{"event":"omitted","count":2}'],
])("while nobody reads stdout, lines are counted but not kept (JSON: %s)", async (json, note) => {
  const { store, lines } = openStore(json);
  const backlog = vi.spyOn(process.stdout, "writableLength", "get").mockReturnValue(1_048_577);
  await post(store, FERN);
  await post(store, FERN);
  expect(lines()).toEqual([]);
  backlog.mockReturnValue(0);
  await post(store, FERN);
  expect(lines()).toEqual([note, expect.stringContaining("200")]);
  await post(store, FERN);
  expect(lines()).toHaveLength(3);
});

test("as JSON, a line has everything that is known", async () => {
  const plants = [{ id: 2n ** 63n - 1n, name: "Fern" }];
  const { store, lines } = openStore(true, { rules: { duplicates: { status: 400 } }, plants });
  store.enqueue(faults.delay(1));
  await post(store, '{"id":9223372036854775807,"name":"Fern"}');
  await store.fetch(PLANTS_URL);
  expect(lines().map((line) => line.replace(/"duration":[\d.]+/, '"duration":0'))).toEqual([
    '{"event":"request","index":1,"method":"POST","path":"/api/plants","id":9223372036854775807,"status":400,"created":false,"reason":"`id` 9223372036854775807 already exists","fault":{"type":"delay","delay":1},"duration":0}',
    '{"event":"request","index":2,"method":"GET","path":"/api/plants","status":405,"created":false,"reason":"GET is not allowed here: use POST","duration":0}',
  ]);
});
