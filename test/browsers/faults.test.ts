/**
 * Every fault of the guide's table, in a page: over a port from another origin, over a port from the mock's own page, and
 * over MSW. A browser must not repeat a request whose response was lost, because the page would not notice it.
 */
import { listen, MockStore } from "plant-store-sdk/mocks/server";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readFaultTable } from "../support/fault-table.ts";
import { browserName } from "./browser.ts";
import { startSdkPage } from "./page-sdk.ts";

const rows = readFaultTable();
// WebKitGTK cannot transfer a stream to a service worker. MSW then reads the whole response before it sends the status.
const transfersStreams = browserName !== "WebKitGTK";

const { page, open, create } = await startSdkPage();

/** Long enough for the request to arrive, ms. */
const TIMEOUT = 2_000;

/** Creates a plant from the page. */
async function createPlant(baseUrl: string, timeout: number) {
  const { attempts, error } = await create({ baseUrl, token: "any", timeout });
  return error ? { kind: error.kind, outcome: error.outcome, attempts: error.attempts } : { attempts };
}

/** Only a fault that never ends runs into the timeout. */
const timeoutOf = (kind: string | undefined) => (kind === "timeout" ? TIMEOUT : 30_000);

/** Opens a page for a server, makes every call with a connection that could be reused, and checks what arrived. */
function testPort(openPage: (url: string) => Promise<void>): void {
  let store: MockStore;
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    store = new MockStore();
    ({ url, close } = await listen(store, { admin: true }));
    await openPage(url);
  });
  afterAll(() => close());
  afterEach(() => store.clear());

  test.each(rows)("$code", async ({ fault, createsPlant, kind, outcome }) => {
    await page.run((url) => fetch(`${url}/health`).then((response) => response.text()), url);
    expect(await createPlant(url, 30_000)).toEqual({ attempts: 1 });
    store.clear();
    store.enqueue(fault);
    expect(await createPlant(url, timeoutOf(kind))).toEqual({ attempts: 1, ...(kind && { kind, outcome }) });
    expect(store.plants).toEqual(createsPlant ? [{ id: 1, name: "Fern" }] : []);
    expect(store.requests).toHaveLength(1);
  });
}

describe("over a port from another origin", () => {
  testPort(() => open());
});

describe("over a port from the mock's own page", () => {
  testPort((url) => open(`${url}/__admin/`));
});

describe("over MSW", () => {
  beforeAll(async () => {
    await open();
    await page.run(() => window.sdk.startWorker());
  });

  test.each(rows)("$code", async ({ code, fault, createsPlant, kind, outcome }) => {
    await page.run((fault) => {
      window.sdk.store.clear();
      window.sdk.store.enqueue(fault);
    }, fault);
    const isLate = !transfersStreams && /truncate|stall|trickle/.test(code);
    const error = kind && { kind, outcome: isLate ? "unknown" : outcome };
    expect(await createPlant("/api", timeoutOf(kind))).toEqual({ attempts: 1, ...error });
    const { plants, requests } = await page.run(() => {
      const { plants, requests } = window.sdk.store;
      window.sdk.store.clear();
      return { plants, requests };
    });
    expect(plants).toEqual(createsPlant ? [{ id: 1, name: "Fern" }] : []);
    expect(requests).toHaveLength(1);
  });
});

test("a page of another origin can neither read nor change a store by the admin API", async () => {
  const store = new MockStore({ plants: [{ id: 1, name: "Fern" }] });
  const { url, close } = await listen(store, { admin: true });
  onTestFinished(close);
  store.enqueue({ type: "reset" });
  await open();
  const results = await page.run(async (admin) => {
    const statusOf = (path: string, init?: RequestInit) =>
      fetch(`${admin}/${path}`, init).then(
        ({ status, type }) => (type === "opaque" ? type : status),
        () => "blocked",
      );
    const post = { method: "POST", body: '{"type":"status","status":503}' };
    return {
      read: await statusOf("plants"),
      readWithoutCors: await statusOf("plants", { mode: "no-cors" }),
      events: await statusOf("events"),
      reset: await statusOf("clear", { method: "POST" }),
      enqueue: await statusOf("faults", post),
      enqueueWithoutCors: await statusOf("faults", { ...post, mode: "no-cors" }),
    };
  }, `${url}/__admin`);
  // The page cannot see that the last one is a 403.
  const blocked = { readWithoutCors: "blocked", enqueueWithoutCors: "opaque" };
  expect(results).toEqual({ ...blocked, read: 403, events: 403, reset: 403, enqueue: 403 });
  expect(store.plants).toHaveLength(1);
  expect(store.faults).toEqual([{ type: "reset" }]);
});
