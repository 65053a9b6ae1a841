/** The handlers alone. */
const { plantStoreHandlers } = require("plant-store-sdk/mocks");

test("are there", () => expect(plantStoreHandlers).toBeInstanceOf(Function));
