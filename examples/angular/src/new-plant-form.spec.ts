import { type ComponentFixture, TestBed } from "@angular/core/testing";
import { PlantStoreClient } from "plant-store-sdk";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { beforeEach, expect, test } from "vitest";
import { NewPlantForm } from "./new-plant-form";

let store: MockStore;
let fixture: ComponentFixture<NewPlantForm>;

beforeEach(() => {
  store = new MockStore({ auth: "off" }); // The page sends no token.
  const { fetch } = store;
  const client = new PlantStoreClient({ baseUrl: "https://shop.example/api", token: null, fetch });
  TestBed.configureTestingModule({ providers: [{ provide: PlantStoreClient, useValue: client }] });
  fixture = TestBed.createComponent(NewPlantForm);
});

const text = () => (fixture.nativeElement as HTMLElement).textContent;

async function submit(id: string): Promise<void> {
  fixture.componentInstance.form.setValue({ id, name: "Fern", tag: "" });
  fixture.componentInstance.form.markAsDirty();
  await fixture.whenStable();
  (fixture.nativeElement as HTMLElement).querySelector("button")?.click();
  await fixture.whenStable(); // Waits for the call.
}

test("creates a plant with all digits of its id", async () => {
  await submit("9223372036854775807");
  expect(text()).toContain("Fern was created.");
  expect(store.plants).toEqual([{ id: BigInt("9223372036854775807"), name: "Fern" }]);
});

test("says that the plant may exist if the response is lost, also to a user who has left the form", async () => {
  store.enqueue(faults.reset({ afterCreate: true }));
  const called = fixture.componentInstance.creator.create({ id: 1, name: "Fern" });
  fixture.destroy();
  await called;
  fixture = TestBed.createComponent(NewPlantForm);
  await fixture.whenStable();
  expect(text()).toContain("Fern may have been created. Check before you send it again.");
  expect(store.plants).toHaveLength(1);
});

test.each([
  ["1.5", "Enter a whole number."],
  ["9223372036854775808", "This number is too large."],
])("sends nothing if the id is %s, and says why", async (id, message) => {
  await submit(id);
  expect(text()).toContain(message);
  expect(store.requests).toEqual([]);
});
