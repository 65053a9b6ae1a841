/** The form of the live page that calls the SDK. */
import { expect, onTestFinished, test } from "vitest";
import { completePlant } from "../support/document-fields.ts";
import { startBrowserAndMock } from "./browser.ts";
import { polling, readPageState, Visit } from "./page-visit.ts";
import { startMock } from "./running-mock.ts";

const TOKEN = "canary-token-71f04c";

const [page, mock] = await startBrowserAndMock();
const open = () => Visit.start(page, mock);

test("creates a plant, also with an id beyond 2^53, and suggests the next one", async () => {
  const visit = await open();
  await visit.createPlant("9007199254740993", "Fern", "indoor");
  await visit.expectResult({ outcome: "created", attempts: "1" });
  expect(await visit.text("#outcome")).toMatch(/^Created.*Fern, id 9007199254740993/);
  expect(await visit.text("#returned")).toContain('data: { name: "Fern", tag: "indoor" }');
  expect(await visit.store.plants()).toEqual([{ id: 9007199254740993n, name: "Fern", tag: "indoor" }]);
  await visit.expectRequests(/ 9007199254740993 Fern 200 [\d.]+ m?s Created Stored$/);
  await visit.expectPlants(["9007199254740993 Fern indoor your code: created"]);
  const suggested = () =>
    page.run(() => ["id", "name"].map((id) => document.querySelector<HTMLInputElement>(`#${id}`)?.value));
  expect(await suggested()).toEqual(["9007199254740994", "Fern"]);
  await visit.open();
  await expect.poll(suggested, polling).toEqual(["9007199254740994", "Fern"]);
});

test("creates a plant with every field of the OpenAPI document, and shows it", async () => {
  const visit = await open();
  const plant = completePlant(7);
  for (const [field, value] of Object.entries(plant)) await page.fill(field, String(value));
  for (const field of Object.keys(plant)) await visit.expectText("#code").toContain(`${field}: `);
  await page.click("Create plant");
  await visit.expectResult({ outcome: "created" });
  expect(await visit.store.plants()).toEqual([plant]);
  await visit.expectPlants([`${Object.values(plant).join(" ")} your code: created`]);
});

test("suggests an id that nobody else has used meanwhile, unless the user has chosen one", async () => {
  const visit = await open();
  const suggested = () => page.run(() => document.querySelector<HTMLInputElement>("#id")?.value);
  await visit.client.createPlant({ id: 1, name: "Fern" });
  await expect.poll(suggested, polling).toBe("2");
  await visit.client.createPlant({ id: 7, name: "Ivy" });
  await expect.poll(suggested, polling).toBe("8");
  expect(await visit.text("#code")).toContain("{ id: 8,");
  await page.click("Create plant");
  await visit.expectResult({ outcome: "created" });
  await expect.poll(suggested, polling).toBe("9");
  await page.fill("id", "5");
  await visit.client.createPlant({ id: 20, name: "Sage" });
  await visit.expectPlants(["20 Sage", "8 Fern your code: created", "7 Ivy", "1 Fern"]);
  expect(await suggested()).toBe("5");
  await page.click("Create plant");
  await expect.poll(suggested, polling).toBe("21");
});

test("tells the story of a lost response with one click: unknown for the caller, stored in the store", async () => {
  const visit = await open();
  await page.click("Create a plant and lose the response");
  await visit.expectResult({ outcome: "unknown", attempts: "1" });
  expect(await visit.text("#outcome")).toMatch(/^Unknown/);
  expect(await visit.texts("#result h3")).toEqual(["PlantStoreConnectionError"]);
  expect(await visit.text("#returned")).toContain('kind: "connection"');
  await visit.expectRequests(/1 Fern no response [\d.]+ m?s Lost response Unknown Stored$/);
  await visit.expectPlants(["1 Fern your code: unknown"]);
  await visit.expectText(".reality").toBe("In reality: stored. Your code cannot know.");
  expect(await visit.texts("#request-list .of-call summary")).toHaveLength(1);
});

test("says that the mock accepts only its own tokens, even if the response is lost", async () => {
  const strict = await startMock(0, "--token", "t");
  onTestFinished(() => strict.stop());
  const visit = await Visit.start(page, strict);
  await page.click("Create a plant and lose the response");
  await visit
    .expectText(".reality")
    .toBe("In reality: not stored (the bearer token is not accepted). Your code cannot know.");
  await page.click("Create plant");
  await visit.expectResult({ outcome: "not-created" });
  expect(await visit.text("#outcome")).toMatch(/^Not created.*the bearer token is not accepted/);
  await page.fill("token", "t");
  await page.click("Create plant");
  await visit.expectResult({ outcome: "created" });
});

test("shows that a plant is not stored, although the caller cannot know, after a timeout", async () => {
  const visit = await open();
  await visit.inject("Hang");
  await page.fill("timeout ms", "300");
  await visit.createPlant("1", "Fern");
  await visit.expectResult({ outcome: "unknown", attempts: "1" });
  await visit.expectText(".reality").toBe("In reality: not stored. Your code cannot know.");
  await visit.expectPlants([]);
});

test("a reset forgets the last call", async () => {
  const visit = await open();
  await page.click("Create a plant and lose the response");
  await visit.expectText(".reality").toMatch(/^In reality: stored/);
  await page.click("Clear store");
  await visit.expectText("#outcome").toBe("");
  await visit.expectText("#story .headline").toBe("Was it created?");
  await visit.expectText("#code").toContain("{ id: 1,");
  await visit.expectPlants([]);
});

test("says that a plant was created although the call failed, and that a redirect was not followed", async () => {
  const visit = await open();
  await visit.inject("Truncated");
  await visit.createPlant("1", "Fern");
  await visit.expectResult({ outcome: "created" });
  expect(await visit.text("#outcome .headline")).toBe("Created, but the call failed");
  await visit.store.enqueue({ type: "status", status: 302, headers: { location: "/elsewhere" } });
  await page.click("Create plant");
  await visit.expectResult({ outcome: "unknown" });
  expect(await visit.texts("#attempt-list li")).toEqual([expect.stringMatching(/^Attempt 1 redirect after/)]);
});

test("shows the issue of an invalid plant at its field, and sends nothing", async () => {
  const visit = await open();
  await visit.store.addPlants({ id: 1, name: "Fern" });
  await visit.createPlant("fern", "Fern");
  await visit.expectResult({ outcome: "not-created", attempts: "0" });
  expect(await visit.texts("#attempt-list li")).toEqual([]);
  const issueOfFocusedField = () =>
    page.run(() => {
      const issue = document.activeElement?.getAttribute("aria-describedby");
      return document.getElementById(`${issue}`)?.textContent;
    });
  await expect.poll(issueOfFocusedField, polling).toMatch(/^id: must be an integer/);
  expect(await page.run(() => document.activeElement?.ariaInvalid)).toBe("true");
  await page.fill("id", "2");
  await expect.poll(issueOfFocusedField, polling).toBe("");
  expect(await visit.store.requests()).toEqual([]);
  await page.click("Create plant");
  await visit.expectResult({ outcome: "created" });
});

test("marks the requests of the last call, and lists its attempts", async () => {
  const visit = await open();
  await visit.client.createPlant({ id: 1, name: "Fern" });
  await visit.inject("429");
  await visit.createPlant("1", "Fern");
  await visit.expectResult({ outcome: "created", attempts: "2" });
  await expect
    .poll(() => visit.texts("#request-list .of-call summary"), polling)
    .toEqual([expect.stringMatching(/1 Fern 200/), expect.stringMatching(/1 Fern 429/)]);
  expect(await visit.texts("#attempt-list li")).toEqual([
    expect.stringMatching(/^Attempt 1 429 after [\d.]+ m?s, next in 1(\.\d+)? s$/),
    expect.stringMatching(/^Attempt 2 200 after [\d.]+ m?s$/),
  ]);
});

test("names a possible duplicate, and shows both plants", async () => {
  const visit = await open();
  await visit.inject("Lost response");
  await page.choose("retryUnknown, which may create duplicates");
  await visit.expectText("#code").toContain("retryUnknown: true,");
  expect(await visit.text("#code")).toContain(`baseUrl: "${visit.store.baseUrl}",`);
  await visit.createPlant("1", "Fern");
  await visit.expectResult({ outcome: "duplicate", attempts: "2" });
  expect(await visit.text("#outcome")).toMatch(/^Created, possible duplicate/);
  await visit.expectPlants(Array(2).fill("1 Fern duplicate id your code: duplicate"));
  expect(await visit.text(".reality")).toMatch(/^In reality: stored twice\./);
});

test("says nothing about the last call while the next one runs, and aborts that with the button", async () => {
  const visit = await open();
  await page.click("Create a plant and lose the response");
  await visit.expectText(".reality").toBe("In reality: stored. Your code cannot know.");
  expect(await page.run(() => document.activeElement?.textContent)).toBe("Create plant");
  await visit.inject("Hang");
  await visit.createPlant("2", "Moss");
  await visit.expectResult({ outcome: "pending" });
  expect(await visit.texts(".reality")).toEqual([]);
  expect(await visit.texts("#attempt-list li")).toEqual(["Attempt 1 waiting for the response"]);
  await visit.expectRequests(/Waiting$/, /Lost response/);
  await page.click("Abort");
  await visit.expectResult({ outcome: "unknown", attempts: "1" });
  expect(await visit.texts("#attempt-list li")).toEqual(["Attempt 1 no response"]);
  expect(await page.run(() => document.activeElement?.textContent)).toBe("Abort");
});

declare global {
  interface Window {
    recordedConsole?: string[];
  }
}

/** Records what the page writes to its console, with nested objects, and uncaught errors. Runs in the page. */
function recordConsole(): void {
  const record: string[] = [];
  window.recordedConsole = record;
  const textOf = (value: unknown) =>
    value instanceof Error
      ? `${value.stack} ${JSON.stringify(value)}`
      : (JSON.stringify(value) ?? String(value));
  const methods = console as unknown as Record<string, (...values: unknown[]) => void>; // To replace any of them.
  for (const [name, original] of Object.entries(methods)) {
    methods[name] = (...values) => {
      record.push(values.map(textOf).join(" "));
      original.apply(console, values);
    };
  }
  addEventListener("error", ({ message, error }) => record.push(`${message} ${textOf(error)}`));
  addEventListener("unhandledrejection", ({ reason }) => record.push(textOf(reason)));
}

test("does not show or store a token, even if the store echoes it", async () => {
  const visit = await open();
  await page.run(recordConsole);
  await page.fill("token", TOKEN);
  const echo = { body: { sent: TOKEN }, headers: { "x-sent": TOKEN } };
  await visit.store.enqueue({ type: "status", status: 500, ...echo });
  await visit.createPlant("1", "Fern");
  await visit.expectResult({ outcome: "unknown" });
  expect(await visit.text("#returned")).toContain("[token]");
  await visit.createPlant("2", "Moss");
  await visit.expectResult({ outcome: "created" });
  await visit.expectRequests(/2 Moss/, /1 Fern/);
  await page.run(() => {
    document.querySelector<HTMLElement>("#request-list summary")?.click();
    console.log({ nested: { in: { an: "object" } } });
  });
  await visit.expectText(".exchange").toContain('{"id":2,"name":"Moss"}');
  const written = (await page.run(() => window.recordedConsole))?.join("\n");
  expect(written).toContain('"object"');
  expect(written + JSON.stringify(await page.run(readPageState))).not.toContain(TOKEN);
});
