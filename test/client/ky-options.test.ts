import ky from "ky";
import { expect, test, vi } from "vitest";
import { create } from "../support/client.ts";
import { succeed } from "../support/fetch-stubs.ts";

vi.mock("ky", async (load) => {
  const { default: original } = await load<{ default: typeof ky }>();
  return { default: vi.fn(original) };
});

// The builds for Node tell ky that the runtime has no AbortController (tsup.config.ts), so ky could end no call.
test("ky gets neither the signal nor the timeout of a call", async () => {
  await create(succeed, { signal: new AbortController().signal, timeout: 1000 });
  const [[, options]] = vi.mocked(ky).mock.calls as unknown as [[string, object]];
  expect(options).toEqual({
    method: "POST",
    fetch: expect.any(Function),
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
});
