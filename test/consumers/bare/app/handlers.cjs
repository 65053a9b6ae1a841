/** The handlers, without msw. */
const { plantStoreHandlers } = require("plant-store-sdk/mocks");

console.log(typeof plantStoreHandlers);
