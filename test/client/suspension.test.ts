/** A process that does nothing for longer than its timeouts: suspended, as by SIGSTOP or a closed laptop, or busy. */
import { spawn } from "node:child_process";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import { startHttpServer } from "../support/servers.ts";

const CALLS = 4;

/** Calls a server in another process, which prints when it began, and the results, as JSON. */
function startCalls(url: string, timeout: number) {
  const program = `
    import { safeCreatePlant } from ${JSON.stringify(new URL("../../src/index.ts", import.meta.url).href)};
    const options = { baseUrl: "${url}", token: "any", timeout: ${timeout} };
    const beganAt = Date.now();
    const calls = Array.from({ length: ${CALLS} }, (_, id) => safeCreatePlant({ id, name: "Fern" }, options));
    console.log(JSON.stringify({ beganAt, results: await Promise.all(calls) }));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH },
  });
  return { child, output: json(child.stdout) as Promise<{ beganAt: number; results: unknown[] }> };
}

/** Suspends the process until the timeout of its calls has passed, and sends the responses during that time. */
async function callSuspended(timeout: number): Promise<{ wasInTime: boolean; results: unknown[] }> {
  const { promise: received, resolve } = Promise.withResolvers<void>();
  const sendAll: (() => void)[] = [];
  const server = await startHttpServer((response) => {
    sendAll.push(() => response.writeHead(200, JSON_TYPE).end(PLANT_JSON));
    if (sendAll.length === CALLS) resolve();
  });
  const { child, output } = startCalls(server.url, timeout);
  await Promise.race([received, output]);
  child.kill("SIGSTOP");
  const stoppedAt = Date.now();
  for (const send of sendAll) send();
  await setTimeout(1.1 * timeout);
  child.kill("SIGCONT");
  const { beganAt, results } = await output;
  return { wasInTime: stoppedAt - beganAt < timeout, results };
}

test("responses that arrived during a suspension count, although the timeout has passed", async () => {
  let calls = await callSuspended(1_000);
  // On a busy machine, the timeout can pass before the suspension.
  for (let timeout = 4_000; !calls.wasInTime && timeout < 60_000; timeout *= 4)
    calls = await callSuspended(timeout);
  const success = expect.objectContaining({ success: true, data: { name: "Fern" } });
  expect(calls.results).toEqual(Array(CALLS).fill(success));
});
