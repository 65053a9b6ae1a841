/** Bodies that never end: they hold neither a call nor a handler of a page's route. */
import { type PlantStoreResponse, safeCreatePlant } from "plant-store-sdk";
import { checkPlantStore } from "plant-store-sdk/check";
import { plantRoute } from "plant-store-sdk/route";
import { expect, test, vi } from "vitest";
import { plant, testClient, testOptions } from "../support/client.ts";
import { JSON_TYPE } from "../support/fetch-stubs.ts";

/** A custom `fetch` whose reader never waits, so that no timer would run. It gives up at 10,000 chunks. */
function endlessFetch() {
  let reads = 0;
  const read = vi.fn(async () => ({ done: ++reads >= 10_000, value: new Uint8Array() }));
  const body = {
    getReader: () => ({ read, cancel: async () => {} }),
    async *[Symbol.asyncIterator]() {
      for (let { done, value } = await read(); !done; { done, value } = await read()) yield value;
    },
  };
  const response: PlantStoreResponse = { status: 200, headers: new Headers(), body, text: async () => "" };
  return { fetch: async () => response, read };
}

test("the timeout ends a call whose response has a body of empty chunks that never end", async () => {
  const { fetch, read } = endlessFetch();
  const result = await safeCreatePlant(plant, { ...testOptions, fetch, timeout: 50 });
  expect(result).toMatchObject({ error: { outcome: "unknown", response: { status: 200 } } });
  expect(read.mock.calls.length).toBeLessThan(1_000);
});

test("the timeout ends a request of a check whose response has a body of empty chunks that never end", async () => {
  const { fetch } = endlessFetch();
  const { checks } = await checkPlantStore({ ...testOptions, fetch, timeout: 50 });
  expect(checks[0]?.detail).toBe("no complete response within 0.05 s");
});

/**
 * Sends a body that begins with a text to a route. `end` sends the rest, as h3 1 does, which throws in an event listener if the
 * stream was cancelled.
 */
async function post(text: string) {
  const bytes = new TextEncoder().encode(text);
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      end = () => {
        controller.enqueue(bytes);
        controller.close();
      };
    },
  });
  const handle = plantRoute({ client: testClient(), authorize: "anyone" });
  const init = { method: "POST", headers: JSON_TYPE, body, duplex: "half" };
  return { response: await handle(new Request("https://app.example/plants", init)), end };
}

test("the route waits 10 s for a body, then reports it, and creates nothing", async () => {
  const reports = vi.spyOn(console, "error").mockReturnValue();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const posted = post('{"id":1,');
  await vi.advanceTimersByTimeAsync(10_000);
  const { response, end } = await posted;
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: 400, message: "The body did not arrive" });
  expect(`${reports.mock.calls}`).toContain("mount the route before the parser");
  expect(reports).toHaveBeenCalledTimes(1);
  end();
});

test("the route does not cancel a body that is too large, but drops the rest", async () => {
  const { response, end } = await post("x".repeat(65_537));
  expect(response.status).toBe(413);
  end();
});
