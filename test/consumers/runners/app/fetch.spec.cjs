/** Without MSW: the client uses `store.fetch`. */
const sdk = require("plant-store-sdk");
const mocks = require("plant-store-sdk/mocks/store");
const { suite } = require("./suite.cjs");

suite({ ...sdk, ...mocks }, ({ fetch }) => ({ fetch }));
