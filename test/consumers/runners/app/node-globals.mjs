/** Gives the functions of Node's test runner the global names that other test runners use. */
import { after, afterEach, before, test } from "node:test";

Object.assign(globalThis, { test, beforeAll: before, afterAll: after, afterEach });
