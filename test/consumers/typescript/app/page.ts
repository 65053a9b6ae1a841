/** Uses the client with types of the DOM. */
import { PlantStoreClient } from "plant-store-sdk";

const client = new PlantStoreClient({
  baseUrl: location.href,
  token: () => "any",
  fetch,
  headers: new Headers(),
});
const controller = new AbortController();
document.addEventListener("click", () => controller.abort());
const { name } = await client.createPlant({ id: 1, name: "Fern" }, { signal: controller.signal });
document.title = name;
