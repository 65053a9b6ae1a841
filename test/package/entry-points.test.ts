/** The files that only Node loads, as package.test.ts sees them built: what they say where there is nothing to load. */
import { expect, test, vi } from "vitest";
import { explainNoMsw } from "../../mocks/explain-no-msw.ts";

function nodeError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

test.each([
  [nodeError("ERR_MODULE_NOT_FOUND", "Cannot find package 'msw' imported from /app/mocks.js"), "npm install"],
  [nodeError("MODULE_NOT_FOUND", 'Cannot find module "msw"'), "npm install"],
  [nodeError("ERR_REQUIRE_ESM", "require() of ES Module is not supported"), "Node 22.12"],
])("%s is said with what to do, and is the cause", (error, advice) => {
  const explained = explainNoMsw(error) as Error;
  expect(explained.message).toMatch(/^plant-store-sdk\/mocks needs msw, .+, or import .+\.$/);
  expect(explained.message).toContain(advice);
  expect(explained.cause).toBe(error);
});

test.each([
  nodeError("ERR_MODULE_NOT_FOUND", "Cannot find package 'msw-storage' imported from /app/msw.js"),
  nodeError("MODULE_NOT_FOUND_ELSEWHERE", "Cannot find module 'msw'"),
  new Error("Cannot find module 'msw'"),
])("%s has another reason, and is given on as it is", (error) => {
  expect(explainNoMsw(error)).toBe(error);
});

test("what Node imports for the mocks is what everyone else imports", async () => {
  const mocks = await import("plant-store-sdk/mocks");
  expect({ ...(await import("../../mocks/node-import.ts")) }).toEqual({ ...mocks });
});

test("what goes wrong as the mocks are loaded is given on", async () => {
  vi.resetModules();
  const problem = new Error("The handlers cannot be loaded.");
  vi.doMock("../../mocks/handlers.ts", () => {
    throw problem;
  });
  await expect(import("../../mocks/node-import.ts")).rejects.toMatchObject({ cause: problem });
  vi.doUnmock("../../mocks/handlers.ts");
});

test("a path that is no entry point is refused with Node's own code", async () => {
  await expect(import("../../src/unexported-path.ts")).rejects.toMatchObject({
    code: "ERR_PACKAGE_PATH_NOT_EXPORTED",
  });
});
