/** A process that does nothing for longer than its timeouts: suspended, as by SIGSTOP or a closed laptop, or busy. */
import { spawn } from "node:child_process";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import { startHttpServer } from "../support/servers.ts";

const CALLS = 4;
const TIMEOUT_MS = 1_000;

/** Calls a server in another process, which prints the results as JSON. */
function startCalls(url: string) {
  const program = `
    import { safeCreatePlant } from ${JSON.stringify(new URL("../../src/index.ts", import.meta.url).href)};
    const options = { baseUrl: "${url}", token: "any", timeout: ${TIMEOUT_MS} };
    const calls = Array.from({ length: ${CALLS} }, (_, id) => safeCreatePlant({ id, name: "Fern" }, options));
    console.log(JSON.stringify(await Promise.all(calls)));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH },
  });
  return { child, results: json(child.stdout) };
}

test("responses that arrived during a suspension count, although the timeout has passed", async () => {
  const { promise: received, resolve } = Promise.withResolvers<void>();
  const sendAll: (() => void)[] = [];
  const server = await startHttpServer((response) => {
    sendAll.push(() => response.writeHead(200, JSON_TYPE).end(PLANT_JSON));
    if (sendAll.length === CALLS) resolve();
  });
  const { child, results } = startCalls(server.url);
  await received;
  child.kill("SIGSTOP");
  for (const send of sendAll) send();
  await setTimeout(1.1 * TIMEOUT_MS);
  child.kill("SIGCONT");
  const success = expect.objectContaining({ success: true, data: { name: "Fern" } });
  expect(await results).toEqual(Array(CALLS).fill(success));
});
