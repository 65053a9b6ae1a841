/** What Node gets for `import "plant-store-sdk/mocks"`: the same as `index.ts`, and a clear word where msw is missing. */
import { explainMissingMsw } from "./explain-missing-msw.ts";

const mocks = await import("./index.ts").catch((error) => {
  throw explainMissingMsw(error);
});

export const { createPlantStore, faults, plantStoreHandlers } = mocks;
