/** Requests to a Worker that share a cached token, as in an isolate of Cloudflare. */
import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { outputOf } from "../support/run-program.ts";
import { startHttpServer } from "../support/servers.ts";
import { app, options, WORKERD } from "./programs.ts";
import { bundleWorker } from "./worker.ts";

test("in workerd, a token request that stalls after its request has ended does not block the others", async () => {
  const tokens = await startHttpServer((response) => {
    const number = tokens.requests.length;
    if (number > 1) response.end(`token-number-${number}`);
  });
  const store = await startHttpServer((response) =>
    response.setHeader("content-type", "application/json").end('{"name":"Fern"}'),
  );
  await bundleWorker(app, "token-worker", { baseUrl: store.url, tokenUrl: tokens.url });
  const worker = spawn(WORKERD, ["serve", "token-worker/worker.capnp", "--control-fd=1"], options());
  onTestFinished(() => void worker.kill());
  const [, port] = await outputOf(worker, /"port":(\d+)/);
  const url = `http://127.0.0.1:${port}`;
  const create = async () => (await fetch(url)).json();

  expect(await (await fetch(`${url}/early`)).text()).toBe("early");
  const created = { success: true, attempts: 1 };
  expect(await create()).toMatchObject(created);
  expect(await Promise.all([create(), create()])).toMatchObject([created, created]);
  expect(tokens.requests).toHaveLength(2);
});
