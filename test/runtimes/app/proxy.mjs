/** Sends a request to each URL without the SDK, then creates a plant with it. Prints what the SDK does, URL by URL. */
import { PlantStoreClient } from "plant-store-sdk";

const results = {};
for (const url of process.argv.slice(2)) {
  await fetch(`${url}/direct`, { method: "POST" }).then((response) => response.text());
  try {
    await new PlantStoreClient({ baseUrl: url, token: "token-of-the-proxy-test" }).createPlant({
      id: 1,
      name: "Fern",
    });
    results[url] = "created";
  } catch (error) {
    results[url] = `${error.kind}: ${error.message}`;
  }
}
console.log(JSON.stringify(results));
