/** What Node gets for `import "plant-store-sdk/mocks"`: the same as `index.ts`, and a sentence where msw does not load. */
import { explainNoMsw } from "./explain-no-msw.ts";

const mocks = await import("./index.ts").catch((error) => {
  throw explainNoMsw(error);
});

export const { createPlantStore, faults, plantStoreHandlers } = mocks;
