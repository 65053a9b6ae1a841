/** The service that the page calls: a mock in a service worker, or a real one. */
import { setupWorker } from "msw/browser";
import type { PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStore, plantStoreHandlers } from "plant-store-sdk/mocks";
import { fields } from "./call-form.ts";
import { find } from "./dom.ts";

/** Under the page's own URL, where no real service responds. */
const MOCK_BASE_URL = new URL("mock-store", document.baseURI).href;

export const mock = createPlantStore();

/** Settles when the mock is ready. */
export async function startMock(): Promise<void> {
  const worker = setupWorker(...plantStoreHandlers(mock, { baseUrl: MOCK_BASE_URL }));
  await worker.start({
    serviceWorker: { url: "mockServiceWorker.js" }, // Relative to the page.
    onUnhandledFrame: "bypass", // Other requests load the page, or go to a real service.
    quiet: true, // Logging a truncated response would cause an unhandled rejection.
  });
}

const chosen = find('[value="real"]', HTMLInputElement);

export function isMockChosen(): boolean {
  return !chosen.checked;
}

/** The client options for the chosen service. */
export function storeOptions(): PlantStoreClientOptions {
  if (isMockChosen()) return { baseUrl: MOCK_BASE_URL, token: "any-token" };
  return { baseUrl: fields.baseUrl.value.trim(), token: fields.token.value };
}
