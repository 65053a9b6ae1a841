/** A process that does nothing for longer than its timeouts: suspended, as by SIGSTOP or a closed laptop, or busy. */
import { spawn } from "node:child_process";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import { startHttpServer } from "../support/servers.ts";

const CALLS = 4;
const TIMEOUT_MS = 1_000;

/** Calls a server in another process, which prints the results as JSON. A line on its standard input blocks its event loop. */
function startCalls(url: string, calls: number) {
  const program = `
    import { safeCreatePlant } from ${JSON.stringify(new URL("../../src/index.ts", import.meta.url).href)};
    const options = { baseUrl: "${url}", token: "any", timeout: ${TIMEOUT_MS} };
    process.stdin.once("data", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${1.1 * TIMEOUT_MS}));
    const calls = Array.from({ length: ${calls} }, (_, id) => safeCreatePlant({ id, name: "Fern" }, options));
    console.log(JSON.stringify(await Promise.all(calls)));
    process.stdin.destroy();
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env.PATH },
  });
  return { child, results: json(child.stdout) };
}

const success = expect.objectContaining({ success: true, data: { name: "Fern" } });

test("responses that arrived during a suspension count, although the timeout has passed", async () => {
  const { promise: received, resolve } = Promise.withResolvers<void>();
  const sendAll: (() => void)[] = [];
  const server = await startHttpServer((response) => {
    sendAll.push(() => response.writeHead(200, JSON_TYPE).end(PLANT_JSON));
    if (sendAll.length === CALLS) resolve();
  });
  const { child, results } = startCalls(server.url, CALLS);
  await received;
  child.kill("SIGSTOP");
  for (const send of sendAll) send();
  await setTimeout(1.1 * TIMEOUT_MS);
  child.kill("SIGCONT");
  expect(await results).toEqual(Array(CALLS).fill(success));
});

test("a response that arrived while the event loop was blocked past the deadline counts", async () => {
  const { promise: received, resolve } = Promise.withResolvers<() => void>();
  const server = await startHttpServer((response) =>
    resolve(() => response.writeHead(200, JSON_TYPE).end(PLANT_JSON)),
  );
  const { child, results } = startCalls(server.url, 1);
  const send = await received;
  child.stdin.write("block\n");
  await setTimeout(100);
  send();
  expect(await results).toEqual([success]);
});
