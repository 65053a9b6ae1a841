/** With MSW, which intercepts the client's requests. */
const { setupServer } = require("msw/node");
const sdk = require("plant-store-sdk");
const mocks = require("plant-store-sdk/mocks");
const { suiteWithMsw } = require("./suite.cjs");

suiteWithMsw({ ...sdk, ...mocks }, setupServer);
