/** Without MSW: the client calls the store. */
const sdk = require("plant-store-sdk");
const mocks = require("plant-store-sdk/mocks/store");
const { suite } = require("./suite.cjs");

suite({ ...sdk, ...mocks }, ({ fetch }) => ({ fetch }));
