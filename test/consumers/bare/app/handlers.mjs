/** The handlers, without msw. */
import { plantStoreHandlers } from "plant-store-sdk/mocks";

console.log(typeof plantStoreHandlers);
