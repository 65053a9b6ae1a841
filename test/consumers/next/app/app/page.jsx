import { createPlant } from "plant-store-sdk";
import { MockStore } from "plant-store-sdk/mocks/store";
import { NewPlantButton } from "./new-plant-button.jsx";

/** Creates a plant on the server during prerendering. Its button creates one in the browser. */
export default async function Page() {
  const { fetch } = new MockStore();
  const { name } = await createPlant(
    { id: 1, name: "Fern" },
    { baseUrl: "https://plants.example", token: "any", fetch },
  );
  return (
    <main>
      <p>Created: {`${name} on the server`}</p>
      <NewPlantButton />
    </main>
  );
}
