import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Prints what leaks. Runs in its own process, because the test runner has timers too. */
const PROGRAM = `
  import { createServer } from "node:net";
  import { countResources, findLeaks } from ${JSON.stringify(new URL("resources.ts", import.meta.url).href)};

  const { signal } = new AbortController();
  const before = countResources(signal);
  const timer = setTimeout(() => {}, 2 ** 30);
  signal.addEventListener("abort", () => {});
  process.on("warning", () => {});
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise(setImmediate);
  const during = await findLeaks(before, signal, 0);
  server.close();
  clearTimeout(timer);
  console.log(JSON.stringify({ during, after: await findLeaks(before, signal, 100) }));
`;

test("findLeaks reports timers, listeners and sockets that stay", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", PROGRAM]);
  const listeners = ["1 listeners of the long-lived signal more", "1 listeners of the process more"];
  expect(JSON.parse(stdout)).toEqual({
    during: [...listeners, "1 TCPServerWrap more", "1 Timeout more"],
    after: listeners,
  });
});
