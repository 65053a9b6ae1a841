/** The names of Node's own test runner, as the suites know them from the others. */
import { after, afterEach, before, test } from "node:test";

Object.assign(globalThis, { test, beforeAll: before, afterAll: after, afterEach });
