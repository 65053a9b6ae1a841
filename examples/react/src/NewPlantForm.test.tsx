import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { setupServer } from "msw/node";
import { faults, MockStore, mockHandlers } from "plant-store-sdk/mocks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { NewPlantForm } from "./NewPlantForm.tsx";

const store = new MockStore({
  auth: "off", // The page sends no token.
  plants: [{ id: 1, name: "Fern" }],
  rules: { duplicates: { status: 400 } },
});
const server = setupServer(...mockHandlers(store, { baseUrl: `${location.origin}/api` }));
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());

beforeEach(() => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NewPlantForm />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  store.clear();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole<HTMLButtonElement>("button");

async function createPlant(id: string, name: string) {
  await userEvent.type(field("Id"), id);
  await userEvent.type(field("Name"), name);
  await userEvent.click(button());
}

test("creates a plant with an id beyond 2^53 and clears the form", async () => {
  await createPlant("9007199254740993", "Moss");
  expect((await screen.findByRole("status")).textContent).toBe("Moss was created.");
  expect(store.plants).toContainEqual({ id: 9007199254740993n, name: "Moss" });
  expect(field("Id").value).toBe("");
});

test("warns that the plant may exist if the response is lost, and sends it once", async () => {
  store.enqueue(faults.reset({ afterCreate: true }));
  await createPlant("2", "Moss");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Moss may have been created. Check before you send it again.",
  );
  expect(store.plants).toContainEqual({ id: 2, name: "Moss" });
  expect(store.requests).toHaveLength(1);
});

test("reports a plant as created and clears the form if only the response is incomplete", async () => {
  store.enqueue(faults.truncate(5));
  await createPlant("2", "Moss");
  expect((await screen.findByRole("status")).textContent).toBe("Moss was created.");
  expect(field("Id").value).toBe("");
});

test("reports a rejected plant as not created, also at the field that the service names", async () => {
  await createPlant("1", "Moss");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Moss was not created. The store does not accept it.",
  );
  expect(screen.getByText("The store does not accept this value.")).toBeDefined();
  expect(field("Id").getAttribute("aria-invalid")).toBe("true");
  expect(field("Name").getAttribute("aria-invalid")).toBe("false");
});

test.each([
  ["fern", "Enter a whole number."],
  ["1.5", "Enter a whole number."],
  ["9223372036854775808", "This number is too large."],
])("sends nothing if the id is %s, and says so at the field", async (id, message) => {
  await createPlant(id, "Moss");
  expect(await screen.findByText(message)).toBeDefined();
  expect(field("Id").getAttribute("aria-invalid")).toBe("true");
  expect(store.requests).toEqual([]);
});

test("disables the button until the call ends", async () => {
  store.enqueue(faults.hang());
  await createPlant("2", "Moss");
  await waitFor(() => expect(button().disabled).toBe(true));
  store.clear(); // Ends the request without a response.
  await screen.findByRole("alert");
  expect(button().disabled).toBe(false);
});
