/** Without MSW: the client calls the store. */
const { suite } = require("./suite.cjs");

suite(({ fetch }) => ({ fetch }));
