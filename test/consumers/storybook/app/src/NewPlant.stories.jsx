import { faults, MockStore, mockHandlers } from "plant-store-sdk/mocks";
import { NewPlant } from "./NewPlant.jsx";

export default { component: NewPlant };

const store = new MockStore({ auth: "off" }); // the page sends no token
const handlers = mockHandlers(store, { baseUrl: `${location.origin}/api` });

export const ResponseLost = {
  beforeEach({ msw }) {
    store.clear();
    store.enqueue(faults.reset({ afterCreate: true }));
    msw.use(...handlers);
  },
};

export const Created = {
  beforeEach({ msw }) {
    store.clear();
    msw.use(...handlers);
  },
};
