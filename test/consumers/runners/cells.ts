/** Suites of applications that use the client and the store, under each test runner. */
import { type Expectation, runs } from "../cell.ts";
import type { Group } from "../install.ts";

const PASSED = {
  vitest: /Tests +3 passed \(3\)/,
  jest: /Tests: +3 passed, 3 total/,
  node: /pass 3\n(.*\n)*.*fail 0/,
};

function vitest(spec: string, environment = "node", { exits = 0, prints = [] }: Expectation = {}) {
  const flags = ["--root", "app", "--environment", environment];
  return runs(["node_modules/vitest/vitest.mjs", "run", spec, ...flags], {
    exits,
    prints: [PASSED.vitest, ...prints],
  });
}

function jest(spec: string, environment = "node", expected: Expectation = { prints: [PASSED.jest] }) {
  const flags = ["--rootDir", "app", "--env", environment];
  // Jest's way to load ES modules, which MSW has in CommonJS too.
  const esm = /\.mjs$|^msw/.test(spec) ? ["--experimental-vm-modules"] : [];
  return runs([...esm, "node_modules/jest/bin/jest.js", spec, ...flags], expected);
}

const LACKS_GLOBALS = { exits: 1, prints: [/ReferenceError: (Text(En|De)coder|Request) is not defined/] };

const WANTS_ES_MODULES = {
  exits: 1,
  prints: [/plant-store-sdk\/mocks needs msw, whose ES modules cannot be loaded by `require` here/],
};

function node(spec: string) {
  return runs(["--import", "./app/node-globals.mjs", "--test", `app/${spec}`], { prints: [PASSED.node] });
}

export const runners: Group = {
  name: "runners",
  cells: [
    { name: "Vitest, MSW 3", run: vitest("msw.spec.mjs") },
    { name: "Vitest, store.fetch", run: vitest("fetch.spec.mjs") },
    { name: "Vitest with jsdom, MSW 3", run: vitest("msw.spec.mjs", "jsdom") },
    { name: "Vitest with jsdom, store.fetch", run: vitest("fetch.spec.mjs", "jsdom") },
    { name: "Vitest with happy-dom, store.fetch", run: vitest("fetch.spec.mjs", "happy-dom") },
    {
      name: "Vitest with happy-dom, MSW 3",
      limit: "A call that is retried leaves an error of happy-dom's own, whose bodies cannot be cancelled",
      run: vitest("msw.spec.mjs", "happy-dom", { exits: 1, prints: [/Controller is already closed/] }),
    },
    { name: "Jest, CommonJS, store.fetch", run: jest("fetch.spec.cjs") },
    { name: "Jest, ES modules, store.fetch", run: jest("fetch.spec.mjs") },
    { name: "Jest, ES modules, MSW 3", run: jest("msw.spec.mjs") },
    {
      name: "Jest with its own jsdom, store.fetch",
      limit: "Jest's jsdom has neither fetch nor TextEncoder: use jest-fixed-jsdom",
      run: jest("fetch.spec.cjs", "jsdom", LACKS_GLOBALS),
    },
    {
      name: "Jest with its own jsdom, MSW 3",
      limit: "Jest's jsdom has neither fetch nor TextEncoder: use jest-fixed-jsdom",
      run: jest("msw.spec.mjs", "jsdom", LACKS_GLOBALS),
    },
    { name: "Jest, CommonJS, MSW 3", run: jest("msw.spec.cjs") },
    {
      name: "Jest, CommonJS, MSW 3, without --experimental-vm-modules",
      limit: "MSW has ES modules, which Jest loads by --experimental-vm-modules alone",
      run: jest("handlers.spec.cjs", "node", WANTS_ES_MODULES),
    },
    { name: "Jest with jest-fixed-jsdom, store.fetch", run: jest("fetch.spec.cjs", "jest-fixed-jsdom") },
    { name: "Jest with jest-fixed-jsdom, MSW 3", run: jest("msw.spec.mjs", "jest-fixed-jsdom") },
    { name: "node --test, ES modules, MSW 3", run: node("msw.spec.mjs") },
    { name: "node --test, ES modules, store.fetch", run: node("fetch.spec.mjs") },
    { name: "node --test, CommonJS, MSW 3", run: node("msw.spec.cjs") },
    { name: "node --test, CommonJS, store.fetch", run: node("fetch.spec.cjs") },
  ],
};

export const runnersWithMsw2: Group = {
  name: "runners-msw-2",
  applicationsOf: "runners",
  cells: [
    { name: "Vitest, MSW 2", run: vitest("msw.spec.mjs") },
    { name: "Jest, ES modules, MSW 2", run: jest("msw.spec.mjs") },
    { name: "Jest, CommonJS, MSW 2", run: jest("msw.spec.cjs") },
    { name: "node --test, ES modules, MSW 2", run: node("msw.spec.mjs") },
  ],
};
