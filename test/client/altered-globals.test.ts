/** Applications and their other dependencies change what every script shares. */
import { execFileSync } from "node:child_process";
import { PlantStoreClient, safeCreatePlant } from "plant-store-sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { baseUrl, create, failureOf, plant, recordingFetch, TOKEN, testOptions } from "../support/client.ts";
import { connectionReset, fail, respond } from "../support/fetch-stubs.ts";

function pollute(names: Record<string, unknown>): void {
  Object.assign(Object.prototype, names);
  onTestFinished(() => {
    for (const name of Object.keys(names)) Reflect.deleteProperty(Object.prototype, name);
  });
}

test("what every object inherits is not part of a plant, but the getters of a class are", async () => {
  pollute({ tag: "stolen" });
  const { fetch, sent } = recordingFetch();
  class Row {
    id = 1;
    get name() {
      return "Fern";
    }
  }
  await safeCreatePlant(new Row(), { ...testOptions, fetch });
  expect(sent[0]?.body).toBe('{"id":1,"name":"Fern"}');
});

test("what every object inherits is not an option", async () => {
  const stolen = vi.fn();
  pollute({
    fetch: stolen,
    onEvent: stolen,
    retryUnknown: true,
    baseUrl: "https://evil.example",
    token: "stolen",
    headers: { Authorization: "stolen" },
    signal: AbortSignal.abort(),
    idempotencyKey: "stolen",
    dispatcher: { dispatch: stolen },
    cause: "endless",
  });
  const { fetch, sent } = recordingFetch(respond(503));
  vi.stubGlobal("fetch", fetch);
  vi.stubEnv("PLANT_STORE_BASE_URL", baseUrl);
  vi.stubEnv("PLANT_STORE_TOKEN", TOKEN);
  const error = await failureOf(new PlantStoreClient().safeCreatePlant(plant, { maxRetries: 0 }));
  expect(error).toMatchObject({ kind: "unexpected-response", response: { status: 503 }, attempts: 1 });
  expect(sent.map(({ url }) => url)).toEqual([`${baseUrl}/plants`]);
  expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${TOKEN}`);
  expect(sent[0]?.init).not.toHaveProperty("dispatcher");
  vi.stubGlobal("fetch", fail(connectionReset));
  const lost = await failureOf(new PlantStoreClient().safeCreatePlant(plant));
  expect(lost).toMatchObject({ kind: "connection", outcome: "unknown" });
  expect(stolen).not.toHaveBeenCalled();
});

test("a wrapper of fetch can call the methods of every object on the request's options", async () => {
  const { fetch, sent } = recordingFetch();
  const result = await create(async (url, init) => {
    expect(`${init}`).toBe("[object Object]");
    // biome-ignore lint/suspicious/noPrototypeBuiltins: old wrappers do that.
    return fetch(url, init.hasOwnProperty("signal") ? init : { ...init, method: "GET" });
  });
  expect([result.success, sent[0]?.init.method]).toEqual([true, "POST"]);
});

test("a frozen Error.prototype changes neither loading nor failures", () => {
  const program = `
    Object.freeze(Error.prototype);
    await import("./dist/import.js");
    const { safeCreatePlant } = await import("./dist/index.js");
    const options = { baseUrl: "https://plants.example", token: "secret-token" };
    const hang = () => new Promise(() => {});
    const { error } = await safeCreatePlant({ id: 1, name: "Fern" }, { ...options, fetch: hang, timeout: 1 });
    console.log(error.name, error.kind, error.outcome);`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(output).toBe("TimeoutError timeout unknown\n");
});
