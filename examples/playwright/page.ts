/** The page under test. The base URL of the store is in its query. */
import { PlantStoreClient } from "plant-store-sdk";

const baseUrl = new URLSearchParams(location.search).get("store") ?? "";
const client = new PlantStoreClient({ baseUrl, token: "any" });
const form = document.querySelector("form");
const list = document.querySelector("ul");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  const name = String(data.get("name"));
  const result = await client.safeCreatePlant({ id: BigInt(String(data.get("id"))), name });
  const item = document.createElement("li");
  item.textContent = `${name}: ${result.success ? "created" : result.error.outcome}`;
  list?.append(item);
});
