/** Uses the handlers with MSW in a page. */
import { setupWorker } from "msw/browser";
import { MockStore, mockHandlers } from "plant-store-sdk/mocks";

const worker = setupWorker(...mockHandlers(new MockStore(), { baseUrl: new URL(location.href) }));
await worker.start({ quiet: true });
