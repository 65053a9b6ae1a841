/** The live page shows what happens in a store, and controls it. */
import { expect, onTestFinished, test } from "vitest";
import { browserName, startBrowserAndMock } from "./browser.ts";
import { polling, Visit } from "./page-visit.ts";
import { startMock } from "./running-mock.ts";

const [page, mock] = await startBrowserAndMock();
const open = () => Visit.start(page, mock);

test("shows a request of another client with its plant, response, outcome and effect, also later", async () => {
  const visit = await open();
  expect(await visit.text("#no-requests pre")).toContain(`curl ${visit.store.baseUrl}/plants`);
  await visit.client.createPlant({ id: 42, name: "Fern", tag: "indoor" });
  const request = /^#1 \d\d:\d\d:\d\d 42 Fern 200 [\d.]+ m?s Created Stored$/;
  await visit.expectRequests(request);
  await visit.expectPlants(["42 Fern indoor"]);
  expect(await visit.texts("#no-requests")).toEqual([]);
  await visit.client.createPlant({ id: 7, name: "Moss" });
  await visit.open();
  await visit.expectRequests(/7 Moss 200/, request);
});

test("opens a request with its body, its headers, the reason of its rejection and its fault", async () => {
  const visit = await open();
  await visit.store.enqueue({ type: "delay", delay: 1 });
  const headers = { authorization: "Bearer secret-of-the-client", "content-type": "application/json" };
  await fetch(`${visit.store.baseUrl}/plants`, {
    method: "POST",
    body: '{"id":"one"}',
    headers: { ...headers, "x-client": "a test" },
  });
  await visit.expectRequests(
    /POST \/sessions\/[\w-]+\/plants 400 [\d.]+ m?s Slow 1 ms Not created Not stored$/,
  );
  await page.run(() => document.querySelector<HTMLElement>("#request-list summary")?.click());
  await expect
    .poll(() => visit.texts(".exchange h3"), polling)
    .toEqual(["Request, without tokens", "Response", "Fault"]);
  const [request, response, fault] = await visit.texts(".exchange pre");
  expect(request).toMatch(
    new RegExp(`^POST /sessions/${visit.session}/plants .*x-client: a test.* {"id":"one"}$`),
  );
  expect(request).not.toContain("authorization");
  expect(response).toMatch(/^400 .*`id`/);
  expect(response).toContain("content-type: application/json");
  expect(fault).toBe('{ type: "delay", delay: 1 }');
});

test("a clicked fault applies to the next request of any client", async () => {
  const visit = await open();
  await visit.inject("503", "Lost response");
  expect(await visit.text("#queue-state")).toBe("2 queued: send a request.");
  const first = await visit.client.safeCreatePlant({ id: 1, name: "Fern" });
  expect(first).toMatchObject({ success: false, error: { response: { status: 503 } } });
  await visit.expectQueuedFaults("Lost response");
  const second = await visit.client.safeCreatePlant({ id: 2, name: "Moss" });
  expect(second).toMatchObject({ success: false, error: { kind: "connection", outcome: "unknown" } });
  await visit.expectRequests(
    /2 Moss no response [\d.]+ m?s Lost response Unknown Stored$/,
    /1 Fern 503 [\d.]+ m?s 503 Unknown Not stored$/,
  );
  await visit.expectQueuedFaults();
});

test("a fault can apply to several requests, until the faults are cleared", async () => {
  const visit = await open();
  await page.select("into", "the next 3 requests");
  await page.click("503");
  await visit.expectQueuedFaults("503 × 3");
  await visit.client.safeCreatePlant({ id: 1, name: "Fern" });
  await visit.expectQueuedFaults("503 × 2");
  await page.click("Clear");
  await visit.expectQueuedFaults();
  await visit.client.createPlant({ id: 1, name: "Fern" });
});

test("queues any other fault with the fields of its kind, and says which field is wrong", async () => {
  const visit = await open();
  await page.run(() => document.querySelector<HTMLElement>("#faults summary")?.click());
  const invalid = () =>
    page.run(() => document.querySelector<HTMLInputElement>("#faults input:invalid")?.name ?? "");
  await page.select("type", "trickle");
  await page.fill("bytesPerSecond", "none");
  await page.click("Queue");
  expect(await invalid()).toBe("bytesPerSecond");
  await page.fill("bytesPerSecond", "100000");
  expect(await invalid()).toBe("");
  await page.run(() => document.querySelector<HTMLInputElement>("#faults [name=id]")?.focus());
  await page.type("9007199254740993");
  await page.select("into", "the next 3 requests");
  await page.click("Queue");
  await visit.expectQueuedFaults("Trickle × 3 for plant 9007199254740993");
  const trickle = { type: "trickle", bytesPerSecond: 100_000, id: 9007199254740993n, times: 3 };
  expect(await visit.store.faults()).toEqual([trickle]);
});

test("shows the latency of the store, whoever sets it, and changes it", async () => {
  const visit = await open();
  const shown = () => visit.text("#latency option:checked");
  await expect.poll(shown, polling).toBe("none");
  await page.select("Latency", "200 ms");
  await expect.poll(async () => (await visit.store.settings()).latency, polling).toBe(200);
  await visit.store.configure({ latency: [100, 1_500] });
  await expect.poll(shown, polling).toBe("100 ms to 1.5 s");
  await page.select("Latency", "1 s");
  await expect.poll(async () => (await visit.store.settings()).latency, polling).toBe(1_000);
  await visit.store.clear();
  await expect.poll(shown, polling).toBe("none");
  expect(await visit.text("#latency")).toBe("none200 ms1 s3 s");
});

test("shows the rules and the random faults of the store, whoever sets them, and changes their rate", async () => {
  const visit = await open();
  const shown = () => visit.text("#chaos option:checked");
  expect(await visit.texts("#settings")).toEqual([]);
  await visit.store.configure({
    rules: { exactIds: false },
    chaos: { rate: 0.25, faults: [{ type: "reset" }] },
  });
  await expect.poll(shown, polling).toBe("25 %");
  expect(await visit.text("#settings pre")).toMatch(/exactIds: false.*chaos: \{.*rate: 0\.25/s);
  await page.select("Random faults", "100 %");
  await expect
    .poll(async () => (await visit.store.settings()).chaos, polling)
    .toMatchObject({ rate: 1, faults: [{ type: "reset" }] });
  const { error } = await visit.client.safeCreatePlant({ id: 1, name: "Fern" });
  expect(error?.kind).toBe("connection");
  await page.select("Random faults", "none");
  await expect.poll(async () => (await visit.store.settings()).chaos, polling).toBeNull();
});

test("lists the sessions as people count, and opens another one", async () => {
  const visit = await open();
  const other = "test[é/a] ()";
  for (const number of [10, 9, 11]) await mock.connect(`a${number}`).clearFaults();
  await mock.createClient(other).createPlant({ id: 9, name: "Aloe" });
  await page.click(visit.session);
  await expect.poll(() => visit.texts("#session-list li"), polling).toContain(other);
  const counted = (await visit.texts("#session-list li")).filter((text) => /^a\d+$/.test(text));
  expect(counted).toEqual(["a9", "a10", "a11"]);
  expect(await visit.texts("#session-list [aria-current]")).toEqual([visit.session]);
  await page.run((name) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>("#session-list a")];
    links.find(({ textContent }) => textContent === name)?.click();
  }, other);
  await visit.expectRequests(/9 Aloe 200/);
  expect(await page.run(() => location.pathname)).toBe(`/sessions/${encodeURIComponent(other)}/__admin/`);
  expect(await page.run(() => document.title)).toContain(other);
});

test("shows that other clients add plants, clear requests and queue faults, and resets the store", async () => {
  const visit = await open();
  expect(await visit.texts("#no-plants")).toEqual(["The store is empty."]);
  await visit.store.addPlants({ id: 1, name: "Fern" });
  await visit.expectPlants(["1 Fern"]);
  expect(await visit.texts("#no-plants")).toEqual([]);
  await visit.client.createPlant({ id: 9, name: "Ivy" });
  await visit.expectRequests(/9 Ivy/);
  await visit.store.clearRequests();
  await visit.expectRequests();
  await visit.expectPlants(["9 Ivy", "1 Fern"]);
  await visit.client.createPlant({ id: 2, name: "Moss" });
  await visit.store.enqueue({ type: "status", status: 500, id: 7 });
  await visit.expectRequests(/2 Moss/);
  await visit.expectQueuedFaults("500 for plant 7");
  await page.click("Clear store");
  await visit.expectRequests();
  await visit.expectQueuedFaults();
  await visit.expectPlants([]);
  expect(await visit.store.requests()).toEqual([]);
});

test("searches requests by their outcome, and by any text of the row and the request", async () => {
  const visit = await open();
  await visit.client.createPlant({ id: 1, name: "Fern", tag: "indoor" });
  await visit.store.enqueue({ type: "status", status: 503 }, { type: "status", status: 400 });
  await visit.client.safeCreatePlant({ id: 2, name: "Moss" });
  await visit.client.safeCreatePlant({ id: 3, name: "Ivy" });
  await visit.expectRequests(/3 Ivy/, /2 Moss/, /1 Fern/);
  await page.fill("Search requests", "unknown");
  await visit.expectRequests(/2 Moss/);
  await page.fill("Search requests", "INDOOR");
  await visit.expectRequests(/1 Fern/);
  await page.fill("Search requests", "moss 503");
  await visit.expectRequests(/2 Moss/);
  await page.fill("Search requests", "olive");
  await visit.expectRequests();
  expect(await visit.texts("#no-match")).toEqual(["No request matches."]);
});

test("an open request stays where it is when others arrive, until the user asks for them", async () => {
  const visit = await open();
  await visit.client.createPlant({ id: 1, name: "Fern" });
  await visit.expectRequests(/1 Fern/);
  await page.run(() => document.querySelector<HTMLElement>("#request-list summary")?.click());
  await visit.expectText(".exchange").toContain('{"id":1,"name":"Fern"}');
  for (const id of [2, 3, 4]) await visit.client.createPlant({ id, name: "Moss" });
  await visit.expectText("#new-requests").toBe("3 new ↑");
  await visit.expectRequests(/1 Fern/);
  await page.click("3 new ↑");
  await visit.expectRequests(/4 Moss/, /3 Moss/, /2 Moss/, /1 Fern/);
  expect(await visit.text(".exchange")).toContain('{"id":1,"name":"Fern"}');
  expect(await page.run(() => document.activeElement?.textContent)).toContain("4 Moss");
});

// The same in each browser, and slow.
test.runIf(browserName === "Chromium")("keeps few elements and stays usable at 1,000 requests", async () => {
  const visit = await open();
  const pending = new Set<Promise<unknown>>();
  for (let id = 1; id <= 1_000; id++) {
    const call = visit.client.createPlant({ id, name: "Fern" }).finally(() => pending.delete(call));
    pending.add(call);
    if (pending.size >= 20) await Promise.race(pending);
    if (id === 500)
      await page.run(() => document.querySelector<HTMLElement>("#request-list summary")?.click());
  }
  await Promise.all(pending);
  await visit.expectText("#request-count").toBe("1,000 requests");
  await page.run(() => document.getElementById("new-requests")?.click());
  const newest = async () => (await visit.requests())[0];
  await expect.poll(newest, polling).toContain(`${(await visit.store.requests()).at(-1)?.plant?.id} Fern`);
  expect(await page.run(() => document.querySelectorAll("*").length)).toBeLessThan(1_000);
  await visit.expectText("#plant-count").toBe("1,000 plants");
  expect((await visit.requests()).length).toBe(50);
  await page.click("Show 50 older requests");
  await expect.poll(async () => (await visit.requests()).length, polling).toBe(100);
});

test("shows that a response was cut off, what its fault holds back, and the controls in a name", async () => {
  const visit = await open();
  const { store, client } = visit;
  await store.enqueue({ type: "truncate", bytes: 5 }, { type: "hold" });
  await client.safeCreatePlant({ id: 1, name: "Fern \u202egnp.exe" });
  await visit.expectRequests(/1 Fern \\u202egnp\.exe 200 cut off .* Created Stored/);
  await visit.expectPlants(["1 Fern \\u202egnp.exe"]);
  await page.run(() => document.querySelector<HTMLElement>("#request-list summary")?.click());
  await visit.expectText(".exchange").toContain("cut off: the connection was dropped here");
  client.safeCreatePlant({ id: 2, name: "Moss" });
  await visit.expectText("#new-requests").toBe("1 new ↑");
  await page.click("1 new ↑");
  await visit.expectRequests(/2 Moss … Held Waiting/, /1 /);
  await page.click("Release held requests");
  await visit.expectRequests(/2 Moss 200 .* Held Created Stored/, /1 /);
});

test("says that the mock has stopped, and shows the one that is started in its place", async () => {
  const stopped = await startMock();
  const visit = await Visit.start(page, stopped);
  await visit.client.createPlant({ id: 1, name: "Fern" });
  await visit.expectRequests(/1 Fern/);
  await stopped.stop();
  await visit.expectConnection("Disconnected");
  expect(await visit.text("#alert")).toMatch(/was lost|was stopped|Cannot reach/);
  expect(await visit.text("#queue-state")).toBe("");
  const enabled = "#faults button:enabled, #reset:enabled, #create:enabled, #session:enabled";
  expect(await visit.texts(enabled)).toEqual([]);
  await page.run(() => document.querySelector<HTMLElement>("#request-list summary")?.click());
  const started = await startMock(Number(new URL(stopped.url).port));
  onTestFinished(() => started.stop());
  await started.createClient(visit.session).createPlant({ id: 2, name: "Moss" });
  await visit.expectConnection("Live");
  expect(await visit.text("#alert")).toBe("");
  expect(await visit.text("#queue-state")).toMatch(/^None queued/);
  await visit.expectRequests(/2 Moss/);
  await started.createClient(visit.session).createPlant({ id: 3, name: "Ivy" });
  await visit.expectRequests(/3 Ivy/, /2 Moss/);
});
