/** Compiled without `strict`, as in an app whose tsconfig.json Next.js has written. */
import { safeCreatePlant } from "plant-store-sdk";
import { MockStore } from "plant-store-sdk/mocks/store";

const fetch = new MockStore().fetch;
const result = await safeCreatePlant(
  { id: 1, name: "Fern" },
  { baseUrl: "https://plants.example", token: "any", fetch },
);
if (result.success) console.log(result.data.name === "Fern" ? "ok" : result.attempts);
else console.log(result.error.outcome);
if (!result.success && result.error.kind === "rejected") console.log(result.error.error);
