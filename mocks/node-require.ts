/** What Node gets for `require("plant-store-sdk/mocks")`: the same as `index.ts`, and a sentence where msw does not load. */
import { explainNoMsw } from "./explain-no-msw.ts";

try {
  // The built `index.ts`. Not by `require` itself, which the bundler would make its own.
  module.exports = module.require("../mocks.cjs");
} catch (error) {
  throw explainNoMsw(error);
}
