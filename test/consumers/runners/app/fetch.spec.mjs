/** Without MSW: the client calls the store. */
import { suite } from "./suite.mjs";

suite(({ fetch }) => ({ fetch }));
