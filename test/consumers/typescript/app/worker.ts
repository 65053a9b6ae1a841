/** Uses the handlers with MSW in a page. */
import { setupWorker } from "msw/browser";
import { createPlantStore, plantStoreHandlers } from "plant-store-sdk/mocks";

const worker = setupWorker(...plantStoreHandlers(createPlantStore(), { baseUrl: new URL(location.href) }));
await worker.start({ quiet: true });
