import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { http } from "msw";
import { setupServer } from "msw/node";
import { faults, MockStore, mockHandlers } from "plant-store-sdk/mocks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createPlant } from "@/app/actions";
import { POST } from "@/app/api/plants/route";
import { PlantForm } from "@/app/plant-form";
import { RouteForm } from "@/app/with-route/route-form";
import { type FormState, once } from "@/lib/form-state";

const store = new MockStore();
const server = setupServer(
  ...mockHandlers(store, { baseUrl: "https://plants.example" }),
  http.post("/api/plants", ({ request }) => POST(request)),
);
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // The action logs failures.
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  store.clear();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole<HTMLButtonElement>("button");

async function submit(id: string, name = "Moss") {
  await userEvent.type(field("Id"), id);
  await userEvent.type(field("Name"), name);
  await userEvent.click(button());
}

describe.each([
  ["a server action", (submission: string) => <PlantForm action={createPlant} submission={submission} />],
  ["a route", (submission: string) => <RouteForm submission={submission} />],
])("the form with %s", (_, form) => {
  beforeEach(() => {
    render(form(crypto.randomUUID()));
  });

  test("creates a plant with all digits of its id, and clears the fields", async () => {
    await submit("9223372036854775807");
    expect((await screen.findByRole("status")).textContent).toBe("Moss was created.");
    expect(store.plants).toEqual([{ id: BigInt("9223372036854775807"), name: "Moss" }]);
    expect(field("Id").value).toBe("");
  });

  test("says that the plant may exist if the response is lost", async () => {
    store.enqueue(faults.reset({ afterCreate: true }));
    await submit("2");
    expect((await screen.findByRole("alert")).textContent).toMatch(/^Moss may have been created\./);
    expect(store.requests).toHaveLength(1);
  });

  test("says that the plant was created if only the response is incomplete", async () => {
    store.enqueue(faults.truncate(5));
    await submit("2");
    expect((await screen.findByRole("status")).textContent).toBe("Moss was created.");
  });

  test("says that the plant was rejected, without the store's text, and keeps what the user typed", async () => {
    store.enqueue(faults.status(400, { body: { error: 7, message: "the bearer token is not accepted" } }));
    await submit("2");
    const text = (await screen.findByRole("alert")).textContent;
    expect(text).toBe("Moss was not created. The store does not accept it (error 7).");
    expect(field("Name").value).toBe("Moss");
  });

  test.each([
    ["fern", "Enter a whole number."],
    ["9223372036854775808", "This number is too large."],
  ])("words the error of the id %s, and sends nothing", async (id, error) => {
    await submit(id);
    expect(await screen.findByText(error)).toBeDefined();
    expect(field("Id").getAttribute("aria-invalid")).toBe("true");
    expect(store.requests).toEqual([]);
  });

  test("creates one plant if the user clicks twice", async () => {
    store.configure({ latency: 50 });
    await userEvent.type(field("Id"), "2");
    await userEvent.type(field("Name"), "Moss");
    await userEvent.dblClick(button());
    await screen.findByRole("status");
    await waitFor(() => expect(button().disabled).toBe(false));
    expect(store.requests).toHaveLength(1);
  });
});

test("the action creates one plant if the browser sends the same form twice", async () => {
  const form = new FormData();
  form.set("id", "1");
  form.set("name", "Fern");
  form.set("submission", crypto.randomUUID());
  const state = { message: "", fieldErrors: {}, values: { id: "", name: "", tag: "" }, submission: "" };
  const states = await Promise.all([createPlant(state, form), createPlant(state, form)]);
  expect(states.map(({ outcome }) => outcome)).toEqual(["created", "created"]);
  expect(store.plants).toHaveLength(1);
});

test("an equal submission may have created the plant if the first never ends", async () => {
  vi.useFakeTimers();
  const form = new FormData();
  form.set("submission", crypto.randomUUID());
  const create = vi.fn(() => new Promise<FormState>(() => {}));
  once(form, create);
  const second = once(form, create);
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await second).outcome).toBe("unknown");
  expect(create).toHaveBeenCalledTimes(1);
});
