/** MSW catches the client's requests. */
const { setupServer } = require("msw/node");
const sdk = require("plant-store-sdk");
const mocks = require("plant-store-sdk/mocks");
const { suiteBehindMsw } = require("./suite.cjs");

suiteBehindMsw({ ...sdk, ...mocks }, setupServer);
