// @vitest-environment happy-dom
import { flushPromises, mount } from "@vue/test-utils";
import { http } from "msw";
import { setupServer } from "msw/node";
import { createPinia } from "pinia";
import persistedState from "pinia-plugin-persistedstate";
import { PlantStoreClient } from "plant-store-sdk";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { plantRoute } from "plant-store-sdk/route";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import NewPlant from "./NewPlant.vue";

const store = new MockStore();
let isSignedIn = true;
const route = plantRoute({
  client: new PlantStoreClient({
    baseUrl: "https://plants.example",
    token: "any",
    fetch: store.fetch,
    maxRetries: 0,
  }),
  authorize: () => isSignedIn || new Response(null, { status: 401 }),
});
const server = setupServer(http.post("/api/plants", ({ request }) => route(request)));
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
afterEach(() => {
  store.clear();
  localStorage.clear();
  isSignedIn = true;
});

const button = (page: ReturnType<typeof open>, text: string) =>
  page.findAll("button").find((found) => found.text() === text);
const open = () => mount(NewPlant, { global: { plugins: [createPinia().use(persistedState)] } });

async function create(id: string, name: string) {
  const page = open();
  const [idField, nameField] = page.findAll("input");
  await idField?.setValue(id);
  await nameField?.setValue(name);
  await page.find("form").trigger("submit");
  return page;
}

test("an id beyond 2^53 is created with all digits, and the list survives a reload", async () => {
  const page = await create("9007199254740993", "Moss");
  await vi.waitFor(() => expect(page.text()).toContain("Moss: created"));
  expect(store.plants).toEqual([{ id: 9007199254740993n, name: "Moss" }]);
  expect(open().text()).toContain("Moss: created");
});

test.each(["", " ", "fern", "1.5", "9223372036854775808"])(
  "the id %j is invalid, and nothing is sent",
  async (id) => {
    const page = await create(id, "Moss");
    expect(page.find("input").attributes("aria-invalid")).toBe("true");
    await flushPromises();
    expect(store.requests).toEqual([]);
  },
);

test("a user who stops waiting, or reloads the page, learns that the plant may exist", async () => {
  store.enqueue(faults.hang({ afterCreate: true }));
  const page = await create("1", "Moss");
  await vi.waitFor(() => expect(store.plants).toHaveLength(1));
  expect(open().text()).toContain("Moss: unknown");
  await button(page, "Stop waiting")?.trigger("click");
  await vi.waitFor(() => expect(page.text()).toContain("Moss: unknown"));
});

test("a user who is not signed in is told to sign in", async () => {
  isSignedIn = false;
  const page = await create("1", "Moss");
  await vi.waitFor(() => expect(page.text()).toContain("Moss: not-created. Sign in first."));
});

test("a user can try again when the store allows it", async () => {
  store.enqueue(faults.status(429, { headers: { "retry-after": "1" } }));
  const page = await create("1", "Moss");
  const tryAgain = () => button(page, "Try again")?.attributes("disabled");
  await vi.waitFor(() => expect(tryAgain()).toBe(""), 5_000);
  await vi.waitFor(() => expect(tryAgain()).toBe(undefined), 5_000);
  await button(page, "Try again")?.trigger("click");
  await vi.waitFor(() => expect(page.text()).toContain("Moss: created"));
});
