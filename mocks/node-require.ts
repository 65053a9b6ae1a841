/** What Node gets for `require("plant-store-sdk/mocks")`: the same as `index.ts`, and a clear word where msw is missing. */
import { explainMissingMsw } from "./explain-missing-msw.ts";

try {
  // The built `index.ts`. Not by `require` itself, which the bundler would make its own.
  module.exports = module.require("../mocks.cjs");
} catch (error) {
  throw explainMissingMsw(error);
}
