import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { http } from "msw";
import { setupServer } from "msw/node";
import { PlantStoreClient } from "plant-store-sdk";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { plantRoute } from "plant-store-sdk/route";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ID_EXISTS, NewPlantForm } from "./NewPlantForm.tsx";

const store = new MockStore({
  plants: [{ id: 1, name: "Fern" }],
  rules: { duplicates: { status: 409, error: ID_EXISTS } },
});
// The page calls the route of your server, not the store. In your app, import its options from there.
const route = plantRoute({
  client: new PlantStoreClient({ baseUrl: "https://plants.example", token: "any", fetch: store.fetch }),
  authorize: "anyone",
  errors: [ID_EXISTS],
});
const server = setupServer(http.post("/api/plants", ({ request }) => route(request)));
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

test("reports a plant whose id exists as not created, also at the field", async () => {
  await createPlant("1", "Moss");
  expect((await screen.findByRole("alert")).textContent).toBe("Moss was not created. Its id exists.");
  expect(screen.getByText("This id exists.")).toBeDefined();
  expect(field("Id").getAttribute("aria-invalid")).toBe("true");
  expect(field("Name").getAttribute("aria-invalid")).toBe("false");
});

test("reports a plant that the store rejects for another reason as not created", async () => {
  store.configure({ rules: { name: { maxLength: 3 } } });
  await createPlant("2", "Moss");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Moss was not created. The store does not accept it.",
  );
  expect(field("Id").getAttribute("aria-invalid")).toBe("false");
});

test("says that trying again does not help if the store refuses the token of the server", async () => {
  store.enqueue(faults.status(401));
  await createPlant("2", "Moss");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Moss was not created. Trying again does not help. Ask the support.",
  );
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
