/** The page under test. The base URL of the store is in its query. */
import { safeCreatePlant } from "plant-store-sdk";

const baseUrl = new URLSearchParams(location.search).get("store");
const form = document.querySelector("form");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { id, name } = Object.fromEntries(new FormData(form));
  const result = await safeCreatePlant({ id: BigInt(id), name }, { baseUrl, token: "any" });
  const outcome = result.success ? "created" : result.error.outcome;
  document
    .querySelector("ul")
    .append(Object.assign(document.createElement("li"), { textContent: `${name}: ${outcome}` }));
});
