/** Which store the page talks to: a mock behind a service worker, or a real one. */
import { setupWorker } from "msw/browser";
import type { PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStore, plantStoreHandlers } from "plant-store-sdk/mocks";
import { fields } from "./call-form.ts";
import { find } from "./dom.ts";

/** Under the page's own address, where nobody else answers. */
const MOCK_BASE_URL = new URL("mock-store", document.baseURI).href;

export const mock = createPlantStore();

/** Settles when the mock is ready to serve. */
export async function startMock(): Promise<void> {
  const worker = setupWorker(...plantStoreHandlers(mock, { baseUrl: MOCK_BASE_URL }));
  await worker.start({
    serviceWorker: { url: "mockServiceWorker.js" }, // Beside the page, wherever that is.
    onUnhandledFrame: "bypass", // All other requests are the page's own, or go to a real store.
    quiet: true, // A log would read a truncated answer, and leave an error that nobody handles.
  });
}

const chosen = find('[value="real"]', HTMLInputElement);

export function isMockChosen(): boolean {
  return !chosen.checked;
}

/** A client's options for the store that is chosen. */
export function storeOptions(): PlantStoreClientOptions {
  if (isMockChosen()) return { baseUrl: MOCK_BASE_URL, token: "any-token" };
  return { baseUrl: fields.baseUrl.value.trim(), token: fields.token.value };
}
